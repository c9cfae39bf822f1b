import {
  baselineOfLanguage,
  fillCosines,
  fitSignals,
  judgeRelevance,
  logOddsOf,
  type Fits,
  type ObservedQuestion,
} from '../../src/evidence/index.js';
import { analyzeQueryWords } from '../../src/language/analyzer.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { findNearest, toWindows } from '../../src/search/read-lines.js';
import type { Collection, EvalQuery } from './collection.js';
import type { FindHits } from './pipeline.js';

type Parts = { findHits: FindHits; language: string; embedder: Embedder };

/** The passages whose lines are read. */
const READ = 8;

/** Fits how an embedder counts beside words, on questions with their relevant documents in the index and hidden. */
export const calibrate = async (
  { queries }: Pick<Collection, 'queries'>,
  parts: Parts,
): Promise<Fits> => {
  const asked: ObservedQuestion[] = [];
  for (const query of queries) {
    asked.push(await observe(query, parts, { isAnswerable: true }));
    asked.push(await observe(query, parts, { isAnswerable: false }));
  }
  return fitSignals(asked);
};

const WORDS_ALONE = { intercept: 0, before: 1, value: 0 };

const observe = async (
  { text, grades }: EvalQuery,
  { findHits, language, embedder }: Parts,
  { isAnswerable }: { isAnswerable: boolean },
): Promise<ObservedQuestion> => {
  const hits = await findHits(text, { hidden: new Set(isAnswerable ? [] : grades.keys()) });
  const cosines = fillCosines(hits.map(({ denseScore }) => denseScore));
  const nearest = hits
    .toSorted((left, right) => (right.denseScore ?? -1) - (left.denseScore ?? -1))
    .slice(0, READ)
    .map(({ id, content }) => ({ id, windows: toWindows(content) }));
  const texts = [
    ...new Set([text, ...nearest.flatMap(({ windows }) => windows.map((one) => one.text))]),
  ];
  const { signal } = new AbortController();
  const embedded = await embedder.embed(texts, { signal, priority: 'background' });
  const vectors = new Map(texts.map((one, at) => [one, embedded.vectors[at]]));
  const lines = new Map(
    nearest.map(({ id, windows }) => [id, findNearest(windows, vectors.get(text), vectors)]),
  );
  const judged = judgeRelevance(hits, {
    questions: [analyzeQueryWords(text, { languages: [language] })],
    baseline: baselineOfLanguage(language),
    passage: WORDS_ALONE,
  });
  const candidates = judged.map(({ candidate, relevance }, at) => ({
    words: logOddsOf(relevance),
    passage: cosines[at] ?? null,
    lines: lines.get(candidate.id)?.cosine ?? null,
    reranker: null,
  }));
  return { candidates, isAnswerable };
};
