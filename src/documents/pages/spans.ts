import { z } from 'zod';
import type { Transaction } from '../../platform/database/transaction.js';
import type { DocumentId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import { visibleTo } from '../rights.js';

/** Characters of a document's normalised text, from `start` up to `end`, as used in citations. */
export type TextSpan = { start: number; end: number };

type PlacedSpan = {
  text: string;
  /** Some of the text that comes before the span. */
  before: string;
  firstPage: number;
  lastPage: number;
};

const Row = z.object({
  content: z.string(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  charStart: z.int(),
  charEnd: z.int(),
});
type Row = z.infer<typeof Row>;

const BEFORE = 120;
/** The maximum number of passages that the longest allowed span can cover. */
const MAX_ROWS = 200;

export type SpanRepository = ReturnType<typeof createSpanRepository>;

/** Cuts spans of text from the passages that contain them, for the current version. */
export const createSpanRepository = (tx: Transaction, scope: Scope) => ({
  /** Null if no passage overlaps the span, or if the pages of the passages are unknown. */
  place: async (documentId: DocumentId, span: TextSpan): Promise<PlacedSpan | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT c.content, c.page_start AS "pageStart", c.page_end AS "pageEnd",
        c.char_start AS "charStart", c.char_end AS "charEnd"
      FROM chunks c JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id AND d.version = c.version
      WHERE ${visibleTo(scope, 'content')} AND c.document_id = ${documentId}::uuid
        AND c.char_end > ${span.start - BEFORE} AND c.char_start < ${span.end}
      ORDER BY c.chunk_index LIMIT ${MAX_ROWS}`;
    return toPlaced(Row.array().parse(rows), span);
  },
});

const toPlaced = (rows: readonly Row[], { start, end }: TextSpan): PlacedSpan | null => {
  const own = rows.filter(({ charEnd }) => charEnd > start);
  const pages = own.flatMap(({ pageStart, pageEnd }) =>
    pageStart === null || pageEnd === null ? [] : [pageStart, pageEnd],
  );
  if (pages.length === 0) return null;
  return {
    text: cutOut(own, { start, end }),
    before: cutOut(rows, { start: Math.max(0, start - BEFORE), end: start }),
    firstPage: Math.min(...pages),
    lastPage: Math.max(...pages),
  };
};

/** Cuts out the text of a span. The later parts of a split table repeat its header, which stands elsewhere in the document's text. */
const cutOut = (rows: readonly Row[], { start, end }: TextSpan): string =>
  rows
    .map(({ content, charStart, charEnd }) => {
      const text = content.slice(content.length - (charEnd - charStart));
      return text.slice(Math.max(0, start - charStart), Math.max(0, end - charStart));
    })
    .filter((text) => text !== '')
    .join('\n');
