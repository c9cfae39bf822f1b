import { isContentReader, type DocumentRecord } from '../documents/index.js';
import { approximateTokens } from '../language/index.js';
import { analyzeQuestion } from '../questions/index.js';
import { toChunkTerms } from '../parsing/index.js';
import { AppError } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import { narrowScope, type UserScope } from '../shared/scope.js';
import { applyCorrections } from './corrections.js';
import type { Database } from './database.js';
import type { TenantLanguages } from './index-state.js';
import { LEVELS, pickShown, weighWords } from '../evidence/index.js';
import { ofDocuments, splitFilter, type SearchFilter } from './filtered-reader.js';
import type { Explanation, FoundChunk } from './schema.js';
import type { SearchChunks } from './search-chunks.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  languages: TenantLanguages;
  searchChunks: SearchChunks;
  /** Repeats the search without counting it, because the caller has already searched once. */
  searchAgain: SearchChunks;
  /** Searches with more candidates, only to find out how far down a document is. */
  searchWide: SearchChunks;
};

type Asked = {
  query: string;
  documentId: DocumentId;
  /** The number of passages that the explained search would have returned. */
  topK: number;
  /** The filter of the explained search. */
  filter?: SearchFilter | undefined;
  signal: AbortSignal;
};

export type ExplainSearch = (scope: UserScope, asked: Asked) => Promise<Explanation>;

/** The maximum share of the prompt for an answer's passages, in approximate tokens. */
export const SOURCE_TOKENS = 6_000;

/** The number of candidates among which a document is looked for. */
export const WIDE_LIMIT = 500;
/** The limit for finding out whether asking for more results would have returned the document. */
const MAX_RESULTS = 50;

/**
 * Explains why a search did or did not return a document, using at most three searches. Rejects with `not_found` if the scope may not read
 * it.
 */
export const createExplainSearch =
  (deps: Deps): ExplainSearch =>
  async (reader, asked) => {
    const { document, isOutside } = await readDocument(deps, reader, asked);
    const about = { ...NOTHING, documentId: document.id, title: document.title };
    const { status } = document;
    if (status !== 'ready') return { ...about, status, outcome: 'not_indexed' };
    if (isOutside) return { ...about, status, outcome: 'outside_filter' };
    const { within, ofPassages } = splitFilter(asked.filter);
    const scope = narrowScope(reader, within);
    const question = { queries: [asked.query], signal: asked.signal, filter: ofPassages };
    const { results, corrections } = await deps.searchChunks(scope, {
      ...question,
      topK: MAX_RESULTS,
    });
    const isOf = ({ chunk }: FoundChunk): boolean => chunk.documentId === asked.documentId;
    const place = results.findIndex(isOf);
    const languages = await deps.languages.get(scope);
    const described = { ...about, status, corrections };
    const wordsOf = (passages: readonly FoundChunk[], passage: FoundChunk) =>
      toWords(applyCorrections(asked.query, corrections), { languages, passages, passage });
    const found = results[place];
    if (found !== undefined) {
      const outcome = outcomeOf(results, place, asked.topK);
      const passage = toPassage(found);
      const words = wordsOf(results, found);
      return { ...described, outcome, position: place + 1, passage, needed: LEVELS.closest, words };
    }
    const filter = { ...ofPassages, documentIds: [asked.documentId] };
    const alone = await deps.searchAgain(scope, { ...question, topK: 1, filter });
    const [best] = alone.results;
    // Judged only among the document's own passages, a relevance would mean something else, so it is left out.
    if (best === undefined) return { ...described, outcome: 'no_common_word' };
    const passage = { ...toPassage(best), relevance: null };
    const words = wordsOf([...results, best], best);
    const twin = results.find(({ chunk }) => chunk.contentHash === best.chunk.contentHash);
    if (twin !== undefined) {
      const mergedInto = { documentId: twin.chunk.documentId, chunkId: twin.chunk.id };
      return { ...described, outcome: 'merged', passage, words, mergedInto };
    }
    const wide = await deps.searchWide(scope, { ...question, topK: WIDE_LIMIT });
    const rank = wide.results.findIndex(isOf);
    const position = rank === -1 ? null : rank + 1;
    return { ...described, outcome: 'not_among_candidates', position, passage, words };
  };

const NOTHING = {
  position: null,
  passage: null,
  needed: null,
  mergedInto: null,
  corrections: [],
  words: [],
} satisfies Partial<Explanation>;

/** An admin who may not read the content gets `not_found` like anyone else. */
const readDocument = async (
  { database }: Deps,
  scope: UserScope,
  { documentId, filter }: Asked,
): Promise<{ document: DocumentRecord; isOutside: boolean }> => {
  const find = (as: UserScope) => database.withScope(as, (tx) => tx.documents.find(documentId));
  const document = await find(scope);
  if (document === null || !isContentReader(scope, document)) {
    throw new AppError('not_found', 'There is no such document.');
  }
  const wanted = ofDocuments(filter);
  return {
    document,
    isOutside: wanted !== null && (await find(narrowScope(scope, wanted))) === null,
  };
};

const outcomeOf = (
  results: readonly FoundChunk[],
  place: number,
  topK: number,
): Explanation['outcome'] => {
  const relevance = results[place]?.relevance ?? 0;
  if (relevance < LEVELS.closest) return 'below_relevance';
  if (place >= topK) return 'cut_by_top_k';
  const before = pickShown(results.slice(0, place + 1));
  const tokens = before.reduce((sum, { chunk }) => sum + approximateTokens(chunk.content), 0);
  return before.length > 1 && tokens > SOURCE_TOKENS ? 'cut_by_budget' : 'found';
};

const toPassage = ({ chunk, relevance, scores }: FoundChunk) => ({
  chunkId: chunk.id,
  chapter: chunk.chapter,
  pageStart: chunk.pageStart,
  pageEnd: chunk.pageEnd,
  relevance,
  scores,
});

type Compared = {
  languages: readonly string[];
  passages: readonly FoundChunk[];
  passage: FoundChunk;
};

/**
 * For each word of the question, returns its share of the total weight (by rarity in the passages found), and how well the passage matches
 * it.
 */
const toWords = (
  query: string,
  { languages, passages, passage }: Compared,
): Explanation['words'] => {
  const words = analyzeQuestion(query, { languages });
  const terms = passages.map(({ chunk }) => toChunkTerms(chunk));
  return weighWords(words, { passages: terms, of: passages.indexOf(passage) });
};
