import { createKeyedLock, nextTurn } from '../../../shared/async.js';
import type { ChunkId, DocumentId, MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { translated } from '../errors.js';
import { distinctVersions } from '../points.js';
import { allOf, chunksOfDocuments, withIds } from '../scope-filter.js';
import type { PointKind, VectorWriter } from '../vector-store.js';
import type { Table } from './connection.js';
import { toSql } from './sql-filter.js';
import type { Tables } from './tables.js';
import { columnsOf } from './text-column.js';

type Deps = {
  tables: Pick<Tables, 'read'>;
  dimensions: number | null;
  nameOf: (kind: PointKind) => string;
  scope: SystemScope;
};

type Page = { columns: string[]; where: string; after: string | null; limit: number };

/** Reads what is stored, in the order of the files; `next` is the number of rows before the next page. */
export const createStoredRows = ({
  tables,
  dimensions,
  nameOf,
  scope,
}: Deps): Pick<VectorWriter, 'readVectors' | 'findMemories' | 'listVersions' | 'listMemories'> => {
  const where = toSql(allOf(scope));

  const readPage = async (kind: PointKind, { columns, where, after, limit }: Page) => {
    const offset = Number(after ?? 0);
    const found = await tables.read(nameOf(kind), (table) =>
      table.query().where(where).select(columns).offset(offset).limit(limit).toArrow(),
    );
    const isLast = found === null || found.numRows < limit;
    return { ...columnsOf(found), next: isLast ? null : String(offset + found.numRows) };
  };
  const readMemories = async (page: Omit<Page, 'columns'>) => {
    const { texts, next } = await readPage('memories', { ...page, columns: ['id'] });
    // The writer stored ids of memories; the brand is lost in the file.
    return { items: [...new Set(texts('id'))] as MemoryId[], next };
  };
  const readVersions = async (page: Omit<Page, 'columns'>) => {
    const columns = ['document_id', 'version'];
    const { texts, numbers, next } = await readPage('chunks', { ...page, columns });
    const versions = numbers('version');
    const items = texts('document_id').map((documentId, row) => ({
      // As above.
      documentId: documentId as DocumentId,
      version: versions[row] ?? 0,
    }));
    return { items: distinctVersions(items), next };
  };

  return {
    readVectors: async (ids) => {
      if (ids.length === 0 || dimensions === null) return new Map();
      const filter = toSql(withIds(scope, ids));
      const read = tables.read(nameOf('chunks'), (table) => readVectors(table, filter));
      return (await translated(read)) ?? new Map();
    },
    findMemories: async (ids) => {
      if (ids.length === 0) return [];
      // As many as a page may hold, were each stored twice.
      const page = { where: toSql(withIds(scope, ids)), after: null, limit: 2 * ids.length };
      return (await translated(readMemories(page))).items;
    },
    listVersions: (page) => translated(readVersions({ ...page, where })),
    listMemories: (page) => translated(readMemories({ ...page, where })),
  };
};

const readVectors = async (table: Table, where: string) => {
  const rows: unknown[] = await table.query().where(where).select(['id', 'vector']).toArray();
  // Arrow hands a vector out as a list of its own that is iterable.
  const stored = rows as { id: ChunkId; vector: Iterable<number> | null }[];
  return new Map(
    stored.flatMap(({ id, vector }) => (vector === null ? [] : [[id, Float32Array.from(vector)]])),
  );
};

type StoredRow = { id: string; documentId: string | undefined; version: number | undefined };

/** One question to a table for all that wait for it. */
type Round = { documentIds: Set<DocumentId>; found: Promise<StoredRow[]> };

/**
 * Counts what is stored of a version. A count opens every file that is not indexed yet, up to 20 ms of CPU for one document as
 * for many, so questions that come while another is under way are answered by one query after it.
 */
export const createCountChunks = (tables: Pick<Tables, 'read'>) => {
  const oneAtATime = createKeyedLock();
  const waiting = new Map<string, Round>();

  const open = (name: string, scope: SystemScope): Round => {
    const documentIds = new Set<DocumentId>();
    const found = oneAtATime(name, async () => {
      // For those that come with the first one.
      await nextTurn();
      waiting.delete(name);
      const where = toSql(chunksOfDocuments(scope, [...documentIds]));
      return (await tables.read(name, (table) => readRows(table, where))) ?? [];
    });
    const round = { documentIds, found };
    waiting.set(name, round);
    return round;
  };
  return async (
    { name, scope }: { name: string; scope: SystemScope },
    { documentId, version }: Parameters<VectorWriter['countChunks']>[0],
  ): ReturnType<VectorWriter['countChunks']> => {
    const round = waiting.get(name) ?? open(name, scope);
    round.documentIds.add(documentId);
    const rows = (await round.found).filter(
      (row) => row.documentId === documentId && row.version === version,
    );
    return { rows: rows.length, distinct: new Set(rows.map(({ id }) => id)).size };
  };
};

/** Column by column: 3,000 row objects of Arrow hold up the event loop for 60 ms. */
const readRows = async (table: Table, where: string): Promise<StoredRow[]> => {
  const columns = ['id', 'document_id', 'version'];
  const found = await table.query().where(where).select(columns).toArrow();
  const { texts, numbers } = columnsOf(found);
  const [documentIds, versions] = [texts('document_id'), numbers('version')];
  return texts('id').map((id, row) => ({
    id,
    documentId: documentIds[row],
    version: versions[row],
  }));
};
