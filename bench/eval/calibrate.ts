import { baselineOfLanguage } from '../../src/evidence/baseline.js';
import { analyzeQueryWords } from '../../src/language/analyzer.js';
import {
  fillCosines,
  joinLogits,
  type MeaningWeights,
  type NearLevel,
} from '../../src/evidence/meaning.js';
import { judgeRelevance } from '../../src/evidence/relevance.js';
import type { Collection, EvalQuery } from './collection.js';
import { fitLogistic, type Example } from './fit-logistic.js';
import type { Figures } from './evaluate.js';
import { areaUnderCurve, mean, quantile } from './metrics.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { findNearest, toWindows } from '../../src/search/judge-by-meaning.js';
import type { FindHits } from './pipeline.js';

/** The scores of one candidate before words and meaning are joined. */
type Signals = { words: number; cosine: number };
/** A question with its answer in the index, and the same without. */
type Asked = {
  signals: readonly Signals[];
  isAnswerable: boolean;
  isDenseHit: boolean;
  /** The passage that comes sixth by cosine; null where there are not so many. */
  beside: string | null;
  text: string;
};

const LOOKED_AT = 10;
const PARAPHRASE_CUT = 5;
const ROUNDS = 5;
/** Words alone: what meaning adds has to begin somewhere. */
const WORDS_ALONE = { intercept: 0, words: 1, cosine: 0 };
const START = { intercept: -2, words: 1, cosine: 4 };

type Joining = Omit<MeaningWeights, 'near'>;

/**
 * Fits how an embedder's cosine counts beside words, on questions with their relevant documents in the index and hidden. Two halves
 * of the questions are fitted in turn and measured on the other; the weights that are returned come of all.
 */
export const calibrate = async (
  { queries }: Pick<Collection, 'queries'>,
  { findHits, language, embedder }: { findHits: FindHits; language: string; embedder: Embedder },
): Promise<{ weights: MeaningWeights; figures: Figures }> => {
  const asked: Asked[][] = [];
  for (const query of queries) asked.push(await askTwice(query, findHits, language));
  const halves = [0, 1].map((half) => asked.filter((_, index) => index % 2 === half).flat());
  const [even = [], odd = []] = halves;
  const measured = [...toScores(odd, fit(even)), ...toScores(even, fit(odd))];
  const before = toScores(asked.flat(), WORDS_ALONE);
  return {
    weights: { ...fit(asked.flat()), near: await findNearLevel(asked.flat(), embedder) },
    figures: { ...toFigures(before, 'words alone'), ...toFigures(measured, 'with meaning') },
  };
};

/** The sixth passage is hardly about what is asked: the answer, and what else is about the same, comes before it. */
const BESIDE = 5;
/** Questions whose sixth passage has no nearer lines than this share of all. What is left of a question says less than the whole. */
const OF_QUESTIONS = 0.95;
const OF_RESTS = 0.5;

/** From what cosine on lines are nearer than those of a passage that is not about the question. */
const findNearLevel = async (asked: readonly Asked[], embedder: Embedder): Promise<NearLevel> => {
  const { signal } = new AbortController();
  const pairs = asked.flatMap(({ text, beside, isAnswerable }) =>
    isAnswerable && beside !== null ? [{ text, windows: toWindows(beside) }] : [],
  );
  const texts = [
    ...new Set(pairs.flatMap(({ text, windows }) => [text, ...windows.map((one) => one.text)])),
  ];
  const embedded = await embedder.embed(texts, { signal, priority: 'background' });
  const vectors = new Map(texts.map((text, at) => [text, embedded.vectors[at]]));
  const cosines = pairs.map(
    ({ text, windows }) => findNearest(windows, vectors.get(text), vectors)?.cosine ?? 0,
  );
  return { question: quantile(cosines, OF_QUESTIONS), rest: quantile(cosines, OF_RESTS) };
};

