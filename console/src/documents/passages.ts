import { api, bodyOf } from '../api/client.js';
import { join, type Span, type Stretch } from './structure.js';

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
