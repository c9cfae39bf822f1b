import type { DocumentId } from '../../../domain/ids.js';
import type { SystemScope } from '../../../domain/scope.js';
import { chunksOfDocuments } from '../scope-filter.js';
import type { Table } from './sdk.js';
import { toSql } from './sql-filter.js';
import type { Tables } from './tables.js';

type Version = { documentId: DocumentId; version: number };
type Counted = { rows: number; distinct: number };
type StoredRow = { id: string; document_id: string; version: number };

/** One round of questions to a table; it begins after all of them were asked. */
type Round = { documentIds: Set<DocumentId>; found: Promise<StoredRow[]> };

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const readRows = async (table: Table, where: string): Promise<StoredRow[]> => {
  const rows: unknown[] = await table
    .query()
    .where(where)
    .select(['id', 'document_id', 'version'])
    .toArray();
  // The columns that were asked for, of the types that the table has.
  return rows as StoredRow[];
};

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
      (row) => row.document_id === documentId && row.version === version,
    );
    return { rows: rows.length, distinct: new Set(rows.map(({ id }) => id)).size };
  };
};

export type CountChunks = ReturnType<typeof createCountChunks>;
