import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from './support/application.js';
import { SAMPLES } from './support/samples.js';
import { eventually } from './support/eventually.js';
import { hasS3Server, HOW_TO_GET_S3, startS3Server } from './support/s3-server.js';
import { toAnswer } from './support/serve-api.js';

const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

describe('a server with its files in S3', () => {
  it('is always tested with a real S3 server in CI', () => {
    if (!hasS3Server()) process.stderr.write(`No versitygw: S3 is not tested. ${HOW_TO_GET_S3}\n`);

    expect(hasS3Server() || process.env['CI'] !== 'true').toBe(true);
  });

  if (!hasS3Server()) return;

  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let application: TestApplication;
  let key: string;
  let handbook: string;
  const idempotencyKey = randomUUID();

  beforeAll(async () => {
    s3 = await startS3Server();
    await s3.kill();
    application = await startApplication({
      variables: s3.variables,
      overrides: { ingestionTiming: { backoffBaseMs: 100, loopIntervalMs: 100 } },
    });
    key = (await application.tenant()).adminKey;
  }, 60_000);

  afterAll(async () => {
    await application.close();
    await s3.close();
  });

  const uploadOnce = async () => {
    const form = new FormData();
    form.append('file', await openAsBlob(HANDBOOK), 'employee-handbook.pdf');
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey };
    return toAnswer(
      await fetch(`${application.url}/v1/documents`, { method: 'POST', headers, body: form }),
      'POST',
    );
  };
  const idOf = ({ json }: { json: unknown }) => (json as { document: { id: string } }).document.id;
  const readiness = () => application.call('GET', '/readyz');
  const download = (id: string) =>
    fetch(`${application.url}/v1/documents/${id}/file`, {
      headers: { Authorization: `Bearer ${key}` },
    });

  it('starts while S3 is away, and reports it', async () => {
    // On a busy machine a check may time out and report a part as down.
    const others = { database: 'up', vectors: 'up', jobs: 'up' };
    const { status } = await eventually(readiness, ({ json }) =>
      isDeepStrictEqual(json, { ...(json as object), dependencies: { ...others, files: 'down' } }),
    );

    expect(status).toBe(200);
  });

  it('refuses an upload meanwhile, and says to retry', async () => {
    const response = await uploadOnce();

    expect(response).toMatchObject({ status: 503, json: { code: 'storage_unavailable' } });
    expect(response.headers.get('Retry-After')).toBe('5');
  });

  it('accepts the same request with the same key once S3 is there', async () => {
    await s3.restart();
    await eventually(readiness, ({ json }) => !('degraded' in (json as object)));

    const response = await uploadOnce();

    expect(response.status).toBe(202);
    handbook = idOf(response);
    expect(await application.settled(key, handbook)).toMatchObject({ status: 'ready' });
    const file = Buffer.from(await (await download(handbook)).arrayBuffer());
    expect(file.equals(await readFile(HANDBOOK))).toBe(true);
  }, 60_000);

  it('answers questions while S3 is away, and keeps waiting work', async () => {
    await s3.kill();

    const answer = await application.call('POST', '/v1/chat', { key, body: { message: QUESTION } });
    const refused = await application.upload(key, join(SAMPLES, 'utazasi-szabalyzat.md'));
    const file = await download(handbook);
    const again = await application.call('POST', `/v1/documents/${handbook}/reprocess`, { key });
    const waiting = await application.call('GET', `/v1/documents/${handbook}`, { key });

    expect(answer.json).toMatchObject({ responseType: 'answer', citations: [{ pageStart: 4 }] });
    expect(refused.status).toBe(503);
    expect(file.status).toBe(503);
    expect(again.status).toBe(202);
    expect(waiting.json).toMatchObject({ status: 'ready', replacement: { version: 2 } });
  }, 60_000);

  it('continues by itself when S3 is back', async () => {
    await s3.restart();

    const read = await eventually(
      () => application.call('GET', `/v1/documents/${handbook}`, { key }),
      ({ json }) => (json as { version: number }).version === 2,
      60_000,
    );

    expect(read.json).toMatchObject({ status: 'ready', replacement: null });
    expect((await readiness()).status).toBe(200);
  }, 90_000);
});
