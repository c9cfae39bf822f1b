import type { Table as ArrowTable } from 'apache-arrow';
import { untilAborted } from '../../../shared/async.js';
import { AppError } from '../../../shared/errors.js';
import type { UserScope } from '../../../shared/scope.js';
import type { LegHit, LegQuery, Legs, VectorReader } from '../vector-store.js';
import {
  chunksVisibleTo,
  createRowGuard,
  memoriesOf,
  type OnForeignRow,
  type ScopedRow,
  type ScopeFilter,
} from '../scope-filter.js';
import { searchLegs } from '../search-legs.js';
import type { Table } from './connection.js';
import { toSql } from './sql-filter.js';
import { READ_FIELDS, toTableName, type TableKind } from './table-layout.js';
import type { Tables } from './tables.js';
import { findTerms, readTexts, type TextColumn } from './text-column.js';

type ReaderDeps = {
  tables: Tables;
  fingerprint: string;
  dimensions: number | null;
  onForeignRow: OnForeignRow;
};

type TableQuery = {
  kind: TableKind;
  filter: ScopeFilter;
  query: LegQuery;
  limit: number;
  wanted: readonly string[] | undefined;
};

export const createReader = (deps: ReaderDeps, scope: UserScope): VectorReader => {
  const { tables, fingerprint, dimensions, onForeignRow } = deps;
  const isVisible = createRowGuard(scope, onForeignRow);

  const collect = async <Id extends string>(
    { kind, wanted }: TableQuery,
    find: (table: Table) => Promise<ArrowTable>,
  ): Promise<LegHit<Id>[]> => {
    const name = toTableName({ kind, tenantId: scope.tenantId, fingerprint });
    const found = await tables.read(name, find);
    return found === null ? [] : toHits<Id>(readRows(found, wanted).filter(isVisible));
  };

  const search = async <Id extends string>(search: TableQuery): Promise<Legs<Id>> => {
    const { query } = search;
    const { vector } = query;
    return searchLegs<Id>({
      lexical: query.terms.length === 0 ? null : () => collect(search, findLexical(tables, search)),
      dense:
        vector === null || dimensions === null
          ? null
          : async () => {
              checkVector(vector, dimensions);
              return collect(search, findDense(search, vector));
            },
    });
  };

  return {
    searchChunks: ({ filter, limitPerLeg, signal, query, wanted }) =>
      untilAborted(
        search({
          kind: 'chunks',
          filter: chunksVisibleTo(scope, filter),
          query,
          wanted,
          limit: limitPerLeg,
        }),
        signal,
      ),
    searchMemories: ({ filter, limitPerLeg, signal, query, wanted }) =>
      untilAborted(
        search({
          kind: 'memories',
          filter: memoriesOf(scope, filter),
          query,
          wanted,
          limit: limitPerLeg,
        }),
        signal,
      ),
  };
};

// Sorted here: LanceDB appends what is not yet in its full-text index without ranking it in.
const toHits = <Id extends string>(rows: readonly StoredRow[]): LegHit<Id>[] => {
  const hits = new Map<string, LegHit<Id>>();
  const ranked = rows.toSorted(
    (left, right) => right.score - left.score || (left.id < right.id ? -1 : 1),
  );
  for (const { id, score, terms } of ranked) {
    // The writer stored an id of this kind; the brand is lost in the file.
    if (!hits.has(id)) hits.set(id, { id: id as Id, score, terms });
  }
  return [...hits.values()];
};

const findLexical =
  (tables: Tables, { kind, filter, query, limit }: TableQuery) =>
  async (table: Table) => {
    const { MatchQuery } = await tables.sdk();
    return table
      .query()
      .fullTextSearch(new MatchQuery(query.terms.join(' '), 'terms'))
      .where(toSql(filter))
      .select([...READ_FIELDS[kind], '_score'])
      .limit(limit)
      .toArrow();
  };

const checkVector = (vector: Float32Array, dimensions: number): void => {
  if (vector.length === dimensions) return;
  throw new AppError(
    'vector_store_unavailable',
    `The query has ${vector.length} dimensions, the index ${dimensions}.`,
  );
};

const findDense =
  ({ kind, filter, limit }: TableQuery, vector: Float32Array) =>
  async (table: Table) =>
    table
      .query()
      .nearestTo(vector)
      .column('vector')
      .distanceType('cosine')
      .where(toSql(filter))
      .select([...READ_FIELDS[kind], '_distance'])
      .limit(limit)
      .toArrow();

type StoredRow = ScopedRow & { id: string; terms: readonly string[]; score: number };

/** Column by column: Arrow's row objects search their schema at every access, 2 ms for 60 hits. */
const readRows = (found: ArrowTable, wanted?: readonly string[]): StoredRow[] => {
  // The columns' types are those of the table's schema, which only this adapter writes.
  const column = <Column>(name: string) => found.getChild(name) as Column | null;
  const texts = (name: string): readonly string[] | undefined => {
    const texts = column<TextColumn>(name);
    return texts === null ? undefined : readTexts(texts);
  };
  const numbers = (name: string) => column<{ get(row: number): number }>(name);
  const [id, tenant] = [texts('id'), texts('tenant_id')];
  const [visibility, owner, user] = [texts('visibility'), texts('owner_id'), texts('user_id')];
  const [score, distance] = [numbers('_score'), numbers('_distance')];
  const terms = column<TextColumn>('terms');
  const termsOf = terms === null ? [] : readTerms(terms, wanted);
  return Array.from({ length: found.numRows }, (_, row) => ({
    id: id?.[row] ?? '',
    terms: termsOf[row] ?? [],
    tenantId: tenant?.[row] ?? '',
    visibility: visibility?.[row],
    ownerId: owner?.[row],
    userId: user?.[row],
    score: score?.get(row) ?? 1 - (distance?.get(row) ?? 1),
  }));
};

const readTerms = (column: TextColumn, wanted: readonly string[] | undefined): string[][] =>
  wanted ? findTerms(column, wanted) : readTexts(column).map((text) => text.split(' '));
