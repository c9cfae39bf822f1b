import { DECISION_PROTOCOL_NAMES } from '../src/workflow/variables.js';
import { z } from 'zod';
import { count, seconds, serviceUrl } from '../src/shared/variable-types.js';

/** The ways of asking an endpoint for decisions; `auto` finds out which it accepts. */
export const PROTOCOL_NAMES = ['auto', ...DECISION_PROTOCOL_NAMES];

const temperature = (defaultValue: number) => z.coerce.number().min(0).max(2).default(defaultValue);
const backendsFor = (purpose: string) =>
  z
    .string()
    .optional()
    .describe(`Names from LLM_BACKENDS for ${purpose}, in order. Unset: LLM_BACKENDS.`);

/** The variables of chat endpoints and the embedder; those of LLM_BACKENDS exist once per name and are read by chat-backends.ts. */
export const modelVariables = {
  OPENAI_BASE_URL: serviceUrl('http', 'https')
    .optional()
    .describe(
      'Any OpenAI-compatible endpoint, up to and including /v1. Unset with a key: api.openai.com.',
    ),
  OPENAI_API_KEY: z.string().optional().describe('Its key; may stay empty for a local server.'),
  OPENAI_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe('Chat model. Unset: answers are quoted from the documents, and say so.'),
  OPENAI_PROTOCOL: z
    .enum(PROTOCOL_NAMES)
    .optional()
    .describe(
      'How it is asked for decisions: structured (JSON by schema), tools (function calls), react (plain text). Unset: auto, the first one it accepts.',
    ),
  LLM_BACKENDS: z
    .string()
    .optional()
    .describe(
      'Names of several chat endpoints, used instead of the one above and tried in this order. A single name forces that backend.',
    ),
  LLM_FAILOVER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: only the first backend is used, and its failure is final.'),
  LLM_FIRST_TOKEN_SEC: seconds(30).describe(
    'Longest wait for the first piece of a reply. Raise it for a model that reasons silently, together with AGENT_DECIDE_TIMEOUT_SEC and FINALIZE_TIMEOUT_SEC.',
  ),
  LLM_STREAM_IDLE_SEC: seconds(15).describe(
    'Longest silence between two pieces of a reply; reasoning counts.',
  ),
  DECIDE_BACKENDS: backendsFor('making and repairing decisions'),
  REWRITE_BACKENDS: backendsFor('rewriting questions'),
  ANSWER_BACKENDS: backendsFor('writing answers'),
  VERIFY_BACKENDS: backendsFor('checking what an answer states'),
  SUMMARY_BACKENDS: backendsFor('summarising sessions'),
  DECIDE_TEMPERATURE: temperature(0.1).describe(
    'Temperature of decisions; omitted if a model refuses it.',
  ),
  DECIDE_MAX_TOKENS: count({ min: 50, max: 100_000, default: 500 }).describe(
    'Maximum output tokens of a decision.',
  ),
  ANSWER_TEMPERATURE: temperature(0.3).describe(
    'Temperature of answers; omitted if a model refuses it.',
  ),
  ANSWER_MAX_TOKENS: count({ min: 50, max: 100_000, default: 4000 }).describe(
    'Maximum output tokens of an answer.',
  ),
  EMBEDDINGS_BASE_URL: serviceUrl('http', 'https')
    .optional()
    .describe('OpenAI-compatible endpoint for embeddings. Unset with a key: api.openai.com.'),
  EMBEDDINGS_API_KEY: z.string().optional().describe('Its key; may stay empty for a local server.'),
  EMBEDDINGS_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe('Embedding model. Unset: lexical search only. A change re-indexes all documents.'),
  EMBEDDINGS_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(8192)
    .optional()
    .describe('Length of its vectors; required with EMBEDDINGS_MODEL.'),
  EMBEDDINGS_QUERY_PREFIX: z
    .string()
    .optional()
    .describe(
      'Prefix for every question, such as "query: " for e5 models. Unset: none, or what a local model needs.',
    ),
  EMBEDDINGS_PASSAGE_PREFIX: z
    .string()
    .optional()
    .describe(
      'Prefix for every passage, such as "passage: ". A change re-indexes all documents. Unset: as above.',
    ),
  EMBEDDINGS_INPUT_TYPE: z
    .enum(['cohere', 'voyage'])
    .optional()
    .describe(
      'The API whose input_type to send for questions and passages: cohere (search_query, search_document) or voyage (query, document). A change re-indexes all documents. Unset: not sent.',
    ),
};
