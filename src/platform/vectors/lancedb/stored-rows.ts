import type { DocumentId, MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import type { VectorWriter } from '../vector-store.js';
import { distinctVersions } from '../distinct-versions.js';
import { allOf, memoriesById } from '../scope-filter.js';
import type { Table } from './sdk.js';
import { toSql } from './sql-filter.js';
import type { TableKind } from './table-layout.js';
import type { Tables } from './tables.js';
import { readTexts, type TextColumn } from './text-column.js';
import { translated } from './translated.js';

type Deps = {
  tables: Pick<Tables, 'read'>;
  nameOf: (kind: TableKind) => string;
  scope: SystemScope;
};

type Page = { after: string | null; limit: number };

const NOTHING = { items: [], next: null };

/** What is stored, by the order of the files; `next` is the number of rows before it. */
export const createStoredRows = ({
  tables,
  nameOf,
  scope,
}: Deps): Pick<VectorWriter, 'findMemories' | 'listVersions' | 'listMemories'> => {
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
