import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Reranker } from './model.js';
import { AnswerTooLarge, createBoundedFetch } from './bounded-fetch.js';
import type { Endpoint } from './endpoint.js';
import { toAbortError } from './with-retries.js';

export type RerankerOptions = Endpoint & {
  model: string;
  /** The request and reply format. Default: Cohere's. */
  shape?: RerankShapeName;
  /** For a server of ours, which returns no score for texts that it did not reach in time; other servers score all or fail. */
  budgetMs?: number | undefined;
};

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** A reranker over HTTP. It does not retry, because a search is waiting. */
export const createHttpReranker = (options: RerankerOptions): Reranker => {
  const { baseUrl, apiKey, model, budgetMs } = options;
  const shape: RerankShape = SHAPES[options.shape ?? 'cohere'];
  const send = createBoundedFetch(
    { maxBytes: MAX_ANSWER_BYTES, clean: options.clean, isOfNumbers: true },
    options.send,
  );
  const url = `${baseUrl.replace(/\/+$/, '')}/rerank`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  };

  const post = async (body: object, signal: AbortSignal): Promise<unknown> => {
    // A redirect would send the passages to a host that nobody configured.
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
    } as const;
    let response: Response;
    try {
      response = await send(url, { ...request, signal });
    } catch (error) {
      throw signal.aborted ? toAbortError(signal) : unavailable('It could not be reached.', error);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(toRefusal(response.status));
    }
    try {
      return await response.json();
    } catch (error) {
      if (signal.aborted) throw toAbortError(signal);
      throw refuse(error instanceof AnswerTooLarge ? 'too long' : 'no JSON', error);
    }
  };

  const rerankAtOnce = async (asked: Asked, signal: AbortSignal): Promise<(number | null)[]> => {
    const reply = await post(shape.toBody(asked), signal);
    return placeScores(shape.parse(reply), {
      count: asked.texts.length,
      mayStop: budgetMs !== undefined,
    });
  };

  return {
    model,
    rerank: async (query, texts, { signal }) => {
      const { maxTexts = texts.length } = shape;
      const scores: (number | null)[] = [];
      while (scores.length < texts.length) {
        const batch = texts.slice(scores.length, scores.length + maxTexts);
        scores.push(...(await rerankAtOnce({ model, query, texts: batch, budgetMs }, signal)));
      }
      return scores;
    },
  };
};

type Asked = {
  model: string;
  query: string;
  texts: readonly string[];
  budgetMs: number | undefined;
};
type Score = { index: number; score: number };

/** Request and reply format of one kind of reranker. */
type RerankShape = {
  /** Maximum texts per request; undefined: all at once. */
  maxTexts?: number;
  toBody: (asked: Asked) => object;
  /** Throws `model_invalid_output` if the reply is not a list of scores. */
  parse: (reply: unknown) => Score[];
};

const Index = z.int().nonnegative();
const Relevance = z.object({ index: Index, relevance_score: z.number() });

/** Jina and most local servers use Cohere's format, too. */
const cohere: RerankShape = {
  toBody: ({ model, query, texts, budgetMs }) => ({
    model,
    query,
    documents: texts,
    top_n: texts.length,
    ...(budgetMs !== undefined && { time_limit_ms: budgetMs }),
  }),
  parse: (reply) => read(z.object({ results: z.array(Relevance) }), reply).results.map(toScore),
};

const voyage: RerankShape = {
  toBody: ({ model, query, texts }) => ({
    model,
    query,
    documents: texts,
    top_k: texts.length,
    truncation: true,
  }),
  parse: (reply) => read(z.object({ data: z.array(Relevance) }), reply).data.map(toScore),
};

/** Hugging Face's text-embeddings-inference, which serves one model and by default accepts 32 texts. */
const tei: RerankShape = {
  maxTexts: 32,
  toBody: ({ query, texts }) => ({ query, texts, raw_scores: false, truncate: true }),
  parse: (reply) => read(z.array(z.object({ index: Index, score: z.number() })), reply),
};

const SHAPES = { cohere, voyage, tei };

type RerankShapeName = keyof typeof SHAPES;

const toScore = ({ index, relevance_score: score }: z.infer<typeof Relevance>): Score => ({
  index,
  score,
});

const read = <Reply>(type: z.ZodType<Reply>, reply: unknown): Reply => {
  const parsed = type.safeParse(reply);
  if (!parsed.success) throw refuse('not a list of scores', parsed.error);
  return parsed.data;
};

/** Statuses of servers that expect another format. */
const OF_OTHER_SHAPES = new Set([404, 405, 422]);

const toRefusal = (status: number): string => {
  const said = `The reranker refused the request with status ${status}.`;
  return OF_OTHER_SHAPES.has(status)
    ? `${said} Compare RERANK_BASE_URL and RERANK_SHAPE with its documentation.`
    : said;
};

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('model_unavailable', message, { cause });

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('model_invalid_output', `The reranker's answer is unusable: ${problem}.`, { cause });

type Expected = { count: number; mayStop: boolean };

/** Endpoints return the best first, so scores are assigned by index. Every text has exactly one, unless the endpoint may stop early. */
const placeScores = (scores: readonly Score[], { count, mayStop }: Expected): (number | null)[] => {
  if (mayStop ? scores.length > count : scores.length !== count) {
    throw refuse(`${scores.length} scores for ${count} texts`);
  }
  const byIndex = new Map(scores.map(({ index, score }) => [index, score]));
  return Array.from({ length: count }, (_, index) => {
    const score = byIndex.get(index) ?? null;
    if (score === null && !mayStop) throw refuse('a text has no score');
    return score;
  });
};
