import { z } from 'zod';
import type { Calibration, Curve, MeasuredModel, ModelSignals } from '../src/evidence/index.js';
import { findMeasured } from '../src/evidence/measured-models.js';
import type { TellingApart } from '../src/platform/models/model.js';
import { SUPPORTED_LANGUAGES } from '../src/language/supported-languages.js';
import { LOCAL_URL } from '../src/platform/models/local/local-url.js';
import { count, seconds, serviceUrl } from '../src/shared/variable-types.js';
import type { processorVariables } from './processor-variables.js';
import { embedderOf, rerankerOf, toLocalModels, type localModelVariables } from './local-models.js';

const MAX_WEIGHT = 10;

/** Below 1/62 an uncalibrated embedder cannot move anything ahead of what words rank first: see bench/answers/relevance.md. */
const UNCALIBRATED_WEIGHT = 0.01;

const Weight = z.coerce.number().min(0).max(MAX_WEIGHT);

type Environment = z.infer<
  z.ZodObject<typeof searchVariables & typeof localModelVariables & typeof processorVariables>
> & {
  DATA_DIR: string;
};
type Rule = [broken: unknown, problem: string];

export const rerankRules = (env: Environment): Rule[] => [
  [
    env.RERANK !== 'local' &&
      (env.RERANK_API_KEY ?? env.RERANK_MODEL ?? env.RERANK_SHAPE) &&
      !env.RERANK_BASE_URL,
    'RERANK_BASE_URL: required with the other RERANK_ variables',
  ],
  [env.RERANK_BASE_URL && !env.RERANK_MODEL, 'RERANK_MODEL: required with RERANK_BASE_URL'],
];

export const toReranker = (env: Environment) => {
  if (env.RERANK === 'local') {
    const { reranker: local } = toLocalModels(env);
    const shape = 'cohere' as const;
    return local && { baseUrl: LOCAL_URL, apiKey: '', model: local.manifest.name, shape, local };
  }
  return env.RERANK_BASE_URL === undefined || env.RERANK_MODEL === undefined
    ? null
    : {
        baseUrl: env.RERANK_BASE_URL,
        apiKey: env.RERANK_API_KEY ?? '',
        model: env.RERANK_MODEL,
        shape: env.RERANK_SHAPE ?? ('cohere' as const),
        local: null,
      };
};

type Embedder = { model: string; tellingApart: TellingApart } | null;

export const toSearch = (env: Environment, embedder: Embedder) => {
  const measured = toMeasured(env, embedder);
  const isUncalibrated =
    embedder !== null && measured === null && env.EMBEDDINGS_CALIBRATION === undefined;
  return {
    candidatesPerLeg: env.CANDIDATES_PER_LEG,
    calibration: toCalibration(env),
    measured,
    isUncalibrated,
    minCoverage: env.EVIDENCE_MIN_COVERAGE,
    minSimilarity: env.EVIDENCE_MIN_SIMILARITY,
    weights: {
      lexical: env.LEXICAL_WEIGHT,
      dense: env.DENSE_WEIGHT ?? (isUncalibrated ? UNCALIBRATED_WEIGHT : 1),
      denseByLanguage: toWeights(env.DENSE_WEIGHT_BY_LANGUAGE),
    },
    rerankTimeoutMs: env.RERANK_TIMEOUT_SEC * 1000,
    embedTimeoutMs: env.EMBEDDINGS_QUERY_TIMEOUT_SEC * 1000,
    timeoutMs: env.SEARCH_TIMEOUT_SEC * 1000,
    turns: {
      atOnce: env.SEARCH_CONCURRENCY,
      maxWaiting: env.SEARCH_QUEUE,
      maxWaitMs: env.SEARCH_WAIT_SEC * 1000,
    },
  };
};

