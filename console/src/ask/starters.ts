import { api, bodyOf } from '../api/client.js';

type Starter = { title: string; chapter: string };

const OF_EACH = 2;

const ENOUGH = 4;

/** The first chapters of some documents, each of which can be asked about. */
export const loadStarters = async (
  documents: readonly { id: string; title: string }[],
  signal: AbortSignal,
): Promise<Starter[]> => {
  const found = await Promise.all(
    documents.map(async ({ id, title }) => {
      const params = { path: { id }, query: { limit: 30 } };
      const { items } = bodyOf(await api.GET('/v1/documents/{id}/chunks', { params, signal }));
      const chapters = items.map(({ chapter }) => toLast(chapter ?? ''));
      return [...new Set(chapters)]
        .filter((chapter) => isSpoken(chapter) && chapter !== title)
        .slice(0, OF_EACH)
        .map((chapter) => ({ title, chapter }));
    }),
  );
  return found.flat().slice(0, ENOUGH);
};

/** The chapter itself, without those that it stands in, nor its number. */
const toLast = (path: string): string =>
  (path.split(' › ').at(-1) ?? '').replace(/^[\d.]+\s+/u, '').trim();

const MOST_CHARACTERS = 80;

const isSpoken = (chapter: string): boolean =>
  chapter.length <= MOST_CHARACTERS && /\p{L}{3}/u.test(chapter);
