import { z } from 'zod';

/** Settings of a backend beyond its address, key and model. */
export type BackendExtras = {
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Query parameters of every address. */
  query?: Readonly<Record<string, string>>;
  /** Fields that are added to the body of every request. */
  body?: Readonly<Record<string, unknown>>;
};

type Given = {
  apiKey: string | undefined;
  headers: string | undefined;
  body: string | undefined;
  apiVersion: string | undefined;
};

/** Fields of a request that only we set. */
const OURS = ['model', 'messages', 'system', 'stream', 'tools', 'response_format'];

const Body = z
  .record(z.string(), z.unknown())
  .refine((body) => OURS.every((field) => !(field in body)));

/** Reads these settings; a problem names the setting and never its value. */
export const readExtras = ({
  apiKey,
  headers,
  body,
  apiVersion,
}: Given): BackendExtras | { problem: { suffix: 'HEADERS' | 'BODY'; text: string } } => {
  const given = headers === undefined ? {} : parseHeaders(headers);
  if (given === null) {
    return { problem: { suffix: 'HEADERS', text: 'must be name=value, several with commas' } };
  }
  const fields = body === undefined ? {} : parseBody(body);
  if (fields === null) {
    return {
      problem: { suffix: 'BODY', text: `must be a JSON object without ${OURS.join(', ')}` },
    };
  }
  // Azure's classic addresses need a version, and take the key in the header api-key.
  const ofAzure = apiVersion === undefined || apiKey === undefined ? {} : { 'api-key': apiKey };
  const all = { ...ofAzure, ...given };
  return {
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(apiVersion !== undefined && { query: { 'api-version': apiVersion } }),
    ...(Object.keys(fields).length > 0 && { body: fields }),
  };
};

const HEADER = /^(?<name>[\w!#$%&'*+.^`|~-]{1,100})=(?<value>[\x20-\x7e]{1,1000})$/u;

const parseHeaders = (text: string): Record<string, string> | null => {
  const pairs = text.split(',').map((pair) => HEADER.exec(pair.trim())?.groups);
  if (pairs.includes(undefined)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.['name'] ?? '', pair?.['value'] ?? '']));
};

const parseBody = (text: string): Record<string, unknown> | null => {
  try {
    return Body.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
