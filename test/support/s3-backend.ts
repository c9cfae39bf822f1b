import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3FileStore, type S3Options } from '../../src/platform/files/s3-file-store.js';
import { startS3Server } from './s3-server.js';

/** A store in an S3 server of its own. */
export const openS3Backend = async (overrides: Partial<S3Options> = {}) => {
  const server = await startS3Server();
  const copiesFolder = await mkdtemp(join(tmpdir(), 'kr-copies-'));
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = server.variables;
  const options: S3Options = {
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    bucket: server.bucket,
    prefix: '',
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    copiesFolder,
    ...overrides,
  };
  return {
    server,
    options,
    store: await openS3FileStore(options),
    folder: server.folder,
    copiesFolder,
    close: async (): Promise<void> => {
      await server.close();
      await rm(copiesFolder, { recursive: true, force: true });
    },
  };
};
