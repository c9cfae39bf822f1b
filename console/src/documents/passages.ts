import { api, bodyOf, type Chunk } from '../api/client.js';

export type Span = { start: number; end: number };
export type Stretch = { text: string; start: number };

const PAGE = 100;
/** So many characters on either side bring the passages next to a span along. */
const AROUND = 200;

/** A span of the text of a document, in the passage that was cited. */
export type CitedSpan = Span & { chunkId: string };

/** The text around a cited span, with the place where it begins; null when the document has the cited passage no more. */
export const findPassage = async (
  id: string,
  { start, end, chunkId }: CitedSpan,
  signal: AbortSignal,
): Promise<Stretch | null> => {
  const around = { start: Math.max(0, start - AROUND), end: end + AROUND };
  const { items } = await readChunks(id, around, signal);
  // Another version's passages have other ids, even where they say the same.
  return items.some((chunk) => chunk.id === chunkId) ? join(items) : null;
};

type Place = { page?: number; start?: number; end?: number; cursor?: string | undefined };

export const readChunks = async (id: string, { cursor, ...place }: Place, signal?: AbortSignal) =>
  bodyOf(
    await api.GET('/v1/documents/{id}/chunks', {
      params: {
        path: { id },
        query: { limit: PAGE, ...place, ...(cursor !== undefined && { cursor }) },
      },
      ...(signal && { signal }),
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
