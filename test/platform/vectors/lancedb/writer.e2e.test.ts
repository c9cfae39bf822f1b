import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLanceDbVectorStore } from '../../../../src/platform/vectors/lancedb/store.js';
import { createHousekeeping } from '../../../../src/platform/vectors/lancedb/housekeeping.js';
import { createRunningSearches } from '../../../../src/platform/vectors/lancedb/running-searches.js';
import { createTables, type Tables } from '../../../../src/platform/vectors/lancedb/tables.js';
import { createWriters } from '../../../../src/platform/vectors/lancedb/writer.js';
import { newId, TenantId } from '../../../../src/shared/ids.js';
import { makeSystemScope } from '../../../../src/shared/make-scope.js';
import { eventually } from '../../../support/eventually.js';
import { createTenant } from '../../../contract/vector-store/fixture.js';

process.env['LANCEDB_LOG'] ??= 'error';

const fingerprint = 'current';
/** After so many it begins, whatever it took last. */
const WRITES_TO_INDEX = 100;

/** Real tables, whose indexing waits at a gate while it is shut. */
const gated = (tables: Tables) => {
  const seen: string[] = [];
  let open = (): void => undefined;
  let gate: Promise<void> = Promise.resolve();
  const optimize = async (name: string): Promise<number> => {
    seen.push('begun');
    await gate;
    const tookMs = await tables.optimize(name);
    seen.push('indexed');
    return tookMs;
  };
  return {
    seen,
    tables: { ...tables, optimize },
    shut: (): void => {
      gate = new Promise((resolve) => (open = resolve));
    },
    open: () => open(),
  };
};

const INDEX_MANY_WORDS = path.join(import.meta.dirname, '../../../support/index-many-words.ts');

describe('building the index of a LanceDB table', () => {
  let directory: string;

  const build = () => {
    const dimensions = null;
    const tables = createTables({ directory, dimensions, cleanupGraceMs: 60_000 });
    const indexing = gated(tables);
    const housekeeping = createHousekeeping({
      tables: indexing.tables,
      fingerprint,
      searches: createRunningSearches(),
      cleanupGraceMs: 60_000,
      settledMs: 60_000,
    });
    const onWritten: typeof housekeeping.onWritten = (name, rows) => {
      indexing.seen.push('written');
      return housekeeping.onWritten(name, rows);
    };
    const tenantId = newId(TenantId);
    const deps = { tables, fingerprint, dimensions };
    const writer = createWriters({ ...deps, onWritten })(makeSystemScope(tenantId));
    const store = createLanceDbVectorStore({ directory, dimensions, fingerprint });
    const { chunk } = createTenant(store, tenantId);
    const add = () => writer.upsertChunks([chunk('text')], { areNew: true });
    const close = () => Promise.all([store.close(), tables.close()]);
    return { ...indexing, housekeeping, add, close };
  };

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is awaited by every write that comes before it was first done', async () => {
    const { seen, shut, open, add, housekeeping, close } = build();
    shut();

    const adding = Promise.all([1, 2].map(() => add().then(() => seen.push('returned'))));
    const before = await eventually(
      () => [...seen],
      ({ length }) => length === 2,
    );
    open();
    await adding;

    expect(before).toEqual(['written', 'begun']);
    expect(seen.slice(2)).toEqual(['indexed', 'returned', 'returned']);
    await housekeeping.stop();
    await close();
  });

  it('runs once at a time in the background of later writes, and closing waits for it', async () => {
    const { seen, shut, open, add, housekeeping, close } = build();
    await add();
    shut();

    for (let written = 0; written < 2 * WRITES_TO_INDEX; written += 1) await add();
    const stopped = housekeeping.stop();
    open();
    await stopped;

    const runs = seen.filter((what) => what !== 'written');
    expect(runs).toEqual(['begun', 'indexed', 'begun', 'indexed']);
    await close();
  });

  it('is not started after closing', async () => {
    const { seen, add, housekeeping, close } = build();
    await housekeeping.stop();

    await add();

    expect(seen).toEqual(['written']);
    await close();
  });

  it('finishes with 400,000 words on a machine with few cores', async () => {
    // All but one core are kept for something else, unless the product says how many threads compute.
    const env = { ...process.env, LANCE_IO_CORE_RESERVATION: '1000', DATA_DIR: directory };
    const run = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', INDEX_MANY_WORDS, path.join(directory, 'vectors')],
      { env, timeout: 60_000, killSignal: 'SIGKILL' },
    );

    expect((await run).stdout).toBe('indexed');
  }, 90_000);
});
