import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  queryAsApplication,
  queryAsOwner,
  type TestDatabase,
} from '../support/database.js';
import { ParserTimeout } from '../../src/parsing/index.js';
import type { LoggedLine } from '../fakes/silent-logger.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  toLines,
  whenFinished,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

type Options = Omit<Parameters<typeof createTestIngestion>[0], 'database' | 'databaseUrl'>;

/** A worker that stands still after its first batch, as under SIGSTOP: it does not even renew, until it is resumed. */
const createStandstill = () => {
  let resume: () => void = () => undefined;
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let isStanding = false;
  const wrap = ({ vectors, database }: TestParts): Partial<TestParts> => {
    const { platform } = database;
    const renew: typeof platform.tasks.renew = async (lease) => {
      if (isStanding) await resumed;
      return platform.tasks.renew(lease);
    };
    return {
      database: { ...database, platform: { ...platform, tasks: { ...platform.tasks, renew } } },
      vectors: {
        ...vectors,
        writerFor: (scope) => ({
          ...vectors.writerFor(scope),
          upsertChunks: async (points, turn) => {
            const confirm = async (): Promise<void> => {
              await turn?.confirm?.();
              if (isStanding) throw new Error('Wrote after another had taken over');
            };
            const shown = await vectors.writerFor(scope).upsertChunks(points, { ...turn, confirm });
            isStanding = true;
            return shown;
          },
        }),
      },
    };
  };
  return { wrap, standing: () => isStanding, resume: () => resume() };
};

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve());
  });

