import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { z } from 'zod';
import type { System } from '../system.js';

type StoredChunk = { id: string; documentId: string; version: number };
export type StoredVectors = { chunks: StoredChunk[]; memories: string[] };

const ChunkRow = z
  .object({ id: z.string(), document_id: z.string(), version: z.number() })
  .transform(({ id, document_id: documentId, version }) => ({ id, documentId, version }));
const MemoryRow = z.object({ id: z.string() });

const readLanceDb = async (directory: string): Promise<StoredVectors> => {
  if (!existsSync(directory)) return { chunks: [], memories: [] };
  const database = await connect(directory);
  const stored: StoredVectors = { chunks: [], memories: [] };
  for (const name of await database.tableNames({ limit: 1000 })) {
    const table = await database.openTable(name);
    const isChunks = name.startsWith('document_chunks');
    const columns = isChunks ? ['id', 'document_id', 'version'] : ['id'];
    const rows: unknown[] = await table.query().select(columns).toArray();
    if (isChunks) for (const row of rows) stored.chunks.push(ChunkRow.parse(row));
    else for (const row of rows) stored.memories.push(MemoryRow.parse(row).id);
    table.close();
  }
  database.close();
  return stored;
};

const readQdrant = ({ state }: NonNullable<System['qdrant']>): StoredVectors => {
  const pointsOf = (kind: string) =>
    [...state.collections]
      .filter(([name]) => name.startsWith(kind))
      .flatMap(([, { points }]) => points);
  return {
    chunks: pointsOf('document_chunks').map(({ id, payload }) =>
      ChunkRow.parse({ id, ...payload }),
    ),
    memories: pointsOf('long_term_memories').map(({ id }) => String(id)),
  };
};

/** Everything that is stored, read past the product's own code. */
export const readVectors = ({
  qdrant,
  dataDir,
}: Pick<System, 'qdrant' | 'dataDir'>): Promise<StoredVectors> =>
  qdrant === null ? readLanceDb(join(dataDir, 'vectors')) : Promise.resolve(readQdrant(qdrant));
