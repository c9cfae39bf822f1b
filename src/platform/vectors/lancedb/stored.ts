import { nextTurn } from '../../../shared/async.js';
import type { ChunkId, DocumentId, MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { translated } from '../errors.js';
import { distinctVersions } from '../points.js';
import { allOf, chunksById, chunksOfDocuments, memoriesById } from '../scope-filter.js';
import type { VectorWriter } from '../vector-store.js';
import type { Table } from './connection.js';
import { toSql } from './sql-filter.js';
import type { TableKind } from './table-layout.js';
import type { Tables } from './tables.js';
import { readTexts, type TextColumn } from './text-column.js';

type Deps = {
  tables: Pick<Tables, 'read'>;
  dimensions: number | null;
  nameOf: (kind: TableKind) => string;
  scope: SystemScope;
};

type Page = { after: string | null; limit: number };

const NOTHING = { items: [], next: null };

/** What is stored, by the order of the files; `next` is the number of rows before it. */
export const createStoredRows = ({
  tables,
  dimensions,
  nameOf,
  scope,
}: Deps): Pick<VectorWriter, 'readVectors' | 'findMemories' | 'listVersions' | 'listMemories'> => {
  const where = toSql(allOf(scope));

  const listVersions = async (page: Page) => {
    const read = readPage(['document_id', 'version'], { ...page, where });
    const found = await tables.read(nameOf('chunks'), read);
    if (found === null) return NOTHING;
    // The columns' types are those of the table's schema, which only this adapter writes.
    const documentIds = found.rows.getChild('document_id') as TextColumn | null;
    const versions = found.rows.getChild('version') as { toArray(): Int32Array } | null;
    if (documentIds === null || versions === null) return NOTHING;
    const numbers = versions.toArray();
    const items = readTexts(documentIds).map((documentId, row) => ({
      documentId: documentId as DocumentId,
      version: numbers[row] ?? 0,
    }));
    return { items: distinctVersions(items), next: found.next };
  };

  const readMemories = async (page: Page & { where: string }) => {
    const found = await tables.read(nameOf('memories'), readPage(['id'], page));
    const ids = found?.rows.getChild('id') as TextColumn | null | undefined;
    if (!found || !ids) return NOTHING;
    // The writer stored ids of memories; the brand is lost in the file.
    return { items: [...new Set(readTexts(ids))] as MemoryId[], next: found.next };
  };

  return {
    readVectors: async (ids) => {
      if (ids.length === 0 || dimensions === null) return new Map();
      const filter = toSql(chunksById(scope, ids));
      const read = tables.read(nameOf('chunks'), (table) => readVectors(table, filter));
      return (await translated(read)) ?? new Map();
    },
    findMemories: async (ids) => {
      if (ids.length === 0) return [];
      // As many as a page may hold, were each stored twice.
      const page = { where: toSql(memoriesById(scope, ids)), after: null, limit: 2 * ids.length };
      return (await translated(readMemories(page))).items;
    },
    listVersions: (page) => translated(listVersions(page)),
    listMemories: (page) => translated(readMemories({ ...page, where })),
  };
};

const readPage =
  (columns: string[], { where, after, limit }: Page & { where: string }) =>
  async (table: Table) => {
    const offset = Number(after ?? 0);
    const query = table.query().where(where).select(columns).offset(offset).limit(limit);
    const rows = await query.toArrow();
    const next = rows.numRows < limit ? null : String(offset + rows.numRows);
    return { rows, next };
  };

const readVectors = async (table: Table, where: string) => {
  const rows: unknown[] = await table.query().where(where).select(['id', 'vector']).toArray();
  // Arrow hands a vector out as a list of its own that is iterable.
  const stored = rows as { id: ChunkId; vector: Iterable<number> | null }[];
  return new Map(
    stored.flatMap(({ id, vector }) => (vector === null ? [] : [[id, Float32Array.from(vector)]])),
  );
};

type Version = { documentId: DocumentId; version: number };
type Counted = { rows: number; distinct: number };
type StoredRow = { id: string; documentId: string | undefined; version: number | undefined };

/** One round of questions to a table; it begins after all of them were asked. */
type Round = { documentIds: Set<DocumentId>; found: Promise<StoredRow[]> };

/**
 * Counts what is stored of a version. A count opens every file that is not indexed yet, up to 20 ms of CPU for one document as
 * for many, so questions that come while another is under way are answered by one query after it.
 */
export const createCountChunks = (tables: Pick<Tables, 'read'>) => {
  const open = new Map<string, Round>();
  const last = new Map<string, Promise<unknown>>();

  const begin = (name: string, scope: SystemScope): Round => {
    const documentIds = new Set<DocumentId>();
    const before = last.get(name) ?? nextTurn();
    const found = before
      .catch(() => undefined)
      .then(async () => {
        open.delete(name);
        const where = toSql(chunksOfDocuments(scope, [...documentIds]));
        return (await tables.read(name, (table) => readRows(table, where))) ?? [];
      });
    const round = { documentIds, found };
    open.set(name, round);
    last.set(name, found);
    const forget = (): void => {
      if (last.get(name) === found) last.delete(name);
    };
    found.then(forget, forget);
    return round;
  };
  return async (
    { name, scope }: { name: string; scope: SystemScope },
    { documentId, version }: Version,
  ): Promise<Counted> => {
    const round = open.get(name) ?? begin(name, scope);
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
  // The columns' types are those of the table's schema, which only this adapter writes.
  const column = <Column>(name: string) => found.getChild(name) as Column | null;
  const [id, documentId] = [column<TextColumn>('id'), column<TextColumn>('document_id')];
  const version = column<{ toArray(): Int32Array }>('version')?.toArray();
  if (id === null || documentId === null || version === undefined) return [];
  const documentIds = readTexts(documentId);
  return readTexts(id).map((id, row) => ({
    id,
    documentId: documentIds[row],
    version: version[row],
  }));
};
