import type { z } from 'zod';
import { toCursor, type Order } from '../platform/database/list-order.js';
import { sql } from '../platform/database/sql.js';
import type { Scope } from '../shared/scope.js';
import { shownTitle } from '../tenancy/opens-content.js';
import { shownSize } from './shown-columns.js';
import { sortOf } from '../shared/lists.js';

const COLUMNS = ['createdAt', 'updatedAt', 'title', 'sizeBytes'] as const;

export const DocumentSort = sortOf(COLUMNS);
export type DocumentSort = z.infer<typeof DocumentSort>;

/** The cursor that continues after a document in creation order. */
export const cursorBehind = (id: string): string => toCursor(id, { id });

/** Titles are ordered by their beginning, which keeps cursors short; ties are ordered by id. */
const TITLE_CHARS = 80;

/** Orders `documents` aliased `d`, using only columns that the scope may see. */
export const orderOf = (scope: Scope): Order<(typeof COLUMNS)[number]> => ({
  id: sql`d.id`,
  columns: {
    // Ids are generated in chronological order.
    createdAt: { key: sql`d.id`, cast: sql`uuid` },
    updatedAt: { key: sql`d.updated_at`, cast: sql`timestamptz` },
    title: {
      key: sql`left(lower(${shownTitle(scope)}), ${TITLE_CHARS}::int) COLLATE "C"`,
      cast: sql`text`,
    },
    sizeBytes: { key: shownSize(scope), cast: sql`bigint` },
  },
});