const askTwice = async (
  { text, grades }: EvalQuery,
  findHits: FindHits,
  language: string,
): Promise<Asked[]> => {
  const rule = {
    questions: [analyzeQueryWords(text, { languages: [language] })],
    baseline: baselineOfLanguage(language),
    meaning: { ...WORDS_ALONE, near: { question: 1, rest: 1 } },
  };
  const asked: Asked[] = [];
  for (const isAnswerable of [true, false]) {
    const hits = await findHits(text, { hidden: new Set(isAnswerable ? [] : grades.keys()) });
    const cosines = fillCosines(hits.map(({ denseScore }) => denseScore));
    const signals = judgeRelevance(hits, rule).map(({ relevance }, index) => ({
      words: Math.log(relevance / (1 - relevance)),
      cosine: cosines[index] ?? 0,
    }));
    const nearest = hits.toSorted(
      (left, right) => (right.denseScore ?? -1) - (left.denseScore ?? -1),
    );
    const isDenseHit = nearest
      .slice(0, PARAPHRASE_CUT)
      .some(({ document }) => grades.has(document));
    const beside = nearest[BESIDE]?.content ?? null;
    asked.push({ signals: signals.slice(0, LOOKED_AT), isAnswerable, isDenseHit, beside, text });
  }
  return asked;
};

/** Cosines differ by about this much, logits of words by one or two: neither weight is held back more than the other. */
const COSINE_UNIT = 0.1;

/** Finds the weights and the candidates that speak for the questions alternately, for each depends on the other. */
const fit = (asked: readonly Asked[]): Joining => {
  let weights = START;
  for (let round = 0; round < ROUNDS; round += 1) {
    const examples = asked.flatMap((question): Example[] => {
      const best = bestOf(question, weights);
      if (best === undefined) return [];
      const features = [1, best.words, best.cosine / COSINE_UNIT];
      return [{ features, isTrue: question.isAnswerable }];
    });
    const [intercept = 0, words = 0, unit = 0] = fitLogistic(examples, 3);
    // An embedder that speaks against what is relevant is not listened to.
    weights = { intercept, words: Math.max(0, words), cosine: Math.max(0, unit) / COSINE_UNIT };
  }
  return weights;
};

const bestOf = ({ signals }: Asked, weights: Joining): Signals | undefined =>
  signals.toSorted((left, right) => logitOf(right, weights) - logitOf(left, weights))[0];

const logitOf = ({ words, cosine }: Signals, weights: Joining): number =>
  joinLogits(words, cosine, weights);

type Score = Asked & { probability: number; byWords: number };

const toScores = (asked: readonly Asked[], weights: Joining): Score[] =>
  asked.map((question) => {
    const words = question.signals.map((signals) => signals.words);
    const logits = question.signals.map((signals) => logitOf(signals, weights));
    return {
      ...question,
      probability: toProbability(Math.max(-10, ...logits)),
      byWords: toProbability(Math.max(-10, ...words)),
    };
  });

const toProbability = (logit: number): number => 1 / (1 + Math.exp(-logit));

const ANSWERED = 0.5;

const toFigures = (scores: readonly Score[], name: string): Figures => {
  const [answerable, unanswerable] = [true, false].map((wanted) =>
    scores.filter(({ isAnswerable }) => isAnswerable === wanted),
  );
  const shareAnswered = (some: readonly Score[] = []): number =>
    mean(some.map(({ probability }) => Number(probability >= ANSWERED)));
  const paraphrases = answerable?.filter(
    ({ isDenseHit, byWords }) => isDenseHit && byWords < ANSWERED,
  );
  return {
    [`AUC, ${name}`]: areaUnderCurve(
      (answerable ?? []).map(({ probability }) => probability),
      (unanswerable ?? []).map(({ probability }) => probability),
    ),
    [`answered, ${name}`]: shareAnswered(answerable),
    [`of those only the embedder finds, ${name}`]: shareAnswered(paraphrases),
    [`unanswerable answered, ${name}`]: shareAnswered(unanswerable),
  };
};
