import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { openS3FileStore } from '../src/platform/files/s3-file-store.js';
import { newId, TenantId } from '../src/shared/ids.js';
import { makeSystemScope } from '../src/shared/make-scope.js';
import { hasS3Server, HOW_TO_GET_S3, startS3Server } from '../test/support/s3-server.js';
import { inFolder } from './in-folder.js';
import { median, reportRatio } from './measure.js';

const ROUNDS = 11;
const MB = 1024 * 1024;
const ROUND_BYTES = 100 * MB;
const PIECE_BYTES = 64 * 1024;
const SIZES_MB = [1, 10, 50];

/** Takes the bytes in; resolves with what removes them again, which is not measured. */
type Side = (bytes: Buffer) => Promise<() => Promise<unknown>>;

/** Measures what our store gets into a bucket in a second, against the official client's own upload of the same stream. */
export const measureS3Upload = async (): Promise<void> => {
  if (!hasS3Server()) {
    process.stdout.write(`No versitygw: uploads to S3 are not measured. ${HOW_TO_GET_S3}\n`);
    return;
  }
  const server = await startS3Server();
  return inFolder(async (copiesFolder) => {
    const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = server.variables;
    const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
    const reach = { endpoint, region: 'us-east-1', credentials };
    const { bucket: Bucket } = server;
    const store = await openS3FileStore({ ...reach, bucket: Bucket, prefix: '', copiesFolder });
    const client = new S3({ ...reach, forcePathStyle: true });
    const files = store.for(makeSystemScope(newId(TenantId)));
    const ours: Side = async (bytes) => {
      const { key } = await files.write(inPieces(bytes), { maxBytes: bytes.length });
      return () => files.delete(key);
    };
    const bare: Side = async (bytes) => {
      const object = { Bucket, Key: 'bare' };
      await new Upload({ client, params: { ...object, Body: inPieces(bytes) } }).done();
      return () => client.deleteObject(object);
    };
    try {
      for (const sizeMb of SIZES_MB) await compare(sizeMb, [ours, bare]);
    } finally {
      await store.close();
      client.destroy();
      await server.close();
    }
  });
};

/** Streams bytes as a request's body comes: nobody knows its length before its end. */
const inPieces = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        yield bytes.subarray(from, from + PIECE_BYTES);
      }
    })(),
    { objectMode: false },
  );

const compare = async (sizeMb: number, sides: [ours: Side, bare: Side]): Promise<void> => {
  const bytes = randomBytes(sizeMb * MB);
  for (const side of sides) await time(side, bytes);
  const rates: [ours: number, bare: number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const spentMs: [number, number] = [0, 0];
    for (let sent = 0; sent < ROUND_BYTES; sent += bytes.length) {
      // One upload each in turn, and each side first every other time.
      const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const side of order) spentMs[side] += await time(sides[side], bytes);
    }
    const toRate = (ms: number) => ROUND_BYTES / MB / (ms / 1000);
    rates.push([toRate(spentMs[0]), toRate(spentMs[1])]);
  }
  const [ours, bare] = [rates.map(([rate]) => rate), rates.map(([, rate]) => rate)];
  reportRatio({
    goal: `S3 upload of ${sizeMb} MB, throughput`,
    ratio: median(rates.map(([rate, other]) => rate / other)),
    ambitious: '1',
    must: '0.8 or more',
    detail: `${median(ours).toFixed(0)} MB/s against ${median(bare).toFixed(0)} MB/s`,
  });
};

const time = async (side: Side, bytes: Buffer): Promise<number> => {
  const startedAtMs = performance.now();
  const remove = await side(bytes);
  const spentMs = performance.now() - startedAtMs;
  await remove();
  return spentMs;
};
