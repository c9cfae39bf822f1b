import { nextTurn } from '../../../shared/async.js';
import type { DocumentId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { chunksOfDocuments } from '../scope-filter.js';
import type { Table } from './sdk.js';
import { toSql } from './sql-filter.js';
import type { Tables } from './tables.js';
import { readTexts, type TextColumn } from './text-column.js';

type Version = { documentId: DocumentId; version: number };
type Counted = { rows: number; distinct: number };
type StoredRow = { id: string; documentId: string | undefined; version: number | undefined };

/** One round of questions to a table; it begins after all of them were asked. */
type Round = { documentIds: Set<DocumentId>; found: Promise<StoredRow[]> };

export type CountChunks = ReturnType<typeof createCountChunks>;

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
