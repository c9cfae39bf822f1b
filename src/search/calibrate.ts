import { createHash } from 'node:crypto';
import type { ReadableChunk } from '../documents/index.js';
import {
  baselineOfLanguage,
  cosineOf,
  fillCosines,
  fitSignals,
  judgeRelevance,
  logOddsOf,
  type Observed,
  type ObservedQuestion,
} from '../evidence/index.js';
import { splitSentences } from '../language/index.js';
import { splitChapter, toChunkTerms } from '../parsing/index.js';
import type { Reranker } from '../platform/models/model.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { ChunkId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { withTitles, type Readable } from './assemble-results.js';
import type { Database } from './database.js';
import { describeFits, type Calibrated } from './describe-calibration.js';
import type { FusedHit } from './fuse-rankings.js';
import { createWordsOf, runLegs, type LegDeps } from './legs.js';
import { findNearest, READ_BY_LINES, toWindows, type Vectors, type Window } from './read-lines.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  reranker: Reranker | null;
};

export type Calibrate = (
  scope: UserScope,
  options: {
    signal: AbortSignal;
    report: (line: string) => void;
    /** Limits the calibration to this language; by default it covers all languages of the index. */
    language?: string | undefined;
  },
) => Promise<Calibrated[]>;

/** The maximum number of passages per language: with this many, the error of a curve is known to about two in a hundred. */
const MAX_PASSAGES = 300;
/** With fewer passages, a curve would mostly reflect chance. */
const MIN_PASSAGES = 40;
/** The number of passages whose questions are embedded in one call. */
const SLICE = 20;

/**
 * Fits the signals of the embedder and the reranker in each language of the tenant's index, without labels. Each passage provides its own
 * question (a heading, the title or one of its sentences), which is removed from the passage. Each question is searched once with its
 * passage, and once with its whole document hidden, so that nothing answers it. Passages, calls and memory are bounded.
 */
export const createCalibrate =
  (deps: Deps): Calibrate =>
  async (scope, { signal, report, language: only }) => {
    const sampled = await deps.database.withScope(scope, (tx) => tx.chunks.sample(MAX_PASSAGES));
    const languages = [...new Set(sampled.map(({ language }) => language))]
      .filter((language) => only === undefined || language === only)
      .sort();
    const calibrated: Calibrated[] = [];
    for (const language of languages) {
      const own = sampled
        .filter((chunk) => chunk.language === language)
        .flatMap((chunk, number) => toOwnQuestion(chunk, number) ?? []);
      const passages = own.length;
      const asked: ObservedQuestion[] = [];
      for (let start = 0; start < passages && passages >= MIN_PASSAGES; start += SLICE) {
        const slice = own.slice(start, start + SLICE);
        asked.push(...(await observe(deps, { scope, signal, language, questions: slice })));
        report(`${language}: ${Math.min(start + SLICE, passages)} of ${passages} passages`);
      }
      // Each question counts twice: with and without its answer.
      const isEnough = asked.length >= 2 * MIN_PASSAGES;
      const one = { language, passages, fits: isEnough ? fitSignals(asked) : null };
      describeFits(one).forEach(report);
      calibrated.push(one);
    }
    return calibrated;
  };

/** A question taken from a passage, and the passage without it. */
type OwnQuestion = {
  text: string;
  chunk: ReadableChunk;
  content: string;
  chapter: string | null;
  title: string;
};

const MIN_SENTENCE = 25;
const MAX_SENTENCE = 250;

/** Takes a heading, a title or a sentence in turn; null if too little text is left in the passage. */
const toOwnQuestion = (chunk: ReadableChunk, number: number): OwnQuestion | null => {
  const heading = splitChapter(chunk.chapter).at(-1);
  const names = [
    number % 4 === 0 ? heading : undefined,
    number % 4 === 2 ? chunk.title : undefined,
  ];
  const sentences = splitSentences(chunk.content)
    .map(({ text }) => text.trim())
    .filter(({ length }) => length >= MIN_SENTENCE && length <= MAX_SENTENCE);
  const [name] = names.filter((one) => one !== undefined && one.length >= MIN_NAME);
  const text = name ?? sentences[numberOf(chunk.id) % sentences.length];
  if (text === undefined) return null;
  const content = chunk.content.replaceAll(text, '').trim();
  const isNamed = name !== undefined;
  const about = { chapter: isNamed ? null : chunk.chapter, title: isNamed ? '' : chunk.title };
  return content.length < MIN_SENTENCE ? null : { text, chunk, content, ...about };
};

const MIN_NAME = 8;

/** The number of a passage, the same in every run, so that a calibration is repeatable. */
const numberOf = (id: ChunkId): number => createHash('sha256').update(id).digest().readUInt32BE();

type Slice = {
  scope: UserScope;
  signal: AbortSignal;
  language: string;
  questions: readonly OwnQuestion[];
};

type Hit = FusedHit<ChunkId>;
/** The passages that a search finds for a question, once with the question's own passage and once without its document. */
type Found = { question: OwnQuestion; hits: readonly Hit[]; readable: Readable };

