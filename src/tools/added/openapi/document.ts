import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { createWebFetcher } from '../../../platform/web/web-fetcher.js';
import { isAppError } from '../../../shared/errors.js';
import type { Service } from './configuration.js';
import { isHttpUrl, isRecord, refuse, shorten } from './refusal.js';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

export type Described = {
  path: string;
  method: Method;
  operation: Record<string, unknown>;
  /** Of all operations of the path. */
  shared: Record<string, unknown>;
};

/** One OpenAPI document: operations by their ids, and what its references mean. */
export type ApiDocument = {
  operations: ReadonlyMap<string, readonly Described[]>;
  /** Follows references within the document. */
  follow: (value: unknown) => Followed;
  serverUrl: string | null;
};

/** What a chain of references leads to, and the references. */
type Followed = { value: unknown; refs: readonly string[] };

const MAX_BYTES = 5 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 15_000;

/** Reads a service's document, from a file beside the operator's or from the address that the operator named. */
export const readDocument = async (
  { name, document }: Pick<Service, 'name' | 'document'>,
  folder: string,
): Promise<ApiDocument> => {
  const isRemote = document.includes('://');
  const text = isRemote
    ? await fetchText(name, document)
    : await readFileText(name, folder, document);
  const root = await parse(name, text);
  const version = isRecord(root) ? root['openapi'] : undefined;
  if (!isRecord(root) || typeof version !== 'string' || !/^3\.\d+\.\d+/.test(version)) {
    throw refuse(`the document of ${name} is not of OpenAPI 3.`);
  }
  const follow = createFollow(name, root);
  return {
    follow,
    operations: findOperations(root, follow),
    serverUrl: findServer(root, isRemote ? document : null),
  };
};

const readFileText = async (name: string, folder: string, document: string): Promise<string> => {
  const file = resolve(folder, document);
  try {
    const { size } = await stat(file);
    if (size <= MAX_BYTES) return await readFile(file, 'utf8');
  } catch (cause) {
    throw refuse(`the document of ${name}, ${file}, cannot be read.`, cause);
  }
  throw tooLarge(name);
};

const tooLarge = (name: string) =>
  refuse(`the document of ${name} is larger than ${MAX_BYTES} bytes.`);

const fetchText = async (name: string, address: string): Promise<string> => {
  if (!isHttpUrl(address)) {
    throw refuse(`the document of ${name} is neither a file nor at an http(s) address.`);
  }
  const { hostname, origin } = new URL(address);
  const policy = {
    allowedHosts: [hostname],
    trustedOrigin: origin,
    maxBytes: MAX_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
  };
  const { signal } = new AbortController();
  try {
    const fetcher = createWebFetcher({ userAgent: 'knowledge-router' });
    const { content } = await fetcher.fetch(address, policy, signal);
    return await readText(content);
  } catch (cause) {
    if (isAppError(cause) && cause.code === 'payload_too_large') throw tooLarge(name);
    const why = isAppError(cause) ? ` ${cause.message}` : '';
    throw refuse(`the document of ${name} cannot be fetched.${why}`, cause);
  }
};

const parse = async (name: string, text: string): Promise<unknown> => {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text) as unknown;
    const { readYaml } = await import('./read-yaml.js');
    return readYaml(text);
  } catch (cause) {
    throw refuse(`the document of ${name} is neither JSON nor YAML.`, cause);
  }
};

const MAX_CHAIN = 20;

const createFollow =
  (name: string, root: unknown) =>
  (value: unknown): Followed => {
    const refs: string[] = [];
    let current = value;
    while (isRecord(current) && typeof current['$ref'] === 'string') {
      const ref = current['$ref'];
      if (refs.includes(ref) || refs.length === MAX_CHAIN) {
        throw refuse(
          `the document of ${name} has a reference that leads to itself: ${shorten(ref)}`,
        );
      }
      refs.push(ref);
      current = lookUp(name, root, ref);
    }
    return { value: current, refs };
  };

const lookUp = (name: string, root: unknown, ref: string): unknown => {
  if (!ref.startsWith('#/')) {
    throw refuse(`the document of ${name} refers to something outside of it: ${shorten(ref)}`);
  }
  let value = root;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw refuse(`the document of ${name} refers to what it does not hold: ${shorten(ref)}`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

const findOperations = (
  root: Record<string, unknown>,
  follow: ApiDocument['follow'],
): ReadonlyMap<string, readonly Described[]> => {
  const found = new Map<string, Described[]>();
  for (const [path, item] of Object.entries(isRecord(root['paths']) ? root['paths'] : {})) {
    const shared = follow(item).value;
    if (!isRecord(shared)) continue;
    for (const method of METHODS) {
      const operation = Object.hasOwn(shared, method) ? shared[method] : undefined;
      if (!isRecord(operation) || typeof operation['operationId'] !== 'string') continue;
      const id = operation['operationId'];
      found.set(id, [...(found.get(id) ?? []), { path, method, operation, shared }]);
    }
  }
  return found;
};

/** Null where it names none that can be asked. A document that came from an address sends us to its own origin alone. */
const findServer = (
  { servers }: Record<string, unknown>,
  address: string | null,
): string | null => {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isRecord(first) && typeof first['url'] === 'string' ? first['url'] : '/';
  if (address === null) return isHttpUrl(url) ? url : null;
  if (!URL.canParse(url, address)) return null;
  const { href, origin } = new URL(url, address);
  return isHttpUrl(href) && origin === new URL(address).origin ? href : null;
};
