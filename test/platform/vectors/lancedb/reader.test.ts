import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLanceDbVectorStore } from '../../../../src/platform/vectors/lancedb/store.js';
import { loadSdk } from '../../../../src/platform/vectors/lancedb/connection.js';
import { toSchema, toTableName } from '../../../../src/platform/vectors/lancedb/table-layout.js';
import { ask, createTenant, DIMENSIONS, vectorOf } from '../../../contract/vector-store/fixture.js';

process.env['LANCEDB_LOG'] ??= 'error';

const FINGERPRINT = 'current';
const QUERY = vectorOf(1, 0, 0, 0);

describe('a search by vector in LanceDB', () => {
  let directory: string;
  const open = () =>
    createLanceDbVectorStore({ directory, dimensions: DIMENSIONS, fingerprint: FINGERPRINT });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("ranks by cosine, whatever the lengths of the embedder's vectors", async () => {
    const store = open();
    const { writer, chunk, reader } = createTenant(store);
    const near = chunk('holiday', { vector: vectorOf(0.2, 0.02, 0, 0) });
    const long = chunk('laptop', { vector: vectorOf(9, 9, 0, 0) });
    await writer.upsertChunks([near, long]);

    const { dense } = await reader.searchChunks(ask('', QUERY));

    expect(dense.map(({ id }) => id)).toEqual([near.id, long.id]);
    expect(dense[0]?.score).toBeCloseTo(0.995, 3);
    expect(dense[1]?.score).toBeCloseTo(Math.SQRT1_2, 3);
    await store.close();
  });

  it('ranks by cosine in a table from when vectors were stored without normalisation', async () => {
    const writing = open();
    const { tenantId, writer, chunk } = createTenant(writing);
    const near = chunk('holiday', { vector: vectorOf(1, 0.1, 0, 0) });
    const far = chunk('laptop', { vector: vectorOf(1, 1, 0, 0) });
    await writer.upsertChunks([near, far]);
    await writing.close();
    const name = toTableName({ kind: 'chunks', tenantId, fingerprint: FINGERPRINT });
    await makeAsBefore(directory, name, { [near.id]: 0.2, [far.id]: 9 });

    const store = open();
    const { dense } = await createTenant(store, tenantId).reader.searchChunks(ask('', QUERY));

    expect(dense.map(({ id }) => id)).toEqual([near.id, far.id]);
    expect(dense[0]?.score).toBeCloseTo(0.995, 3);
    expect(dense[1]?.score).toBeCloseTo(Math.SQRT1_2, 3);
    await store.close();
  });
});

/** Makes the table anew with vectors of these lengths, and without the mark of unit vectors. */
const makeAsBefore = async (
  directory: string,
  name: string,
  lengths: Readonly<Record<string, number>>,
): Promise<void> => {
  const sdk = await loadSdk();
  const database = await connect(directory);
  const table = await database.openTable(name);
  // The columns are those that the store wrote a moment ago.
  const rows = (await table.query().toArray()) as { id: string; vector: Iterable<number> }[];
  const before = rows.map((row) => ({
    ...row,
    vector: Float32Array.from(row.vector).map((value) => value * (lengths[row.id] ?? 1)),
  }));
  const { fields } = toSchema(sdk, 'chunks', DIMENSIONS);
  table.close();
  await database.dropTable(name);
  const made = await database.createTable(
    name,
    sdk.makeArrowTable(before, { schema: new sdk.arrow.Schema(fields) }),
  );
  await made.createIndex('terms', { config: sdk.Index.fts() });
  made.close();
  database.close();
};
