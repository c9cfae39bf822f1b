import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, dropDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { findProgramOfTests } from '../support/installed.js';
import { startNginx } from '../support/nginx.js';
import { freePort } from '../support/redis-server.js';
import { askWithoutPause } from '../support/requests-behind-proxy.js';
import { startServer, type Service } from '../support/start-service.js';

const SITE = join(import.meta.dirname, '../../ops/nginx/knowledge-router.conf');
const OPERATOR_KEY = 'operator-key-of-the-rolling-restart';

const hasNginx = findProgramOfTests('nginx', 'no rolling restart is tried.') !== undefined;

if (hasNginx) {
  describe('two APIs behind the shipped nginx file, under constant requests', () => {
    const closers: (() => Promise<unknown>)[] = [];
    let ports: [number, number];
    let apis: [Service, Service];
    let variables: Record<string, string>;
    let asking: ReturnType<typeof askWithoutPause>;

    const start = (port: number) => startServer(variables, { port });

    /** Until every client has had answers from what is there now. */
    const untilAnswered = async () => {
      const before = asking.answered();
      await eventually(
        async () => asking.answered(),
        (answered) => answered > before + 40,
        60_000,
      );
    };

    beforeAll(async () => {
      const database = await createEmptyDatabase();
      closers.push(() => dropDatabase(database));
      const folder = await mkdtemp(join(tmpdir(), 'kr-roll-'));
      closers.push(() => rm(folder, { recursive: true, force: true }));
      variables = {
        ...{ DATABASE_URL: database.url, DATABASE_MIGRATION_URL: database.migrationUrl },
        ...{ DATABASE_POOL_SIZE: '4', DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' },
        ...{ BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY, INGESTION_WORKER: 'separate' },
        ...{ MAX_PARALLEL_CHATS_PER_USER: '20' },
        ...{ REQUESTS_PER_MINUTE_PER_KEY: '100000', REQUESTS_PER_MINUTE_PER_TENANT: '100000' },
      };
      ports = [await freePort(), await freePort()];
      apis = [await start(ports[0]), await start(ports[1])];
      closers.push(() => Promise.all(apis.map((api) => api.kill())));
      const nginx = await startNginx(await readFile(SITE, 'utf8'), ports);
      closers.push(() => nginx.close());
      const created = await fetch(`${apis[0].url}/v1/tenants`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
        body: '{"slug":"acme","name":"Acme","admin":{"email":"admin@acme.example"}}',
      });
      const { apiKey } = (await created.json()) as { apiKey: string };
      asking = askWithoutPause({ port: nginx.httpsPort, key: apiKey });
      closers.push(() => asking.end());
      await untilAnswered();
    }, 180_000);

    afterAll(async () => {
      const ended: unknown[] = [];
      for (const close of closers.reverse())
        await close().catch((error: unknown) => ended.push(error));
      expect(ended).toEqual([]);
    }, 60_000);

    it('lose only the requests in progress when one is killed, and answer them on a retry', async () => {
      await apis[1].kill();
      await untilAnswered();
      apis[1] = await start(ports[1]);
      await untilAnswered();

      const lost = asking.takeLost();
      expect(lost.filter(({ what }) => what.endsWith('once more'))).toEqual([]);
      expect(lost.length).toBeLessThanOrEqual(4);
    }, 120_000);

    it('lose no request when they are restarted one after the other with SIGTERM', async () => {
      for (const which of [0, 1] as const) {
        expect(await apis[which].terminate()).toBe(0);
        await untilAnswered();
        apis[which] = await start(ports[which]);
        await untilAnswered();
      }

      expect(asking.takeLost()).toEqual([]);
    }, 180_000);

    it('lose no request when one is drained before it stops', async () => {
      apis[0].signal('SIGUSR1');
      await untilAnswered();
      expect(await apis[0].terminate()).toBe(0);
      apis[0] = await start(ports[0]);
      await untilAnswered();

      expect(asking.takeLost()).toEqual([]);
    }, 120_000);
  });
}
