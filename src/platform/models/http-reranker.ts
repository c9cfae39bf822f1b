import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Reranker } from './model.js';
import { AnswerTooLarge, createBoundedFetch } from './bounded-fetch.js';
import type { Endpoint } from './endpoint.js';
import { toAbortError } from './with-retries.js';

export type RerankerOptions = Endpoint & {
  model: string;
  /** For a server of ours, which then leaves without a score what it does not come to; others score all or fail. */
  budgetMs?: number | undefined;
};

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** One endpoint of the kind that Cohere, Jina and local servers offer. One try: who searches waits for it. */
export const createHttpReranker = (options: RerankerOptions): Reranker => {
  const { baseUrl, apiKey, model, budgetMs } = options;
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
    // A redirect would carry the passages to a host nobody configured.
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
      throw unavailable(`The reranker refused the request with status ${response.status}.`);
    }
    try {
      return await response.json();
    } catch (error) {
      if (signal.aborted) throw toAbortError(signal);
      throw refuse(error instanceof AnswerTooLarge ? 'too long' : 'no JSON', error);
    }
  };

  return {
    model,
    rerank: async (query, texts, { signal }) => {
      if (texts.length === 0) return [];
      const mayStop = budgetMs !== undefined;
      const limited = mayStop ? { time_limit_ms: budgetMs } : {};
      const body = { model, query, documents: texts, top_n: texts.length, ...limited };
      return parseReply(await post(body, signal), { count: texts.length, mayStop });
    },
  };
};

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('model_unavailable', message, { cause });

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('model_invalid_output', `The reranker's answer is unusable: ${problem}.`, { cause });

const Reply = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
});

type Expected = { count: number; mayStop: boolean };

/** Endpoints answer best first, so the scores are placed by their index. Each text has exactly one, unless they may stop early. */
const parseReply = (value: unknown, { count, mayStop }: Expected): (number | null)[] => {
  const reply = Reply.safeParse(value);
  if (!reply.success) throw refuse('not a list of scores', reply.error);
  const { results } = reply.data;
  if (mayStop ? results.length > count : results.length !== count) {
    throw refuse(`${results.length} scores for ${count} texts`);
  }
  const byIndex = new Map(results.map((result) => [result.index, result.relevance_score]));
  return Array.from({ length: count }, (_, index) => {
    const score = byIndex.get(index) ?? null;
    if (score === null && !mayStop) throw refuse('a text has no score');
    return score;
  });
};
