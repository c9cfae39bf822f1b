import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from './environment.js';
import { CliError, EXIT } from './failures.js';
import { fieldOf, isMissing } from './fields.js';

export type Access = { url: string; apiKey: string };

/**
 * The server and the key: variables win over the file. The key of the file is sent to the server that it was given for and to no
 * other, whatever the variables say.
 */
export const findAccess = async ({ url, apiKey, configFile }: Environment): Promise<Access> => {
  const stored = await readStored(configFile);
  const server = url === undefined ? stored?.url : toServer(url);
  if (server === undefined) throw notSignedIn('to any server');
  const key = apiKey ?? (stored?.url === server ? stored.apiKey : undefined);
  if (key === undefined) throw notSignedIn(`to ${server}`);
  return { url: server, apiKey: key };
};

const notSignedIn = (where: string) =>
  new CliError(
    `Not signed in ${where}: use "knowledge-router login URL", or set KNOWLEDGE_ROUTER_URL and KNOWLEDGE_ROUTER_API_KEY.`,
    EXIT.notSignedIn,
  );

/** The address of a server in one spelling. */
export const toServer = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isServer = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isServer || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new CliError(
      `"${text}" is not an address of a server, such as https://kr.example.com.`,
      EXIT.usage,
    );
  }
  return url.href.replace(/\/+$/, '');
};

const readStored = async (file: string): Promise<Access | null> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new CliError(`${file} cannot be read.`, EXIT.failed, { cause: error });
  });
  if (text === null) return null;
  const stored = parse(text);
  if (stored === null) throw new CliError(`${file} is damaged: sign in again.`, EXIT.notSignedIn);
  return stored;
};

const parse = (text: string): Access | null => {
  try {
    const value: unknown = JSON.parse(text);
    const [url, apiKey] = [fieldOf(value, 'url'), fieldOf(value, 'apiKey')];
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : null;
  } catch {
    return null;
  }
};

/** Keeps the sign-in for its user alone; what was kept before is there until the new one is whole. */
export const storeAccess = (file: string, access: Access): Promise<void> =>
  writeWhole(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });

/** Writes a file that is there as a whole or as it was, even where the machine stops. */
export const writeWhole = async (
  file: string,
  content: string | Iterable<string>,
  { mode = 0o644, folderMode = 0o755 }: { mode?: number; folderMode?: number } = {},
): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: folderMode });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
};