const observe = async (deps: Deps, slice: Slice): Promise<ObservedQuestion[]> => {
  const { scope, signal, language, questions } = slice;
  const asked = await embedAll(
    deps,
    questions.map(({ text }) => text),
    { signal, as: 'questions' },
  );
  const passages = await embedAll(
    deps,
    questions.map(({ content }) => content),
    { signal, as: 'passages' },
  );
  const vectors = { asked, passages };
  const found: Found[] = [];
  for (const question of questions) {
    const one = await find(deps, { scope, signal, language }, question);
    if (one.hits.some(({ id }) => id === question.chunk.id)) found.push(one);
  }
  const tried = found.map((one) => ({ ...one, texts: toRead(one) }));
  const windows = new Map(
    tried.flatMap(({ texts }) => [...texts.values()]).map((text) => [text, toWindows(text)]),
  );
  const lines = [...windows.values()].flatMap((some) => some.map(({ text }) => text));
  const ofLines = await embedAll(deps, lines, { signal, as: 'passages' });
  const observed: ObservedQuestion[] = [];
  for (const one of tried) {
    const scores = await rerankAll(deps, signal, one);
    const read = { vectors, ofLines, windows, scores };
    observed.push(
      ...[true, false].map((isAnswerable) => judge(one, { ...read, language, isAnswerable })),
    );
  }
  return observed;
};

const embedAll = async (
  { embedder }: Deps,
  texts: readonly string[],
  { signal, as }: { signal: AbortSignal; as: 'questions' | 'passages' },
): Promise<Vectors> => {
  const distinct = [...new Set(texts)];
  if (embedder === null || distinct.length === 0) return new Map();
  const questions = as === 'questions' ? distinct.length : 0;
  const { vectors } = await embedder.embed(distinct, { signal, questions, priority: 'background' });
  return new Map(distinct.map((text, at) => [text, vectors[at]]));
};

const find = async (
  deps: Deps,
  { scope, signal, language }: Omit<Slice, 'questions'>,
  question: OwnQuestion,
): Promise<Found> => {
  const reader = deps.vectors.for(scope);
  const languages = [language];
  const { hits } = await runLegs<ChunkId>(deps, {
    queries: [question.text],
    languages,
    language,
    signal,
    wordsOf: createWordsOf(languages),
    inTurn: (work) => deps.turns.run(scope, signal, work),
    ask: (query) =>
      reader.searchChunks({
        query,
        filter: {},
        signal,
        limitPerLeg: deps.settings.candidatesPerLeg,
      }),
  });
  const chunks = await deps.database.withScope(scope, (tx) =>
    tx.chunks.readLive(hits.map(({ id }) => id)),
  );
  const readable = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return { question, hits: hits.filter(({ id }) => readable.has(id)), readable };
};

/**
 * Selects what models read again: the question's own passage without the question, and as many of the nearest passages of other documents
 * as a search reads.
 */
const toRead = (found: Found): ReadonlyMap<ChunkId, string> => {
  const { question, readable } = found;
  const others = othersOf(found)
    .toSorted((left, right) => (right.denseScore ?? -1) - (left.denseScore ?? -1))
    .slice(0, READ_BY_LINES);
  return new Map([
    [question.chunk.id, question.content],
    ...others.map(({ id }): [ChunkId, string] => [id, readable.get(id)?.content ?? '']),
  ]);
};

/** Passages of other documents, except those that contain the question verbatim, such as another version of the same document. */
const othersOf = ({ question, hits, readable }: Found): Hit[] =>
  hits.filter(
    ({ id, documentId }) =>
      documentId !== question.chunk.documentId &&
      readable.get(id)?.content.includes(question.text) !== true,
  );

const rerankAll = async (
  { reranker }: Deps,
  signal: AbortSignal,
  { question, texts }: Found & { texts: ReadonlyMap<ChunkId, string> },
): Promise<ReadonlyMap<ChunkId, number>> => {
  if (reranker === null) return new Map();
  const scores = await reranker.rerank(question.text, [...texts.values()], { signal });
  return new Map(
    [...texts.keys()].flatMap((id, at): [ChunkId, number][] => {
      const score = scores[at] ?? null;
      return score === null ? [] : [[id, score]];
    }),
  );
};

type Judging = {
  vectors: { asked: Vectors; passages: Vectors };
  ofLines: Vectors;
  windows: ReadonlyMap<string, readonly Window[]>;
  scores: ReadonlyMap<ChunkId, number>;
  language: string;
  isAnswerable: boolean;
};

/** Weighs the words as a search does, without the embedder. */
const WORDS_ALONE = { intercept: 0, before: 1, value: 0 };

const judge = (
  found: Found & { texts: ReadonlyMap<ChunkId, string> },
  { vectors, ofLines, windows, scores, language, isAnswerable }: Judging,
): ObservedQuestion => {
  const { question, readable, texts } = found;
  const asked = vectors.asked.get(question.text);
  const cut = vectors.passages.get(question.content);
  const own = {
    terms: toChunkTerms({ ...question.chunk, ...question }),
    denseScore: asked && cut ? cosineOf(asked, cut) : null,
  };
  const hits = isAnswerable
    ? found.hits.map((hit) => (hit.id === question.chunk.id ? { ...hit, ...own } : hit))
    : othersOf(found);
  // The title is left out of the passage, because it must not say more than the rest.
  const known = new Map(
    [...readable].map(([id, chunk]) => [
      id,
      chunk.documentId === question.chunk.documentId ? { ...chunk, title: question.title } : chunk,
    ]),
  );
  const judged = judgeRelevance(withTitles(hits, known), {
    questions: [createWordsOf([language])(question.text)],
    baseline: baselineOfLanguage(language),
    passage: WORDS_ALONE,
  });
  const cosines = fillCosines(hits.map(({ denseScore }) => denseScore));
  const candidates = judged.map(({ candidate, relevance }, at): Observed => {
    const text = texts.get(candidate.id);
    const nearest = findNearest(windows.get(text ?? '') ?? [], asked, ofLines);
    return {
      words: logOddsOf(relevance),
      passage: cosines[at] ?? null,
      lines: nearest?.cosine ?? null,
      reranker: scores.get(candidate.id) ?? null,
    };
  });
  return { candidates, isAnswerable };
};
