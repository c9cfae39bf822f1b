import type { Table as ArrowTable } from 'apache-arrow';
import type { ScopedRow } from '../scope-filter.js';
import { findTerms, readTexts, type TextColumn } from './text-column.js';

export type StoredRow = ScopedRow & { id: string; terms: readonly string[]; score: number };

/** Column by column: Arrow's row objects search their schema at every access, 2 ms for 60 hits. */
export const readRows = (found: ArrowTable, wanted?: readonly string[]): StoredRow[] => {
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
