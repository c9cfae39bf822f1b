import { z } from 'zod';
import type { Buckets } from '../../../platform/files/s3-buckets.js';
import { isAppError } from '../../../shared/errors.js';
import {
  SourceFailed,
  type AllowedBucket,
  type Check,
  type Listed,
  type OpenSource,
  type SourceKind,
} from '../../kind.js';

const Settings = z.strictObject({
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u, 'must be the name of a bucket')
    .describe('A bucket that the operator allows (`SOURCE_BUCKETS`).'),
  prefix: z
    .string()
    .max(900)
    .default('')
    .transform((prefix) => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`))
    .describe("Prefix of its objects' keys, ending at a slash."),
});
type Settings = z.output<typeof Settings>;

/** A bucket of S3 or of a compatible service, read with the operator's credentials. Keys that end in a slash are folders, not files. */
export const s3: SourceKind<Settings> = {
  name: 's3',
  settings: Settings,
  places: ({ buckets: { allowed } }) =>
    allowed.map(({ bucket, prefix }) => (prefix === '' ? bucket : `${bucket}/${prefix}`)),
  problems: (settings, { buckets: { allowed } }) =>
    allowed.some((one) => isIn(one, settings))
      ? []
      : [{ path: 'settings.bucket', message: 'must be a bucket that the operator allows' }],
  open: (settings, { buckets: { reader } }) => openBucket(settings, reader),
};

const isIn = (allowed: AllowedBucket, { bucket, prefix }: Settings): boolean =>
  allowed.bucket === bucket && prefix.startsWith(allowed.prefix);

const openBucket = ({ bucket, prefix }: Settings, reader: Buckets): OpenSource => {
  const list = async function* (signal: AbortSignal): AsyncGenerator<Listed> {
    try {
      for await (const page of reader.list({ bucket, prefix }, signal)) {
        const files = page.filter(({ key }) => !key.endsWith('/'));
        yield {
          items: files.map(({ key, etag, sizeBytes }) => ({
            externalId: key,
            path: key.slice(prefix.length),
            revision: `${etag}-${sizeBytes}`,
            sizeBytes,
          })),
          findings: [],
        };
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toFailure(error, 'The bucket cannot be listed.');
    }
  };
  return {
    test: async (signal) => [await checkBucket(list(signal))],
    list,
    look: async ({ externalId: key }, signal) => {
      try {
        await reader.find({ bucket, key }, signal);
        return { path: key.slice(prefix.length) };
      } catch (error) {
        if (!isAppError(error) || error.code === 'storage_unavailable') throw error;
        return null;
      }
    },
    read: async ({ externalId: key }, signal) => {
      try {
        return await reader.read({ bucket, key }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (isAppError(error) && error.code !== 'storage_unavailable') throw error;
        throw toFailure(error, 'The bucket cannot be read.');
      }
    },
  };
};

const checkBucket = async (listing: AsyncGenerator<Listed>): Promise<Check> => {
  const name = 'list the bucket';
  try {
    await listing.next();
    return { name, ok: true, message: 'The bucket can be listed.' };
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    return { name, ok: false, message: error.message };
  } finally {
    await listing.return(undefined);
  }
};

const toFailure = (cause: unknown, message: string): unknown => {
  if (!isAppError(cause)) return cause;
  if (cause.code === 'forbidden') {
    return new SourceFailed('refused', 'The server may not list or read this bucket.', { cause });
  }
  if (cause.code === 'not_found') {
    return new SourceFailed('cut_short', 'There is no such bucket.', { cause });
  }
  return new SourceFailed('unreachable', message, { cause });
};
