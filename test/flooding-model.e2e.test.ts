import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stopServer } from '../src/platform/database/embedded/cluster.js';
import { startFloodingServer } from './fakes/flooding-server.js';
import { toAnswer } from './support/serve-api.js';
import { startServer, type Service } from './support/start-service.js';

const MEGABYTE = 1024 * 1024;
/** True where a process's memory can be read. */
const HAS_PROC = existsSync('/proc/self/status');

describe('a server whose model sends a line that never ends', () => {
  const closers: (() => Promise<unknown>)[] = [];
  let service: Service;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kr-flooding-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    closers.push(() => stopServer(join(dataDir, 'postgres')));
    const model = await startFloodingServer({
      contentType: 'text/event-stream',
      piece: 'x'.repeat(65_536),
    });
    closers.push(model.close);
    service = await startServer({
      DATA_DIR: dataDir,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'flood',
    });
    closers.push(() => service.kill());
    const bootstrap: unknown = JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8'));
    const { adminKey } = bootstrap as { adminKey: string };
    headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  }, 120_000);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  it('answers all questions without the model, uses little more memory, and exits when told to', async () => {
    const before = HAS_PROC ? await service.peakBytes() : 0;
    const ask = async (message: string) => {
      const body = JSON.stringify({ message });
      const response = await fetch(`${service.url}/v1/chat`, { method: 'POST', headers, body });
      const { json } = await toAnswer(response, 'POST');
      return json as { status: string };
    };

    const answers = await Promise.all(
      ['Who may work from home?', 'What is a leave?', 'When is it due?'].map(ask),
    );

    expect(answers.map(({ status }) => status)).toEqual(['degraded', 'degraded', 'degraded']);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    if (HAS_PROC) expect((await service.peakBytes()) - before).toBeLessThan(200 * MEGABYTE);
    expect(await service.terminate()).toBe(0);
  }, 120_000);
});
