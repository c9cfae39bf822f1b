import { z } from 'zod';
import { emptySql, joinSql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { CHUNK_COLUMNS, DATED_AT, ReadableRow } from './chunks-repository.js';
import { visibleTo } from './rights.js';
import type { ReadableChunk } from './schema.js';

export type Listing = {
  /** Words contained in the title or file name, ignoring case and accents; function words are optional. */
  title?: string | undefined;
  ids?: readonly DocumentId[] | undefined;
  sort: 'title' | 'newest' | 'oldest';
  limit: number;
};

type Listed = {
  /** The number of all matching documents, including those that were not listed. */
  total: number;
  /** The first passage of each listed document; a document without text has none. */
  openings: (ReadableChunk & { datedAt: Date })[];
};

const ORDERS: Readonly<Record<Listing['sort'], Sql>> = {
  title: sql`lower(d.title), d.id`,
  newest: sql`${DATED_AT} DESC, d.id DESC`,
  oldest: sql`${DATED_AT}, d.id`,
};

const OpeningRow = ReadableRow.extend({ datedAt: z.date() });
const ListedRow = z.object({ total: z.int(), id: z.uuid().nullable() });

/** Lists ready documents whose text the scope may read; other documents are never listed here, not even for an admin. */
export const createListing = (tx: Transaction, scope: Scope) => ({
  listReadable: async ({ title, ids, sort, limit }: Listing): Promise<Listed> => {
    const words = title === undefined ? [] : await wordsOf(title);
    const named =
      title === undefined
        ? emptySql
        : sql`AND ${joinSql(
            words.map((word) => sql`strpos(${NAME}, ${fold(sql`${word}::text`)}) > 0`),
            ' AND ',
          )}`;
    const among = ids === undefined ? emptySql : sql`AND d.id = ANY(${[...ids]}::uuid[])`;
    // Puts the closest title first, because a document with that title is a better match than one that only mentions it.
    const closest =
      title === undefined
        ? emptySql
        : sql`strpos(${NAME}, ${fold(sql`${title}::text`)}) = 0, length(d.title),`;
    const rows = await tx.$queryRaw<unknown[]>`
      WITH listed AS (
        SELECT d.*, count(*) OVER ()::int AS total, row_number() OVER (ORDER BY ${closest} ${ORDERS[sort]}) AS place
        FROM documents d
        WHERE ${visibleTo(scope, 'content')} AND d.status = 'ready' ${named} ${among}
        ORDER BY place LIMIT ${limit}
      )
      SELECT ${CHUNK_COLUMNS}, d.title, d.warnings, ${DATED_AT} AS "datedAt", d.total FROM listed d
      LEFT JOIN chunks c ON c.tenant_id = d.tenant_id AND c.document_id = d.id AND c.version = d.version
        AND c.chunk_index = 0
      ORDER BY d.place`;
    const read = ListedRow.array().parse(rows);
    return {
      total: read[0]?.total ?? 0,
      openings: OpeningRow.array().parse(rows.filter((_, at) => read[at]?.id !== null)),
    };
  },
  /** The first passage of each chapter of a document, in order. */
  outlineOf: async (id: DocumentId, limit: number): Promise<ReadableChunk[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      WITH c AS (
        SELECT DISTINCT ON (c.chapter) c.*, d.title, d.warnings, ${DATED_AT} AS "datedAt" FROM chunks c
        JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id AND d.version = c.version
        WHERE d.status = 'ready' AND ${visibleTo(scope, 'content')} AND d.id = ${id}::uuid
        ORDER BY c.chapter, c.chunk_index
      )
      SELECT ${CHUNK_COLUMNS}, c.title, c.warnings, c."datedAt" FROM c ORDER BY c.chunk_index LIMIT ${limit}`;
    return ReadableRow.array().parse(rows);
  },
});

/** Folds case and removes accents. */
const fold = (text: Sql): Sql =>
  sql`regexp_replace(normalize(lower(${text} COLLATE "und-x-icu"), NFD), '[\\u0300-\\u036f]', '', 'g')`;

const NAME = fold(sql`(d.title || ' ' || d.filename)`);

/** The words of a name to search for. If it consists only of function words, they are all used; if only of signs, the signs are used. */
const wordsOf = async (name: string): Promise<readonly string[]> => {
  // The word lists of all languages, loaded here because no other query needs them.
  const { allWordsOf } = await import('../language/index.js');
  const small = allWordsOf(({ functionWords }) => functionWords);
  const words = [...new Set(name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [name])];
  const telling = words.filter((word) => !small.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
};
