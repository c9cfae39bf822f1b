import { randomUUID } from 'node:crypto';
import type { AgentOptions } from 'node:https';
import { join } from 'node:path';
import { PassThrough, pipeline, Readable } from 'node:stream';
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import { z } from 'zod';
import { AppError, isAppError, nameOf, type ErrorCode } from '../../shared/errors.js';
import { serviceUrl } from '../../shared/variable-types.js';
import { isFileKey, requireFileKey } from './file-key.js';
import type { OutgoingProxy } from '../web/outgoing-proxy.js';
import type { FileStore, OpenFileStore, ScopedFiles, StoredFile } from './file-store.js';
import { receive } from './receive.js';
import type { LocalCopies } from './local-copies.js';

export type S3Options = {
  /** Null for AWS itself. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** The prefix of our objects' names, without slashes at its ends; may be empty. */
  prefix: string;
  /** Null for credentials that the platform provides: its variables, profile, container or machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The folder of the local copies that parsers read. */
  copiesFolder: string;
  /** The proxy for https addresses. */
  proxy?: OutgoingProxy | null;
};

/** A bucket of S3 or a compatible service: an object per file, named prefix / tenant / random UUID. */
export const openS3FileStore = async (options: S3Options): Promise<FileStore> => {
  // Takes half a second to load, so only an installation with S3 pays for it.
  const [sdk, storage, web, copies] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('../web/outgoing-proxy.js'),
    import('./local-copies.js'),
  ]);
  const httpsAgent = options.proxy && new web.TunnelAgent(options.proxy, { keepAlive: true });
  const client = new sdk.S3(toClientConfig(options, httpsAgent ?? { maxSockets: Infinity }));
  const { bucket } = options;
  const prefix = options.prefix === '' ? '' : `${options.prefix}/`;
  const reach: Reach = {
    client,
    bucket,
    upload: (uploaded) => new storage.Upload({ ...uploaded, client, queueSize: PARTS_AT_ONCE }),
    serverNowMs: followServerClock(client),
    copies: await copies.openLocalCopies(options.copiesFolder),
    writtenAtMs: -Infinity,
  };
  return {
    for: ({ tenantId }) => filesUnder(`${prefix}${tenantId}/`, reach),
    check: createCheck(reach, `${prefix}.check`),
    close: async () => client.destroy(),
  };
};

const variables = {
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket: 3 to 63 small letters, digits, dots and hyphens',
    )
    .optional()
    .describe('Bucket for uploaded files. Unset: a folder under DATA_DIR.'),
  S3_ENDPOINT: serviceUrl('http', 'https')
    .optional()
    .describe('Address of an S3-compatible server. Unset: AWS.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket.'),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(?:[./][\w-]+)*$/, 'must be names with slashes between them')
    .optional()
    .describe('Prefix for the names of our objects, for a bucket shared with others.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Id of the access key. Unset: the identity the platform provides, found by the AWS SDK.',
    ),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of the access key.'),
};
type Variables = z.infer<z.ZodObject<typeof variables>>;

