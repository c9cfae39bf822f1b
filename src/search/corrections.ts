import type { ReadableChunk } from '../documents/index.js';
import { analyze, type QueryWord } from '../language/index.js';
import type { LegHit, LegQuery, Legs } from '../platform/vectors/vector-store.js';
import type { Correction } from '../shared/correction.js';
import { editDistance } from '../shared/edit-distance.js';
import type { ChunkId } from '../shared/ids.js';
import {
  CAPITAL,
  findFunctionWord,
  findTypedWords,
  isForeign,
  isSlip,
  isSlipOfStem,
  ownLanguages,
  readingsOf,
  type Reading,
  type Spoken,
  type TypedWord,
} from './misspellings.js';
import { TUNING } from './tuning.js';

/**
 * Each unknown word may be a misspelling of hundreds of words, all looked up in one query. A question with more unknown words is about
 * something else.
 */
const MAX_UNKNOWN_WORDS = 6;
/** The maximum number of passages that are searched for the word behind a stem. */
const MAX_READ = 5;

/** One query to the store, under the caller's scope and filter: all proposals come from its results. */
export type AskStore = (query: LegQuery, limitPerLeg: number) => Promise<Legs<ChunkId>>;

type Asked = Spoken & {
  wordsOf: (query: string) => readonly QueryWord[];
  limitPerLeg: number;
  ask: AskStore;
};

type Hit = LegHit<ChunkId>;
type Readable = ReadonlyMap<ChunkId, ReadableChunk>;
type Query = { text: string; typed: readonly TypedWord[]; found: Promise<Legs<ChunkId>> };

/** A typed word and its possible meaning: a function word, or the words that are looked up instead. */
type Proposal = TypedWord & ({ asks: string } | { reading: Reading });
/** `hits` contain a proposed word in the question's language; `found` also includes the passages with the words as typed. */
type Proposed = { proposals: readonly Proposal[]; hits: readonly Hit[]; found: readonly Hit[] };

/**
 * Corrects words that occur in no passage visible to the caller. One additional query, under the caller's own filter, looks up everything
 * that the unknown words of a search may be misspellings of. No vocabulary is stored, because it could reveal what others have written. A
 * correction counts only if the caller may read a passage that contains the word. All queries of a search are corrected together.
 */
export const createCorrections = (deps: Asked) => {
  const { limitPerLeg, ask, wordsOf } = deps;
  const queries: Query[] = [];
  let proposing: Promise<Proposed> | null = null;
  let proposed = NOTHING;
  return {
    /** Finds the passages of a query, including those with its corrected words. */
    ask: async (text: string, asked: LegQuery): Promise<Legs<ChunkId>> => {
      const query = { text, found: ask(asked, limitPerLeg), typed: findTypedWords(text, deps) };
      queries.push(query);
      const found = await query.found;
      // If correcting fails, the words are searched as typed.
      proposing ??= propose(deps, queries).catch(() => NOTHING);
      proposed = await proposing;
      const lexical = addHits(found.lexical, termsIn(query, proposed), proposed.hits);
      return { ...found, lexical: lexical.slice(0, limitPerLeg) };
    },
    /** Returns the words of a query as they were searched; includes only corrections that a readable passage confirms. */
    confirm: (readable: Readable) => {
      const { proposals, hits, found } = proposed;
      const confirmed = proposals.flatMap((proposal) => {
        const isRight = isWritten(proposal, chunksWith(proposal.forms, found, readable), deps);
        const to = isRight ? null : toWritten(proposal, hits, readable);
        return to === null ? [] : [{ ...proposal, to: likeTyped(to, proposal.typed) }];
      });
      const byForms = new Map(confirmed.map((one) => [toKey(one), one]));
      const toSearched = (word: QueryWord): QueryWord[] => {
        const proposal = byForms.get(toKey(word));
        if (proposal === undefined) return [word];
        if ('asks' in proposal) return [{ ...word, isFunctionWord: true }];
        return proposal.reading.map(({ term }) => ({ ...word, forms: [term] }));
      };
      return {
        corrections: confirmed.map(({ typed, to }): Correction => ({ from: typed, to })),
        wordsOf: (query: string) => wordsOf(query).flatMap(toSearched),
      };
    },
  };
};

