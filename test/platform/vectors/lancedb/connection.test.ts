import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CacheBounds } from '../../../../src/platform/vectors/lancedb/connection.js';
import { createTables } from '../../../../src/platform/vectors/lancedb/tables.js';
import { toTableName } from '../../../../src/platform/vectors/lancedb/table-layout.js';
import { newId, TenantId } from '../../../../src/shared/ids.js';

process.env['LANCEDB_LOG'] ??= 'error';

const LARGE = 1024 ** 4;
const HOUR_MS = 3_600_000;

describe("LanceDB's in-memory cache of the tables in its folder", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** The rows that a table shows after it was indexed, and whether another connection shows them. */
  const readAfterIndexing = async (cacheBounds: CacheBounds) => {
    const tables = createTables({ directory, dimensions: null, cleanupGraceMs: 0, cacheBounds });
    const address = { kind: 'chunks', tenantId: newId(TenantId), fingerprint: 'test' } as const;
    const name = toTableName(address);
    await tables.append(address, (table) => table.countRows());
    const before = await tables.database();
    await tables.optimize(name);
    const rows = await tables.read(name, (table) => table.countRows());
    const isRenewed = (await tables.database()) !== before;
    await tables.close();
    return { rows, isRenewed };
  };

  it('is released once it is too large, and the tables are read as before', async () => {
    const bounds = { maxBytes: 0, minAgeMs: 0 };

    expect(await readAfterIndexing(bounds)).toEqual({ rows: 0, isRenewed: true });
  });

  it('is kept while it is small', async () => {
    const bounds = { maxBytes: LARGE, minAgeMs: 0 };

    expect(await readAfterIndexing(bounds)).toEqual({ rows: 0, isRenewed: false });
  });

  it('is kept for a while however large it is', async () => {
    const bounds = { maxBytes: 0, minAgeMs: HOUR_MS };

    expect(await readAfterIndexing(bounds)).toEqual({ rows: 0, isRenewed: false });
  });
});
