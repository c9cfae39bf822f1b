import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createCredentialFilter } from '../../../shared/credential-filter.js';
import { refuse } from './refusal.js';

/** A letter first, so that names of properties that every object has (`__proto__`) are excluded. */
const ForeignName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'is not a name that a tool can have here');

const SecretHeader = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header'),
  /** Text before the secret, such as `Bearer `. */
  prefix: z
    .string()
    .regex(/^[\x20-\x7e]{0,40}$/, 'must be ASCII')
    .default(''),
  /** The environment variable that holds the secret. */
  variable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the name of an environment variable'),
});

/** One server, and which of its tools may be offered. */
export const McpServer = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9]{0,15}$/, 'must be 1 to 16 of a-z and 0-9'),
  url: z.string().refine(isAskable, 'must be an https address without a password'),
  header: SecretHeader.optional(),
  /** Its read-only tools. */
  tools: z.array(ForeignName).max(64).default([]),
  /** The server's tools that change data on it. */
  changing: z.array(ForeignName).max(64).default([]),
  risk: z.enum(['external', 'workspace']).default('external'),
  /** `any` lets a model put anything it has read into arguments. */
  arguments: z.enum(['own-words', 'any']).default('own-words'),
});
export type McpServer = z.infer<typeof McpServer>;

const Servers = z.array(McpServer).min(1).max(20);

const MAX_CHARS = 1_000_000;

/** Reads the operator's file; no message repeats its values. */
export const readServers = async (file: string): Promise<readonly McpServer[]> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw refuse(`${file} cannot be read.`, cause);
  });
  if (text.length > MAX_CHARS) throw refuse(`${file} has more than ${MAX_CHARS} characters.`);
  const parsed = Servers.safeParse(parseJson(text, file));
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.map(String).join('.') || 'the list'}: ${message}`);
    throw refuse(`${file} is refused: ${problems.join('; ')}.`);
  }
  const names = parsed.data.map(({ name }) => name);
  const twice = names.find((name, position) => names.indexOf(name) < position);
  if (twice !== undefined) throw refuse(`${file} has two servers named ${twice}.`);
  return parsed.data;
};

/** The server with its secret, which is sent in the header and removed from everything it answers. Built once for all calls. */
export const toAsked = ({ name, url, header }: McpServer, secret: string) => ({
  name,
  url,
  headers: header === undefined ? {} : { [header.name]: `${header.prefix}${secret}` },
  clean: createCredentialFilter(header === undefined ? [] : [secret]),
});

export const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(`${file} is not JSON.`);
  }
};

const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Requires https because secrets are sent there, except for servers on this machine. */
function isAskable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && OF_THIS_MACHINE.has(hostname));
}
