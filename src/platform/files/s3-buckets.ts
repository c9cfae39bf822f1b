import type { AgentOptions } from 'node:https';
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { AppError, nameOf, notFound } from '../../shared/errors.js';
import type { OutgoingProxy } from '../web/outgoing-proxy.js';

export type BucketOptions = {
  /** Null for AWS itself. */
  endpoint: string | null;
  region: string;
  /** Null for credentials that the platform provides: its variables, profile, container or machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  proxy?: OutgoingProxy | null;
};

type BucketObject = { key: string; etag: string; sizeBytes: number };

/** A place in a bucket: the objects whose keys begin with the prefix. */
type Place = { bucket: string; prefix: string };

/**
 * Reads buckets that are not ours. Rejects with `forbidden` if S3 denies access, with `not_found` for an object or a bucket that does not
 * exist, and with `storage_unavailable` otherwise.
 */
export type Buckets = {
  /** One page at a time. Rejects if S3 does not name the next page. */
  list(place: Place, signal: AbortSignal): AsyncIterable<BucketObject[]>;
  /** Resolves if the object can be read. */
  find(object: { bucket: string; key: string }, signal: AbortSignal): Promise<void>;
  read(object: { bucket: string; key: string }, signal: AbortSignal): Promise<Readable>;
};

const TRIES = 3;
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection that sends nothing for this long counts as broken. */
const STALL_TIMEOUT_MS = 20_000;
const PAGE = 1000;

/** Loads the SDK on first use, because that takes half a second. */
export const createBuckets = (options: BucketOptions): Buckets => {
  let opened: Promise<S3> | undefined;
  const client = (): Promise<S3> => (opened ??= open(options));
  return {
    list: async function* ({ bucket, prefix }, signal) {
      let token: string | undefined;
      do {
        const asked = { Bucket: bucket, Prefix: prefix, MaxKeys: PAGE, ContinuationToken: token };
        const s3 = await client();
        const page = await translated(() => s3.listObjectsV2(asked, { abortSignal: signal }));
        yield (page.Contents ?? []).flatMap(({ Key: key, ETag: etag, Size: sizeBytes }) =>
          key === undefined ? [] : [{ key, etag: etag ?? '', sizeBytes: sizeBytes ?? 0 }],
        );
        const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
        if (page.IsTruncated === true && (next === undefined || next === token)) throw lost();
        token = next;
      } while (token !== undefined);
    },
    find: async ({ bucket, key }, signal) => {
      const s3 = await client();
      const asked = { Bucket: bucket, Key: key };
      await translated(() => s3.headObject(asked, { abortSignal: signal }));
    },
    read: async ({ bucket, key }, signal) => {
      const s3 = await client();
      const asked = { Bucket: bucket, Key: key };
      const { Body } = await translated(() => s3.getObject(asked, { abortSignal: signal }));
      if (!(Body instanceof Readable)) throw new TypeError('S3 gave no stream.');
      return Body;
    },
  };
};

const open = async ({ endpoint, region, credentials, proxy }: BucketOptions): Promise<S3> => {
  const [sdk, web] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('../web/outgoing-proxy.js'),
  ]);
  const httpsAgent: AgentOptions | InstanceType<typeof web.TunnelAgent> = proxy
    ? new web.TunnelAgent(proxy, { keepAlive: true })
    : { maxSockets: Infinity };
  return new sdk.S3({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      socketTimeout: STALL_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpsAgent,
    },
  });
};

const translated = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (cause) {
    const status = Failure.safeParse(cause).data?.$metadata.httpStatusCode;
    if (status === 404) throw notFound();
    if (status === 401 || status === 403) {
      throw new AppError('forbidden', 'S3 does not let this server do that.', { cause });
    }
    throw unavailable(`S3 did not answer (${nameOf(cause)}).`, cause);
  }
};

const Failure = z.object({ $metadata: z.object({ httpStatusCode: z.int() }) });

const lost = (): AppError => unavailable('S3 lost its place in the listing.');

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('storage_unavailable', message, { cause });