/** Selected if its bucket is named. */
export const s3 = {
  name: 's3',
  variables,
  problems: (env: Variables): string[] => {
    const { S3_BUCKET, S3_ENDPOINT, S3_PREFIX, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
    const others = S3_ENDPOINT ?? S3_PREFIX ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY;
    return [
      ...(others !== undefined && S3_BUCKET === undefined
        ? ['S3_BUCKET: required with the other S3_ variables']
        : []),
      ...(S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY === undefined
        ? ['S3_SECRET_ACCESS_KEY: required with S3_ACCESS_KEY_ID']
        : []),
      ...(S3_SECRET_ACCESS_KEY !== undefined && S3_ACCESS_KEY_ID === undefined
        ? ['S3_ACCESS_KEY_ID: required with S3_SECRET_ACCESS_KEY']
        : []),
    ];
  },
  isChosen: ({ S3_BUCKET }: Variables): boolean => S3_BUCKET !== undefined,
  open: (env: Variables, { dataDir, proxy }: OpenFileStore): Promise<FileStore> =>
    openS3FileStore({
      endpoint: env.S3_ENDPOINT ?? null,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET ?? '',
      prefix: env.S3_PREFIX ?? '',
      credentials:
        env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
          ? null
          : { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
      copiesFolder: join(dataDir, 'copies'),
      proxy,
    }),
};

/** A part is at most 5 MB, and an upload keeps one part more than this in memory. */
const PARTS_AT_ONCE = 4;
const TRIES = 3;
const CONNECT_TIMEOUT_MS = 3000;
/** For one part of an upload, or until a response begins. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A body that sends nothing for this long to a waiting reader counts as broken. */
const STALL_TIMEOUT_MS = 20_000;

type Reach = {
  client: S3;
  bucket: string;
  upload: (uploaded: { params: { Bucket: string; Key: string; Body: Readable } }) => Upload;
  serverNowMs: () => number;
  copies: LocalCopies;
  /** The time of the last check that wrote; reset when a write fails. */
  writtenAtMs: number;
};

const toClientConfig = (
  { endpoint, region, credentials }: S3Options,
  httpsAgent: AgentOptions,
): S3ClientConfig => ({
  region,
  ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  ...(credentials !== null && { credentials }),
  maxAttempts: TRIES,
  requestHandler: {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
    // A download keeps its connection as long as its reader likes, and others must not wait for it.
    httpAgent: { maxSockets: Infinity },
    httpsAgent,
  },
  // The part is in memory already, so asking first whether it may be sent would only add a round trip.
  expectContinueHeader: false,
});

const filesUnder = (prefix: string, reach: Reach): ScopedFiles => {
  const { client, bucket: Bucket, copies } = reach;
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${requireFileKey(key)}` });
  const read = async (key: string, signal?: AbortSignal): Promise<Readable> => {
    const options = signal === undefined ? {} : { abortSignal: signal };
    const { Body } = await translated(() => client.getObject(objectOf(key), options));
    if (!(Body instanceof Readable)) throw new TypeError('S3 gave no stream.');
    return untilStalled(Body);
  };
  return {
    write: (source, { maxBytes }) => write(reach, source, { prefix, maxBytes }),
    read: (key) => read(key),
    withLocalCopy: async (key, use, signal) => copies.lend(await read(key, signal), use),
    replace: (key, by) =>
      translated(async () => {
        const taken = objectOf(by);
        await client.copyObject({ ...objectOf(key), CopySource: `${Bucket}/${taken.Key}` });
        // From here on it is an orphan, which is collected later if it cannot be deleted now.
        await client.deleteObject(taken).catch(() => undefined);
      }),
    delete: async (key) => {
      await translated(() => client.deleteObject(objectOf(key)));
    },
    listOlderThan: (ageMs) => listOlderThan(reach, prefix, ageMs),
  };
};

const write = async (
  reach: Reach,
  source: Readable,
  { prefix, maxBytes }: { prefix: string; maxBytes: number },
): Promise<StoredFile> => {
  const key = randomUUID();
  const { bytes: Body, digest } = receive(source, { maxBytes });
  try {
    // Any failure of the body aborts the upload, which then removes its parts.
    const params = { Bucket: reach.bucket, Key: `${prefix}${key}`, Body };
    await reach.upload({ params }).done();
    return { key, ...digest() };
  } catch (error) {
    source.destroy();
    if (Body.errored !== null) throw Body.errored;
    reach.writtenAtMs = -Infinity;
    throw toFileError(error);
  }
};

/** Fails when S3 stops sending, but not when the reader is slow. */
const untilStalled = (body: Readable): Readable => {
  const idle = setTimeout(() => {
    if (body.isPaused()) idle.refresh();
    else body.destroy(new Error(`S3 sent nothing for ${STALL_TIMEOUT_MS} ms.`));
  }, STALL_TIMEOUT_MS);
  const guarded = new PassThrough({
    destroy: (error, done) => {
      clearTimeout(idle);
      done(error && (toFileError(error) as Error));
    },
  });
  body.on('data', () => void idle.refresh());
  pipeline(body, guarded, () => undefined);
  return guarded;
};

async function* listOlderThan(reach: Reach, Prefix: string, ageMs: number): AsyncGenerator<string> {
  const { client, bucket: Bucket } = reach;
  const isOld = (at: Date | undefined) =>
    at !== undefined && at.getTime() <= reach.serverNowMs() - ageMs;
  try {
    // Removes uploads that a dead process left unfinished. At most a thousand: the next round finds the rest.
    const unfinished = await client.listMultipartUploads({ Bucket, Prefix });
    for (const { Key, UploadId, Initiated } of unfinished.Uploads ?? []) {
      if (isOld(Initiated)) await client.abortMultipartUpload({ Bucket, Key, UploadId });
    }
    for await (const page of client.paginateListObjectsV2({ Bucket, Prefix })) {
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const key = Key.slice(Prefix.length);
        if (isFileKey(key) && isOld(LastModified)) yield key;
      }
    }
  } catch (error) {
    throw toFileError(error);
  }
}

/** The server's time, which dates the objects: this process's clock may be an hour off, and a new file must not seem old. */
const followServerClock = (client: S3): (() => number) => {
  let aheadMs = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { success, data } = Answer.safeParse(result.response);
      // The header omits fractions of a second.
      if (success) aheadMs = data.headers.date.getTime() + 1000 - performance.now();
      return result;
    },
    { step: 'deserialize' },
  );
  return () => aheadMs + performance.now();
};

const Answer = z.object({ headers: z.object({ date: z.coerce.date() }) });

const CHECK_TIMEOUT_MS = 5000;
const WRITE_CHECK_INTERVAL_MS = 60_000;
const NOTHING = new Uint8Array();

/**
 * Requests the bucket each time, and writes an empty object once a minute or after a failed write: an existing bucket may still refuse
 * writes.
 */
const createCheck = (reach: Reach, Key: string) => {
  const { client, bucket: Bucket } = reach;
  return (): Promise<void> =>
    translated(async () => {
      const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      if (performance.now() - reach.writtenAtMs < WRITE_CHECK_INTERVAL_MS) {
        await client.headBucket({ Bucket }, { abortSignal });
      } else {
        await client.putObject({ Bucket, Key, Body: NOTHING }, { abortSignal });
        reach.writtenAtMs = performance.now();
      }
    });
};

const translated = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (error) {
    throw toFileError(error);
  }
};

const RETRY_AFTER_SEC = 5;

const toFileError = (cause: unknown): unknown => {
  if (isAppError(cause)) return cause;
  const otherwise = Refusal.safeParse(cause).success ? NO_RIGHT : AWAY;
  const [code, message] = MEANINGS[nameOf(cause)] ?? otherwise;
  return new AppError(code, message, {
    cause,
    ...(code === 'storage_unavailable' && { retryAfterSec: RETRY_AFTER_SEC }),
  });
};

const Refusal = z.object({ $metadata: z.object({ httpStatusCode: z.literal([401, 403, 405]) }) });

type Meaning = [code: ErrorCode, message: string];

const refused = (message: string): Meaning => ['storage_unavailable', message];

const AWAY = refused('S3_ENDPOINT: S3 cannot be reached at the moment.');
const NO_BUCKET = refused('S3_BUCKET: there is no such bucket.');
const NO_RIGHT = refused('S3_BUCKET, S3_ACCESS_KEY_ID: this identity may not do that there.');
const OTHER_REGION = refused('S3_REGION: the bucket lies in another region.');
const UNKNOWN_KEY = refused('S3_ACCESS_KEY_ID: S3 does not know this key.');
const FULL: Meaning = ['insufficient_storage', 'There is no space left for files.'];

/** By the code that S3 gives. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  NoSuchKey: ['file_missing', 'The file is missing.'],
  NoSuchBucket: NO_BUCKET,
  NotFound: NO_BUCKET,
  InvalidAccessKeyId: UNKNOWN_KEY,
  SignatureDoesNotMatch: refused('S3_SECRET_ACCESS_KEY: S3 does not accept this secret.'),
  CredentialsProviderError: refused(
    'S3_ACCESS_KEY_ID: it is not set, and the platform gives no identity.',
  ),
  PermanentRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
  QuotaExceeded: FULL,
  InsufficientStorage: FULL,
  // Other servers' names for the same errors.
  XMinioStorageFull: FULL,
  XAdminUserNotFound: UNKNOWN_KEY,
};
