import type { Table as ArrowTable } from 'apache-arrow';
import type { UserScope } from '../../../shared/scope.js';
import type { FoundRow, Leg, Search } from '../search-legs.js';
import { toSql } from './sql-filter.js';
import type { RunningSearches } from './running-searches.js';
import { toUnit } from '../points.js';
import type { Table } from './connection.js';
import { distanceOf, READ_FIELDS, toTableName } from './table-layout.js';
import type { Tables } from './tables.js';
import { columnsOf } from './text-column.js';

type Deps = {
  tables: Tables;
  fingerprint: string;
  searches: Pick<RunningSearches, 'count'>;
  /** Resolves once searches find the words of everything written here. */
  untilSearchable: (table: string) => Promise<void>;
};

export const createFind =
  ({ tables, fingerprint, searches, untilSearchable }: Deps, { tenantId }: UserScope) =>
  ({ kind, filter, query, limit }: Search) => {
    const name = toTableName({ kind, tenantId, fingerprint });
    const ask = async (leg: Leg): Promise<FoundRow[]> => {
      const { MatchQuery } = await tables.sdk();
      if (leg === 'lexical') await untilSearchable(name);
      const nearestIn = async (table: Table) =>
        table
          .query()
          .nearestTo(toUnit(query.vector ?? new Float32Array()))
          .column('vector')
          .distanceType(await distanceOf(table));
      const found = await tables.read(name, async (table) => {
        const search =
          leg === 'lexical'
            ? table.query().fullTextSearch(new MatchQuery(query.terms.join(' '), 'terms'))
            : await nearestIn(table);
        const score = leg === 'lexical' ? '_score' : '_distance';
        const fields = [...READ_FIELDS[kind], score];
        return search.where(toSql(filter)).select(fields).limit(limit).toArrow();
      });
      return found === null ? [] : readRows(found);
    };
    return (leg: Leg) => searches.count(() => ask(leg));
  };

/** Column by column, because Arrow's row objects search their schema at every access: 2 ms for 60 hits. */
const readRows = (found: ArrowTable): FoundRow[] => {
  const { texts, numbers, terms } = columnsOf(found);
  const [tenants, visibilities] = [texts('tenant_id'), texts('visibility')];
  const [documents, languages] = [texts('document_id'), texts('language')];
  const [owners, users] = [texts('owner_id'), texts('user_id')];
  const [scores, distances] = [numbers('_score'), numbers('_distance')];
  const termsOf = terms();
  return texts('id').map((id, row) => ({
    id,
    terms: termsOf[row] ?? [],
    documentId: documents[row],
    language: languages[row],
    tenantId: tenants[row] ?? '',
    visibility: visibilities[row],
    ownerId: owners[row],
    userId: users[row],
    score: scores[row] ?? 1 - (distances[row] ?? 1),
  }));
};