const NOTHING: Proposed = { proposals: [], hits: [], found: [] };

/** Queries the store at most once. */
const propose = async (deps: Asked, queries: readonly Query[]): Promise<Proposed> => {
  const answers = await Promise.all(queries.map(({ found }) => found));
  const isFailed = answers.some(({ failed }) => failed.some(({ leg }) => leg === 'lexical'));
  const found = answers.flatMap(({ lexical }) => lexical);
  const own = ownLanguages(deps);
  // Words and stems of another language often look like misspellings: "verboten" does not mean "verbose".
  const inOwn = (hits: readonly Hit[]): Hit[] =>
    hits.filter(({ language }) => language === null || own.includes(language));
  const typed = new Map(queries.flatMap((query) => query.typed.map((one) => [one.word, one])));
  const unknown = findUnknown([...typed.values()], inOwn(found));
  if (isFailed || unknown.length === 0) return NOTHING;
  if (queries.every(({ text }) => isForeign(text, deps))) return NOTHING;
  const asking = unknown.flatMap((word) => {
    const asks = findFunctionWord(word.word, own);
    return asks === null ? [] : [{ ...word, asks }];
  });
  const others = unknown
    .filter(({ word }) => !asking.some((one) => one.word === word))
    .map((word) => ({ ...word, readings: readingsOf(word, deps) }))
    .filter(({ readings }) => readings.length > 0)
    .slice(0, MAX_UNKNOWN_WORDS);
  if (others.length === 0) return { proposals: asking, hits: [], found };
  const terms = others.flatMap(({ forms, readings }) => [
    ...forms,
    ...readings.flat().map(({ term }) => term),
  ]);
  const query = { terms: [...new Set(terms)], vector: null };
  const { lexical } = await deps.ask(query, deps.limitPerLeg);
  const hits = inOwn(lexical);
  const corrected = findUnknown(others, hits).flatMap(({ readings, ...word }) => {
    const reading = findMeant(readings, hits);
    return reading === null ? [] : [{ ...word, reading }];
  });
  return { proposals: [...asking, ...corrected], hits, found: [...found, ...lexical] };
};

/** The words of which no passage in the question's language contains any form. */
const findUnknown = <Word extends TypedWord>(words: readonly Word[], hits: readonly Hit[]) =>
  words.filter(({ ownForms }) => !hits.some((hit) => hasOne(hit, ownForms)));

const hasOne = ({ terms }: Hit, wanted: readonly string[]): boolean =>
  wanted.some((term) => terms.includes(term));

/**
 * Prefers a single corrected word to splitting it into two words that nobody writes apart; then prefers the reading that most passages
 * contain.
 */
const findMeant = (readings: readonly Reading[], hits: readonly Hit[]): Reading | null => {
  const there = new Set(hits.flatMap(({ terms }) => terms));
  const countHits = (reading: Reading): number =>
    hits.filter(({ terms }) => reading.every(({ term }) => terms.includes(term))).length;
  const [best] = readings
    .filter((reading) => reading.every(({ term }) => there.has(term)))
    .map((reading) => ({ reading, found: countHits(reading) }))
    .filter(({ found }) => found > 0)
    .sort((left, right) => left.reading.length - right.reading.length || right.found - left.found);
  return best?.reading ?? null;
};

/** The terms that are looked up for the words of the query. */
const termsIn = ({ typed }: Query, { proposals }: Proposed): string[] =>
  proposals
    .filter(({ word }) => typed.some((one) => one.word === word))
    .flatMap((proposal) => ('reading' in proposal ? proposal.reading : []))
    .map(({ term }) => term);