describe('ingestion for several tenants and workers', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let systems: TestIngestion[] = [];

  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 8 });
  });
  afterAll(async () => {
    await test.destroy();
  });
  beforeEach(async () => {
    tenant = await test.tenant();
  });
  afterEach(async () => {
    for (const system of systems) await system.close();
    systems = [];
  });

  const open = async (options: Options = {}): Promise<TestIngestion> => {
    const database = { database: test.database, databaseUrl: test.url };
    const system = await createTestIngestion({ ...database, ...options });
    systems.push(system);
    return system;
  };

  it("lets a tenant's first file overtake another tenant's long queue", async () => {
    const order: string[] = [];
    const slots = 2;
    const system = await open({
      slots,
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            const parsed = await parsers.parse(request);
            order.push(parsed.text.split(' ')[0] ?? '');
            return parsed;
          },
        },
      }),
    });
    const other = await test.tenant();
    for (let file = 0; file < 60; file += 1) {
      await system.upload(tenant.admin, `many ${file}`);
    }
    await system.start();
    await eventually(
      () => order.length,
      (count) => count >= 10,
    );
    const before = order.length;

    const { id } = await system.upload(other.admin, 'single file');
    await whenFinished(test.database, other, id);

    // Four jobs a slot may stand before it in the queue, and one a slot starts before this look.
    expect(order.indexOf('single') - before).toBeLessThanOrEqual(5 * slots);
    expect(order.length).toBeLessThan(61);
  });

  it("reads a tenant's file at once while another's files fill their own share", async () => {
    let isReleased = false;
    const held: (() => void)[] = [];
    const system = await open({
      slots: 2,
      perTenant: 1,
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            const isHeld = request.owner.tenantId === tenant.tenantId && !isReleased;
            if (isHeld) await new Promise<void>((resolve) => void held.push(resolve));
            return parsers.parse(request);
          },
        },
      }),
    });
    const other = await test.tenant();
    const files = [];
    for (let file = 0; file < 6; file += 1) {
      files.push(await system.upload(tenant.admin, `held ${file}`));
    }
    await system.start();
    await eventually(
      () => held.length,
      (count) => count === 4,
    );

    const { id } = await system.upload(other.admin, 'single file');
    const finished = await whenFinished(test.database, other, id);

    expect([finished.status, held.length]).toEqual(['ready', 4]);
    isReleased = true;
    for (const release of held) release();
    for (const file of files) await whenFinished(test.database, tenant, file.id);
  });

  it("reads a tenant's file at once, however often another edits files that are being read", async () => {
    const held = new Set<object>();
    const counts: number[] = [];
    const system = await open({
      slots: 2,
      perTenant: 1,
      timing: { runningLeaseMs: 60_000 },
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            if (request.owner.tenantId !== tenant.tenantId) return parsers.parse(request);
            held.add(request);
            await untilAborted(request.signal);
            held.delete(request);
            throw new Error('Aborted');
          },
        },
      }),
    });
    const other = await test.tenant();
    const files = [];
    for (let file = 0; file < 6; file += 1) {
      files.push(await system.upload(tenant.admin, `held ${file}`));
    }
    await system.start();

    for (let round = 0; round < 4; round += 1) {
      await eventually(
        () => held.size,
        (count) => count >= 4,
      );
      const visibility = round % 2 === 0 ? 'private' : 'tenant';
      for (const { id } of files) await system.update(tenant.admin, id, { visibility });
      const { id } = await system.upload(other.admin, `single file ${round}`);
      expect(await whenFinished(test.database, other, id)).toMatchObject({ status: 'ready' });
      counts.push(held.size);
    }

    // Its share is four; what has lost its lease ends as soon as more than that comes.
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });

  it('puts a document back whose first try was too short, and reads it with the slow ones', async () => {
    const tries: boolean[] = [];
    const system = await open({
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            const { isSlow = false } = request;
            tries.push(isSlow);
            if (!isSlow) throw new ParserTimeout({ hadWholeLimit: false });
            return parsers.parse(request);
          },
        },
      }),
    });
    await system.start();

    const { id } = await system.upload(tenant.admin, 'slow file');

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
    expect(tries).toEqual([false, true]);
    const [line] = system.lines.filter(({ fields }) => fields['outcome'] === 'moved_to_slow');
    expect(line?.level).toBe('info');
  });

  it('hands a running job back at shutdown without counting a failure', async () => {
    let isParsing = false;
    const stopping = await open({
      timing: { graceMs: 50 },
      wrap: () => ({
        parsers: {
          parse: ({ signal }) =>
            new Promise((_resolve, reject) => {
              isParsing = true;
              signal?.addEventListener('abort', () => reject(new Error('Aborted')));
            }),
        },
      }),
    });
    await stopping.start();
    const { id } = await stopping.upload(tenant.admin, toLines(3));
    await eventually(
      () => isParsing,
      (parsing) => parsing,
    );
    await stopping.ingestion.loop.stop();
    const { folder } = stopping;
    const next = await open({ folder });

    await stopping.close().catch(() => undefined);
    systems = [next];

    const rows = await queryAsOwner(
      test,
      'SELECT state, failures, lost_leases FROM ingestion_tasks WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'due', failures: 0, lost_leases: 0 }]);
  });

  it('refuses the writes of a worker that stalled while another one finished', async () => {
    const { wrap, standing, resume } = createStandstill();
    const stuck = await open({ timing: { runningLeaseMs: 300 }, wrap });
    await stuck.start();
    const { id } = await stuck.upload(tenant.admin, toLines(150));
    await eventually(standing, (isStanding) => isStanding);
    const healthy = await open({ folder: stuck.folder });
    await stuck.ingestion.loop.stop();
    // The one that stands still keeps the advisory lock; PostgreSQL ends its session after a while.
    await queryAsApplication(
      test,
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE l.locktype = 'advisory' AND l.pid <> pg_backend_pid() AND d.datname = current_database()`,
    );
    await healthy.start();
    await whenFinished(test.database, tenant, id);

    resume();

    const isTold = ({ fields }: LoggedLine) => fields['outcome'] === 'taken_over';
    await eventually(
      () => stuck.lines.some(isTold),
      (told) => told,
    );
    expect(await countVectors(healthy, tenant, id)).toEqual({ rows: 150, distinct: 150 });
    await healthy.close();
    systems = [stuck];
  });
});
