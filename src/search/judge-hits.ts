import {
  baselineOfLanguage,
  type Compared,
  type Curve,
  judgeByCosines,
  judgeRelevance,
  pickShown,
  type Focus,
} from '../evidence/index.js';
import { understandQuestion } from '../questions/index.js';
import type { ChunkId } from '../shared/ids.js';
import { withTitles, type JudgedHit, type Readable } from './assemble-results.js';
import type { Correction } from '../shared/correction.js';
import type { createCorrections } from './corrections.js';
import { fuseRankings, type FusedHit } from './fuse-rankings.js';
import { UNKNOWN_LANGUAGE, type LegOutcome } from './legs.js';
import type { ChunkSearch, SearchSettings } from './schema.js';

/** Judges the hits that the scope may read. */
export type Judge = (readable: Readable) => { judged: JudgedHit[]; corrections: Correction[] };

type Judging = Pick<LegOutcome<ChunkId>, 'hits' | 'weights'> & {
  spelling: Pick<ReturnType<typeof createCorrections>, 'confirm'>;
  language: string;
  search: ChunkSearch;
};

/** Judges the hits of a search by their words and, if the embedder is calibrated, by its cosines; most relevant first. */
export const createJudge =
  (settings: SearchSettings, { hits, weights, spelling, language, search }: Judging): Judge =>
  (readable) => {
    const { calibration, measured = null } = settings;
    // A curve for one language does not apply to another: an English embedder puts all French texts close to everything.
    const passage = measured === null ? (calibration[language]?.passage ?? null) : WORDS_ALONE;
    const { corrections, wordsOf } = spelling.confirm(readable);
    const ordered = putWrittenFirst(hits, { readable, queries: search.queries });
    const byWords = judgeRelevance(withTitles(ordered, readable), {
      // A passage that was not read is not shown.
      isWanted: ({ id }) => readable.has(id),
      questions: search.queries.map(wordsOf),
      baseline: baselineOfLanguage(language),
      passage,
      ...focusOf(search),
    });
    const compared = toCompared(settings, search, readable);
    const judged = compared === null ? byWords : judgeByCosines(byWords, compared);
    const isCalibrated = passage !== null;
    const isElsewhere =
      !isCalibrated && Object.values(calibration).some((one) => one?.passage !== undefined);
    return { corrections, judged: rankByRelevance(judged, { weights, isCalibrated, isElsewhere }) };
  };

const WORDS_ALONE: Curve = { intercept: 0, before: 1, value: 0 };

/** The built-in calibration, with the passages in a different language from the question; null if there is none. */
const toCompared = (
  { measured = null }: SearchSettings,
  search: ChunkSearch,
  readable: Readable,
): Compared<FusedHit<ChunkId>> | null => {
  if (measured === null) return null;
  const { language } = search;
  const { writtenIn } =
    search.question ?? understandQuestion(toQuery(search), language ?? UNKNOWN_LANGUAGE);
  const isAcross = ({ id }: FusedHit<ChunkId>): boolean => {
    const ofPassage = readable.get(id)?.language ?? UNKNOWN_LANGUAGE;
    return ![writtenIn, ofPassage].includes(UNKNOWN_LANGUAGE) && ofPassage !== writtenIn;
  };
  return { measured, isAcross };
};

type Ranking = Pick<LegOutcome<ChunkId>, 'weights'> & {
  /** True if the embedder was calibrated in the language of the question. */
  isCalibrated: boolean;
  /** True if the embedder was calibrated, but not in the language of the question. */
  isElsewhere: boolean;
};

/**
 * Ranks hits by relevance: the rule sees how words occur together, which the rankings do not. An uncalibrated embedder has no influence on
 * the rule, so its order is fused with that of the rule. In a language that it may not know, it only orders passages that share no words
 * with the question.
 */
const rankByRelevance = (
  judged: readonly JudgedHit[],
  { weights, isCalibrated, isElsewhere }: Ranking,
): JudgedHit[] => {
  const byRelevance = judged.toSorted((left, right) => right.relevance - left.relevance);
  if (isCalibrated) return byRelevance;
  const dense = judged
    .filter(({ candidate }) => candidate.denseScore !== null)
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0));
  if (dense.length === 0) return byRelevance;
  const toHits = (some: readonly JudgedHit[]) => some.map(({ candidate }) => candidate);
  const ranked = fuseRankings([
    { leg: 'lexical', weight: weights.lexical, hits: toHits(byRelevance) },
    { leg: 'dense', weight: weights.dense, hits: toHits(dense) },
  ]);
  const byId = new Map(judged.map((one) => [one.candidate.id, one]));
  const fused = ranked.flatMap(({ id }) => byId.get(id) ?? []);
  if (!isElsewhere) return fused;
  const shown = pickShown(byRelevance);
  return [...shown, ...fused.filter((one) => !shown.includes(one))];
};

const focusOf = ({ queries, focus = [] }: ChunkSearch): { focus?: Focus } =>
  focus.length === 0
    ? {}
    : { focus: { documentIds: focus, fullest: queries.indexOf(toQuery({ queries })) } };

/** The most complete form of the question: a rewritten follow-up contains what its original omits. */
export const toQuery = ({ queries }: Pick<ChunkSearch, 'queries'>): string =>
  queries.reduce((longest, query) => (query.length > longest.length ? query : longest), '');

/**
 * Puts a passage with the words as typed before others with the same terms, because terms do not distinguish "ł" from "l", or "發" from "发".
 */
const putWrittenFirst = (
  hits: readonly FusedHit<ChunkId>[],
  { readable, queries }: { readable: Readable; queries: readonly string[] },
): readonly FusedHit<ChunkId>[] => {
  const typed = queries.map(toReadable);
  const words = [...new Set(typed.flatMap((query) => [query, ...(query.match(TYPED) ?? [])]))];
  const ordered: FusedHit<ChunkId>[] = [];
  for (let start = 0; start < hits.length;) {
    let end = start + 1;
    while (end < hits.length && areEqual(hits[start], hits[end])) end += 1;
    const equals = hits.slice(start, end);
    ordered.push(...(equals.length === 1 ? equals : sortByWritten(equals, { readable, words })));
    start = end;
  }
  return ordered;
};

const toReadable = (text: string): string => text.normalize('NFC').toLowerCase();

/** Matches each word as typed, between two blanks and without surrounding signs. */
const TYPED = /[\p{L}\p{N}\p{M}](?:\S*[\p{L}\p{N}\p{M}])?/gu;

const areEqual = (
  left: FusedHit<ChunkId> | undefined,
  right: FusedHit<ChunkId> | undefined,
): boolean => left?.lexicalScore === right?.lexicalScore && left?.denseScore === right?.denseScore;

const sortByWritten = (
  hits: readonly FusedHit<ChunkId>[],
  { readable, words }: { readable: Readable; words: readonly string[] },
): FusedHit<ChunkId>[] => {
  const counts = new Map(
    hits.map(({ id }) => {
      const text = toReadable(readable.get(id)?.content ?? '');
      return [id, words.filter((word) => text.includes(word)).length];
    }),
  );
  return hits.toSorted((left, right) => (counts.get(right.id) ?? 0) - (counts.get(left.id) ?? 0));
};
