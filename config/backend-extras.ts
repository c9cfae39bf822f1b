import { z } from 'zod';
import type { ModelPrice } from '../src/platform/models/meter-model.js';
import { optionalCount, seconds } from '../src/shared/variable-types.js';

/** Settings of a backend beyond its address, key and model. */
export type BackendExtras = {
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Query parameters of every address. */
  query?: Readonly<Record<string, string>>;
  /** Fields added to the body of every request. */
  body?: Readonly<Record<string, unknown>>;
};

type Given = {
  apiKey: string | undefined;
  headers: string | undefined;
  body: string | undefined;
  apiVersion: string | undefined;
};

/** Fields of a request that only we may set. */
const OURS = ['model', 'messages', 'system', 'stream', 'tools', 'response_format'];

const Body = z
  .record(z.string(), z.unknown())
  .refine((body) => OURS.every((field) => !(field in body)));

/** Reads these settings; an error names the setting and never its value. */
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
  // Azure's classic addresses need a version, and expect the key in the header api-key.
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

/** Price, context length, concurrency and time limits of one backend; missing ones have the common value. */
export type BackendLimits = {
  /** Overrides the price list, whatever model answers. */
  price?: ModelPrice;
  /** Maximum tokens of prompt and reply together. */
  contextTokens?: number;
  /** Maximum concurrent calls per process. */
  concurrency?: number;
  firstTokenMs?: number;
  streamIdleMs?: number;
};

export const LIMIT_SUFFIXES = [
  'PRICE',
  'CONTEXT_TOKENS',
  'CONCURRENCY',
  'FIRST_TOKEN_SEC',
  'STREAM_IDLE_SEC',
] as const;

const ContextTokens = optionalCount({ min: 1000, max: 100_000_000 });
const Concurrency = optionalCount({ min: 1, max: 10_000 });
const Seconds = seconds(1);

/** US dollars per million tokens: `input/output` or `input/cached/output`. */
const Price = z
  .string()
  .regex(/^\d{1,5}(?:\.\d{1,9})?(?:\/\d{1,5}(?:\.\d{1,9})?){1,2}$/)
  .transform((text): ModelPrice => {
    const [input = 0, second = 0, third] = text.split('/').map(Number);
    return third === undefined
      ? { input, output: second }
      : { input, cachedInput: second, output: third };
  });

const SECONDS_TEXT = 'must be whole seconds from 1 to 3600';

type Problem = { suffix: string; text: string };

/** Reads these settings; `given` returns the value of a suffix. */
export const readLimits = (
  given: (suffix: string) => string | undefined,
): { limits: BackendLimits; problems: Problem[] } => {
  const problems: Problem[] = [];
  const read = <Value>(suffix: string, type: z.ZodType<Value>, text: string): Value | undefined => {
    const value = given(suffix);
    if (value === undefined) return undefined;
    const parsed = type.safeParse(value);
    if (!parsed.success) problems.push({ suffix, text });
    return parsed.data;
  };
  const price = read('PRICE', Price, 'must be input/output or input/cached/output, in US dollars');
  const contextTokens = read(
    'CONTEXT_TOKENS',
    ContextTokens,
    'must be a whole number from 1000 on',
  );
  const concurrency = read('CONCURRENCY', Concurrency, 'must be a whole number from 1 on');
  const firstTokenSec = read('FIRST_TOKEN_SEC', Seconds, SECONDS_TEXT);
  const streamIdleSec = read('STREAM_IDLE_SEC', Seconds, SECONDS_TEXT);
  const limits = {
    ...(price !== undefined && { price }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(concurrency !== undefined && { concurrency }),
    ...(firstTokenSec !== undefined && { firstTokenMs: firstTokenSec * 1000 }),
    ...(streamIdleSec !== undefined && { streamIdleMs: streamIdleSec * 1000 }),
  };
  return { limits, problems };
};
