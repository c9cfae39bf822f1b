import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import { QueryIntent } from '../language/index.js';
import type { ChatModel } from '../platform/models/model.js';
import { extractJsonObject } from './decide/extract-json.js';
import { toRewriteMessages } from './prompts/rewrite.js';

export type Rewriting = { rewritten: string; intent: QueryIntent | null };

type Request = {
  question: string;
  /** Empty unless the question leans on it. */
  history: string;
  nonce: string;
  classifyIntent: boolean;
  signal: AbortSignal;
};

const REWRITE_SCHEMA_NAME = 'rewrite';
const MAX_TOKENS = 400;

const Reply = z.object({ rewritten: z.string(), intent: QueryIntent.nullish().catch(null) });

/** One structured model call; what it says is checked by the caller before it is used. */
export const askForRewriting = async (
  chat: ChatModel,
  { question, history, nonce, classifyIntent, signal }: Request,
): Promise<Rewriting> => {
  const instructions = classifyIntent
    ? `{"rewritten": string, "intent": one of ${QueryIntent.options.join(', ')}}`
    : '{"rewritten": string}';
  const { content } = await chat.complete(
    {
      purpose: 'rewrite',
      messages: toRewriteMessages(question, { nonce, history, instructions }),
      maxTokens: MAX_TOKENS,
      temperature: 0.1,
      responseSchema: { name: REWRITE_SCHEMA_NAME, schema: toSchema(classifyIntent) },
    },
    { signal },
  );
  const json = extractJsonObject(content);
  const reply = json.ok ? Reply.safeParse(json.value) : undefined;
  if (!reply?.success) {
    throw new AppError('model_invalid_output', 'The model gave no usable rewriting.');
  }
  const { rewritten, intent } = reply.data;
  return { rewritten, intent: classifyIntent ? (intent ?? null) : null };
};

const toSchema = (classifyIntent: boolean): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required: ['rewritten', ...(classifyIntent ? ['intent'] : [])],
  properties: {
    rewritten: { type: 'string' },
    ...(classifyIntent && { intent: { type: 'string', enum: QueryIntent.options } }),
  },
});
