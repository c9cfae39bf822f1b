import type { z } from 'zod';
import { count, seconds } from '../src/shared/variable-types.js';

/** Limits of work in processes of ours, in which time that a busy machine keeps from them does not count, and of waiting. */
export const processorVariables = {
  STARVATION_FACTOR: count({ min: 2, max: 1000, default: 10 }).describe(
    'Limits for parsers, page images, calculations and starts count processor time. After this many times the limit on the clock, the work is postponed, and no file is blamed.',
  ),
  PROCESS_START_TIMEOUT_SEC: seconds(30).describe(
    'Time limit for starting a process for parsers, calculations, scripts or local models.',
  ),
  PLAIN_TEXT_TIMEOUT_SEC: seconds(2).describe(
    'Time limit for a small plain text in the thread that reads them for all tenants; if it takes longer, a parser process reads it.',
  ),
  PLAIN_TEXT_START_SEC: seconds(10).describe(
    'How long a small plain text waits for that thread to start; then a parser process reads it. The start continues.',
  ),
  PLAIN_TEXT_REST_SEC: seconds(30).describe(
    'How long that thread is not used after it missed its limit; twice as long after each further miss, up to 15 minutes.',
  ),
  PAGE_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'PDF pages drawn at once; the last slot is reserved for a tenant that has none.',
  ),
  PAGE_SLOW_CONCURRENCY: count({ min: 1, max: 64, default: 1 }).describe(
    'In addition, slow pages drawn at once: those that took longer than PAGE_FIRST_TIMEOUT_SEC, with the lowest priority.',
  ),
  PAGE_FIRST_TIMEOUT_SEC: seconds(3).describe(
    'Time limit of the first attempt to draw a page; one that takes longer is drawn with the slow ones.',
  ),
  PAGE_TIMEOUT_SEC: seconds(15).describe(
    'Time limit for drawing a page. A page that takes longer is not tried again.',
  ),
  PAGE_WAIT_SEC: seconds(10).describe(
    'Longest wait before a page is drawn; for a slow one, PAGE_TIMEOUT_SEC more.',
  ),
  CALCULATOR_TIMEOUT_SEC: seconds(2).describe('Time limit for one calculation of math_calc.'),
  MODELS_LOAD_TIMEOUT_SEC: seconds(300).describe('Time limit for loading local models.'),
  EMBEDDINGS_QUERY_TIMEOUT_SEC: seconds(5).describe(
    'How long a search waits for the embedding of its question; then it continues with words only.',
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
