import { z } from 'zod';
import { serviceUrl } from '../../../shared/variable-types.js';
import type { OpenVectorStore } from '../vector-store.js';

const variables = {
  QDRANT_URL: serviceUrl('http', 'https')
    .optional()
    .describe('Qdrant for vectors. Unset: LanceDB under DATA_DIR.'),
  QDRANT_API_KEY: z.string().min(1).optional().describe('Key for Qdrant.'),
};
type Variables = z.infer<z.ZodObject<typeof variables>>;

/** Mean number of terms per token of a full chunk, 230 of 400: with the chunks' length it is BM25's average. */
const TERMS_PER_TOKEN = 0.575;

/** A Qdrant server, used if its address is set. Its client is loaded only when the store is opened. */
export const qdrant = {
  name: 'qdrant',
  variables,
  problems: ({ QDRANT_URL, QDRANT_API_KEY }: Variables): string[] =>
    QDRANT_API_KEY !== undefined && QDRANT_URL === undefined
      ? ['QDRANT_URL: required with QDRANT_API_KEY']
      : [],
  isChosen: ({ QDRANT_URL }: Variables): boolean => QDRANT_URL !== undefined,
  open: async (
    { QDRANT_URL: url = '', QDRANT_API_KEY: apiKey }: Variables,
    { chunkTokens, ...options }: OpenVectorStore,
  ) => {
    const { openQdrantVectorStore } = await import('./store.js');
    return openQdrantVectorStore({
      ...options,
      url,
      apiKey,
      averageTermCount: Math.round(chunkTokens * TERMS_PER_TOKEN),
    });
  },
};
