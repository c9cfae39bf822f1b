import { api, bodyOf, type Chunk } from '../api/client.js';

type Span = { start: number; end: number };
export type Stretch = { text: string; start: number };

const PAGE = 100;
/** A document of more passages than that shows the quote alone. */
const MAX_PAGES = 20;

/** The passages around a span as one text, with the place where it begins; null when the document has them no more. */
export const findPassage = async (
  id: string,
  span: Span,
  signal: AbortSignal,
): Promise<Stretch | null> => {
  let before: Chunk | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, nextCursor } = await readChunks(id, cursor, signal);
    const first = items.findIndex(({ charEnd }) => charEnd > span.start);
    if (first >= 0) {
      const last = items.findLastIndex(({ charStart }) => charStart < span.end);
      const previous = first === 0 ? before : items[first - 1];
      return join([...(previous ? [previous] : []), ...items.slice(first, last + 2)]);
    }
    if (nextCursor === null) return null;
    before = items.at(-1);
    cursor = nextCursor;
  }
  return null;
};

export const readChunks = async (id: string, cursor: string | undefined, signal: AbortSignal) =>
  bodyOf(
    await api.GET('/v1/documents/{id}/chunks', {
      params: { path: { id }, query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  );

/** Passages of a document as one text: what two share stands once, and what lies between them is a break. */
export const join = (chunks: readonly Chunk[]): Stretch => {
  const start = chunks[0]?.charStart ?? 0;
  const text = chunks.reduce((soFar, { content, charStart }) => {
    const gap = charStart - start - soFar.length;
    return gap >= 0 ? `${soFar}${'\n'.repeat(gap)}${content}` : soFar + content.slice(-gap);
  }, '');
  return { text, start };
};