/** The operator's own calibration is based on the tenant's documents, so it takes precedence. */
const toMeasured = (env: Environment, embedder: Embedder): MeasuredModel | null =>
  embedder === null || env.EMBEDDINGS_CALIBRATION !== undefined
    ? null
    : findMeasured(embedder.model, embedder.tellingApart);

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
/** A curve: intercept, weight of what was known before, weight of the model's signal. */
const CURVE = `${NUMBER}/${NUMBER}/${NUMBER}`;
/** The model's name, which may contain colons, is followed by its languages with one curve per signal. */
const toPattern = (curves: string): RegExp =>
  new RegExp(`^(.+):([a-z]{2}=${curves}(?:;[a-z]{2}=${curves})*)$`);

const EMBEDDER = toPattern(`${CURVE}(?:,${CURVE})?`);
const RERANKER = toPattern(CURVE);

const toCurves = (pattern: RegExp, setting: string | undefined): [string, Curve[]][] => {
  const [, , languages = ''] = pattern.exec(setting ?? '') ?? [];
  return languages
    .split(';')
    .filter((one) => one !== '')
    .map((one) => {
      const [language = '', curves = ''] = one.split('=');
      return [language, curves.split(',').map(toCurve)];
    });
};

const toCurve = (numbers: string): Curve => {
  const [intercept = 0, before = 0, value = 0] = numbers.split('/').map(Number);
  return { intercept, before, value };
};

const toCalibration = (env: Environment): Calibration => {
  const calibration: Record<string, ModelSignals> = {};
  for (const [language, [passage, lines]] of toCurves(EMBEDDER, env.EMBEDDINGS_CALIBRATION)) {
    calibration[language] = { ...(passage && { passage }), ...(lines && { lines }) };
  }
  for (const [language, [reranker]] of toCurves(RERANKER, env.RERANK_CALIBRATION)) {
    calibration[language] = { ...calibration[language], ...(reranker && { reranker }) };
  }
  return calibration;
};

const modelOf = (pattern: RegExp, setting: string | undefined): string | undefined =>
  pattern.exec(setting ?? '')?.[1];

/** A calibration of one model says nothing about another. */
export const calibrationRules = (
  env: Environment & { EMBEDDINGS_MODEL?: string | undefined },
): Rule[] => [
  [
    env.EMBEDDINGS_CALIBRATION &&
      modelOf(EMBEDDER, env.EMBEDDINGS_CALIBRATION) !==
        (env.EMBEDDINGS === 'local' ? embedderOf(env) : env.EMBEDDINGS_MODEL),
    'EMBEDDINGS_CALIBRATION: was found for another model than EMBEDDINGS_MODEL; run npm run calibrate again',
  ],
  [
    env.RERANK_CALIBRATION &&
      modelOf(RERANKER, env.RERANK_CALIBRATION) !==
        (env.RERANK === 'local' ? rerankerOf(env) : env.RERANK_MODEL),
    'RERANK_CALIBRATION: was found for another model than RERANK_MODEL; run npm run calibrate again',
  ],
];

const toWeights = (list: string | undefined): Record<string, number> =>
  list === undefined
    ? {}
    : Object.fromEntries(
        toEntries(list).map((entry) => [languageOf(entry), Number(entry.split(':')[1])]),
      );

const toEntries = (list: string): string[] => list.split(',').map((entry) => entry.trim());

const languageOf = (entry: string): string => (entry.split(':')[0] ?? '').trim();

const findProblem = (entry: string): string | null => {
  const [language = '', weight = '', ...rest] = entry.split(':').map((part) => part.trim());
  if (weight === '' || rest.length > 0) return `"${entry}" is not of the form zh:0`;
  if (!SUPPORTED_LANGUAGES.includes(language)) {
    return `"${language}" is not a language we tell apart; those are ${SUPPORTED_LANGUAGES.join(', ')}`;
  }
  return Weight.safeParse(weight).success
    ? null
    : `"${weight}" is not a weight; weights are 0 to ${MAX_WEIGHT}`;
};

