import type { QdrantClient } from '@qdrant/js-client-rest';
import { isAppError } from '../../../shared/errors.js';
import { toVectorStoreError } from '../errors.js';

type Options = {
  url: string;
  apiKey: string | undefined;
  /** After this long a request counts as unanswered. */
  timeoutMs: number;
};

export type Client = {
  /** Turns an error of Qdrant or the network into our own, with the original as its cause. */
  call<Result>(work: (client: QdrantClient) => Promise<Result>): Promise<Result>;
};

/** Imports the SDK on first use, so that a LanceDB deployment never loads it. */
export const createClient = ({ url, apiKey, timeoutMs }: Options): Client => {
  let connected: Promise<QdrantClient> | undefined;
  const connect = async (): Promise<QdrantClient> => {
    const sdk = await import('@qdrant/js-client-rest');
    return new sdk.QdrantClient({
      url,
      port: toPort(url),
      // Sent as a header: with `apiKey` over plain http the client prints a warning.
      headers: apiKey === undefined ? {} : { 'api-key': apiKey },
      timeout: timeoutMs,
      // The check would print to standard output and delay the first request.
      checkCompatibility: false,
    });
  };
  return {
    call: async (work) => {
      try {
        connected ??= connect();
        return await work(await connected);
      } catch (error) {
        throw toVectorStoreError(error);
      }
    },
  };
};

// The client needs an explicit port: it uses 6333 even for `https://host`, which means 443.
const toPort = (url: string): number => {
  const { port, protocol } = new URL(url);
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
};

/** The HTTP status of a refusal, also if wrapped in our own error; undefined if there was no answer. */
export const statusOf = (error: unknown): number | undefined => {
  const cause = isAppError(error) ? error.cause : error;
  if (typeof cause !== 'object' || cause === null) return undefined;
  if ('status' in cause && typeof cause.status === 'number') return cause.status;
  const message = 'message' in cause ? String(cause.message) : '';
  const status = /Unexpected Response: (\d{3})/.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
};
