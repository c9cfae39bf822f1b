import type { z } from 'zod';
import { count, seconds } from '../src/shared/variable-types.js';

/** Limits of work in processes of ours, in which time that a busy machine keeps from them does not count, and of waiting. */
export const processorVariables = {
  STARVATION_FACTOR: count({ min: 2, max: 1000, default: 10 }).describe(
    'Limits of parsers, page pictures, sums and starts count processor time. What has not had it after so many times its limit waits for a calmer time; no file is blamed.',
  ),
  PROCESS_START_TIMEOUT_SEC: seconds(30).describe(
    'Time in which a process for parsers, sums, scripts or local models starts.',
  ),
  PLAIN_TEXT_TIMEOUT_SEC: seconds(2).describe(
    'Time limit for a small plain text in the thread that reads them for all tenants; a parser process reads what takes longer.',
  ),
  PLAIN_TEXT_START_SEC: seconds(10).describe(
    'So long a small plain text waits for the start of that thread, which goes on; then a parser process reads the text.',
  ),
  PLAIN_TEXT_REST_SEC: seconds(30).describe(
    'So long that thread is left alone after it missed its time, and twice as long after each further miss, up to 15 minutes.',
  ),
  PAGE_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Pages of PDFs drawn at once; the last place is only for a tenant that has none.',
  ),
  PAGE_SLOW_CONCURRENCY: count({ min: 1, max: 64, default: 1 }).describe(
    'Beside them, pages drawn at once that took longer than PAGE_FIRST_TIMEOUT_SEC; with the lowest priority.',
  ),
  PAGE_FIRST_TIMEOUT_SEC: seconds(3).describe(
    'Time limit of the first try to draw a page; one that takes longer is drawn among slow ones.',
  ),
  PAGE_TIMEOUT_SEC: seconds(15).describe(
    'Time limit for drawing a page. One that took longer is not drawn again.',
  ),
  PAGE_WAIT_SEC: seconds(10).describe(
    'Longest wait of a request for its turn to draw a page; for a slow one, PAGE_TIMEOUT_SEC more.',
  ),
  CALCULATOR_TIMEOUT_SEC: seconds(2).describe('Time limit for one sum of math_calc.'),
  MODELS_LOAD_TIMEOUT_SEC: seconds(300).describe('Time in which local models are loaded.'),
  EMBEDDINGS_QUERY_TIMEOUT_SEC: seconds(5).describe(
    'So long a search waits for the embedding of its question; then it goes on by words alone.',
  ),
  DATABASE_WAIT_SEC: seconds(3).describe(
    'Longest wait for a connection to PostgreSQL; then the request is refused with 503.',
  ),
};

type Environment = z.infer<z.ZodObject<typeof processorVariables>>;

/** The limits of the parts that run in processes or threads of their own. */
export const toProcessLimits = (env: Environment) => {
  const starvationFactor = env.STARVATION_FACTOR;
  const start = { startLimitMs: env.PROCESS_START_TIMEOUT_SEC * 1000, starvationFactor };
  return {
    start,
    plainText: {
      limitMs: env.PLAIN_TEXT_TIMEOUT_SEC * 1000,
      startMs: env.PLAIN_TEXT_START_SEC * 1000,
      restMs: env.PLAIN_TEXT_REST_SEC * 1000,
      starvationFactor,
    },
    pages: {
      ...start,
      size: env.PAGE_CONCURRENCY,
      slowSize: env.PAGE_SLOW_CONCURRENCY,
      firstTimeoutMs: env.PAGE_FIRST_TIMEOUT_SEC * 1000,
      timeoutMs: env.PAGE_TIMEOUT_SEC * 1000,
      maxWaitMs: env.PAGE_WAIT_SEC * 1000,
    },
    calculator: { ...start, timeoutMs: env.CALCULATOR_TIMEOUT_SEC * 1000 },
    localModels: { ...start, loadLimitMs: env.MODELS_LOAD_TIMEOUT_SEC * 1000 },
  };
};