const WeightList = z.string().superRefine((list, context) => {
  const entries = toEntries(list);
  const languages = entries.map(languageOf);
  const twice = languages.find((language, index) => languages.indexOf(language) < index);
  const problems = entries.map(findProblem).filter((problem) => problem !== null);
  if (twice !== undefined) problems.push(`names "${twice}" twice`);
  for (const message of problems) context.addIssue({ code: 'custom', message });
});

/** The variables of search: its limits, the size and weight of each ranking, and the reranker that orders the hits. */
export const searchVariables = {
  SEARCH_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Searches that run at once per process; one tenant gets more than half only if no other has searched for a minute.',
  ),
  SEARCH_QUEUE: count({ min: 1, max: 10_000, default: 128 }).describe(
    'Searches that may wait, at most half of them from one tenant; further ones are refused.',
  ),
  SEARCH_WAIT_SEC: seconds(5).describe('Longest wait of a search; then it is refused.'),
  SEARCH_TIMEOUT_SEC: seconds(10).describe(
    'Time limit of a search request, including its wait; searches in a chat have that of rag_search.',
  ),
  EVIDENCE_MIN_COVERAGE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "Share of a question's weighted words a memory or an earlier message must contain to count as evidence.",
    ),
  EVIDENCE_MIN_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .default(0.6)
    .describe(
      'Cosine similarity from which a memory found only by its embedding counts as evidence.',
    ),
  EMBEDDINGS_CALIBRATION: z
    .string()
    .regex(
      EMBEDDER,
      'is not of the form model:en=-2/1.1/4.5,-1/0.9/3; npm run calibrate prints it, anew where an earlier version did',
    )
    .optional()
    .describe(
      'How the embedder affects the relevance of passages, as printed by `npm run calibrate` for EMBEDDINGS_MODEL: for each language a curve for passages and one for their lines; languages are separated by semicolons. Unset: a passage found by it alone is at most shown as one of the closest.',
    ),
  CANDIDATES_PER_LEG: count({ min: 10, max: 500, default: 60 }).describe(
    'Hits that each ranking contributes.',
  ),
  LEXICAL_WEIGHT: z.coerce
    .number()
    .gt(0)
    .max(MAX_WEIGHT)
    .default(1)
    .describe('Weight of the word ranking; must be above 0, because it is always on.'),
  DENSE_WEIGHT: Weight.optional().describe(
    `Weight of the embedding ranking, in languages without their own weight. Unset: 1, or ${UNCALIBRATED_WEIGHT} if the embedder has no calibration.`,
  ),
  DENSE_WEIGHT_BY_LANGUAGE: WeightList.optional().describe(
    "Its weight by the question's language, such as zh:0,ja:0.3: an embedder must not rank languages it does not know.",
  ),
  RERANK_BASE_URL: serviceUrl('http', 'https')
    .optional()
    .describe(
      "The reranker's address, without /rerank; it reads the best 30 passages of each search. Unset: none.",
    ),
  RERANK_SHAPE: z
    .enum(['cohere', 'voyage', 'tei'])
    .optional()
    .describe(
      "Its request format: cohere (also used by Jina and most servers), voyage, or tei (Hugging Face's text-embeddings-inference). Default: cohere.",
    ),
  RERANK_API_KEY: z.string().optional().describe('Its key; may stay empty for a local server.'),
  RERANK_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Its model; required with RERANK_BASE_URL. It is not sent to tei, where it only names the server in metrics.',
    ),
  RERANK_CALIBRATION: z
    .string()
    .regex(RERANKER, 'is not of the form model:en=-2/0.9/4.5; npm run calibrate prints it')
    .optional()
    .describe(
      'How its scores affect the relevance of passages, as printed by `npm run calibrate` for RERANK_MODEL, with a curve for each language. Unset: it orders passages and changes no relevance.',
    ),
  RERANK_TIMEOUT_SEC: seconds(3).describe(
    'How long it may take; then the order of the rankings is kept.',
  ),
};