/**
 * Joins the hits of the typed words and the corrected words as the store would: the scores of a passage's words add up. If a passage with a
 * corrected word is missing among the hits for corrected words, it counts as much as the last of them.
 */
const addHits = (
  asTyped: readonly Hit[],
  terms: readonly string[],
  corrected: readonly Hit[],
): readonly Hit[] => {
  const added = corrected.filter((hit) => hasOne(hit, terms));
  const least = added.at(-1)?.score;
  if (least === undefined) return asTyped;
  const scores = new Map(added.map(({ id, score }) => [id, score]));
  const byId = new Map(added.map((hit) => [hit.id, hit]));
  for (const hit of asTyped) {
    const more = scores.get(hit.id) ?? (hasOne(hit, terms) ? least : 0);
    byId.set(hit.id, { ...hit, score: hit.score + more });
  }
  return [...byId.values()].sort(
    (left, right) => right.score - left.score || (left.id < right.id ? -1 : 1),
  );
};

const WORD = /[\p{L}\p{M}]+/gu;

/** True if one of the passages contains the word or, by the rules of the question's language, a form of it. */
const isWritten = (
  { word, ownForms }: TypedWord,
  chunks: readonly ReadableChunk[],
  spoken: Spoken,
): boolean => {
  const languages = ownLanguages(spoken);
  const isForm = (written: string): boolean =>
    written.startsWith(word.charAt(0)) &&
    analyze(written, { languages }).some((form) => ownForms.includes(form));
  return chunks.some((chunk) => wordsIn(chunk).some(isForm));
};

/** The intended word as spelled in readable passages; null if they do not contain it. */
const toWritten = (proposal: Proposal, hits: readonly Hit[], readable: Readable): string | null => {
  if ('asks' in proposal) return proposal.asks;
  const words = proposal.reading.map(({ word, term }, _, { length }) => {
    const chunks = chunksWith([term], hits, readable).slice(0, MAX_READ);
    // The parts of a compound were typed correctly.
    if (length > 1) return chunks.length > 0 ? word : null;
    return findWritten(proposal, term, chunks);
  });
  return words.includes(null) ? null : words.join(' ');
};

/** The word in these passages that is closest to the typed word. */
const findWritten = (
  { word, ownForms }: TypedWord,
  term: string,
  chunks: readonly ReadableChunk[],
): string | null => {
  const isOfStem = ownForms.some((form) => isSlipOfStem(form, term));
  const isMeant = (written: string, language: string): boolean =>
    (isOfStem ? written.startsWith(word.charAt(0)) : isSlip(word, written)) &&
    written.length >= TUNING.minMeant &&
    analyze(written, { languages: [language] }).includes(term);
  const [best] = chunks
    .flatMap((chunk) => wordsIn(chunk).filter((one) => isMeant(one, chunk.language)))
    .map((written) => ({ written, distance: editDistance(word, written) }))
    .sort((left, right) => left.distance - right.distance);
  return best?.written ?? null;
};

const chunksWith = (
  terms: readonly string[],
  hits: readonly Hit[],
  readable: Readable,
): ReadableChunk[] =>
  hits.filter((hit) => hasOne(hit, terms)).flatMap(({ id }) => readable.get(id) ?? []);

const wordsIn = ({ chapter, content }: ReadableChunk): readonly string[] =>
  `${chapter ?? ''}\n${content}`.normalize('NFKC').toLowerCase().match(WORD) ?? [];

const toKey = ({ forms }: Pick<QueryWord, 'forms'>): string => forms.join(' ');

const likeTyped = (words: string, typed: string): string =>
  CAPITAL.test(typed) ? words.replace(FIRST_LETTER, (letter) => letter.toUpperCase()) : words;

const FIRST_LETTER = /(?<!\S)\S/gu;

/** The question with its corrected words inserted. */
export const applyCorrections = (question: string, corrections: readonly Correction[]): string => {
  const byTyped = new Map(corrections.map(({ from, to }) => [from, to]));
  return question.replace(WORD, (word) => byTyped.get(word) ?? word);
};
