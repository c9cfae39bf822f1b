import { z } from 'zod';
import { count, seconds } from '../src/shared/variable-types.js';

/** Limits of work in our own processes, which do not count time that a busy machine withholds, and of waiting. */
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

/** Text recognition (OCR) in the pictures of documents. */
export const ocrVariables = {
  OCR: z
    .enum(['off', 'scans', 'all'])
    .optional()
    .describe(
      'scans: pages without a usable text, and picture files, are read by text recognition (OCR); all: also pictures beside the text of a page; off: none. Unset: scans where `npm install tesseract.js-core @tesseract.js-data/eng` was run, or off.',
    ),
  OCR_LANGUAGES: z
    .string()
    .regex(/^[a-z_]{3,12}(?:\s*,\s*[a-z_]{3,12}){0,9}$/u, 'must be codes such as eng,deu')
    .default('eng')
    .describe(
      'Languages that it reads, the most frequent one first: eng, deu, fra, spa, ita, por, nld, pol, hun, ces, tur, vie, ukr, jpn, kor, chi_sim, … Each needs its package @tesseract.js-data/CODE; each further one costs time.',
    ),
  OCR_MAX_PAGES: count({ min: 1, max: 5000, default: 200 }).describe(
    'Pages of one document that it reads; a warning names the others.',
  ),
  OCR_MAX_MEGAPIXELS: count({ min: 1, max: 100, default: 25 }).describe(
    'Pixels of a page as it is drawn for it; a larger page is drawn smaller.',
  ),
  OCR_PAGE_TIMEOUT_SEC: seconds(30).describe(
    'Time limit for one page, in processor time: see STARVATION_FACTOR. A page that takes longer is left out, with a warning.',
  ),
  OCR_MEMORY_MB: count({ min: 256, max: 16_384, default: 512 }).describe(
    'Memory limit of the process that it runs in.',
  ),
};

type Environment = z.infer<z.ZodObject<typeof processorVariables>>;

/** The settings of text recognition; `mode` is null if no setting decides whether to use it. */
export const toOcr = (env: z.infer<z.ZodObject<typeof ocrVariables>>) => ({
  mode: env.OCR ?? null,
  languages: [...new Set(env.OCR_LANGUAGES.split(',').map((code) => code.trim()))],
  maxPages: env.OCR_MAX_PAGES,
  maxPixels: env.OCR_MAX_MEGAPIXELS * 1_000_000,
  pageLimitMs: env.OCR_PAGE_TIMEOUT_SEC * 1000,
  maxMemoryMb: env.OCR_MEMORY_MB,
});

/** The limits of parts that run in separate processes or threads. */
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
