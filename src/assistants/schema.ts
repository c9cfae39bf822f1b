import { z } from 'zod';
import { StoredDocumentFilter } from '../shared/document-filter.js';
import { AssistantId } from '../shared/ids.js';
import { MaxTokens, ModelName, ReasoningEffort, Temperature } from '../shared/model-choice.js';
import { CitationStyle } from '../tenancy/schema.js';

/** Clients change the parameters for models with OpenAI's names, so no assistant may have one. */
const LIKE_A_MODEL =
  /^(?:gpt|chatgpt|o\d|text-|davinci|babbage|curie|ada-|codex|dall-e|whisper|tts-|omni-)/;

export const AssistantSlug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a to z, 0 to 9 and "-"')
  .refine((slug) => !LIKE_A_MODEL.test(slug), {
    error: 'must not begin like the name of an OpenAI model',
  })
  .refine((slug) => !z.uuid().safeParse(slug).success, { error: 'must not look like an id' });

export const AnswerLength = z.enum(['short', 'medium', 'long']);
export type AnswerLength = z.infer<typeof AnswerLength>;

/** A tenant's settings for answers. Null leaves a setting to the tenant's policy, the user or the question. */
export const Assistant = z.object({
  id: AssistantId,
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isDefault: z.boolean().describe('Answers if no assistant is named.'),
  prompt: z.string().nullable(),
  tools: z
    .array(z.string())
    .nullable()
    .describe(
      "Of the tenant's tools, those it has; null: all. It permits none that the tenant has off.",
    ),
  filter: StoredDocumentFilter.nullable().describe('It answers only from these documents.'),
  citationStyle: CitationStyle.nullable(),
  language: z.string().nullable(),
  answerLength: AnswerLength.nullable(),
  model: ModelName.nullable().describe(
    "The name of its model, as GET /v1/models lists it; null: the operator's default.",
  ),
  temperature: Temperature.nullable().describe("0 to 2; null: the operator's default."),
  maxTokens: MaxTokens.nullable().describe(
    "Maximum length of an answer in tokens, capped by the operator's limit; null: that limit.",
  ),
  reasoningEffort: ReasoningEffort.nullable().describe(
    'How much a reasoning model thinks before it answers; null: the model decides.',
  ),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Assistant = z.infer<typeof Assistant>;

/** The fields of an assistant that everyone in the tenant may see. */
export const AssistantSummary = Assistant.pick({
  id: true,
  slug: true,
  name: true,
  description: true,
  isDefault: true,
});

type Described = Omit<Assistant, 'id' | 'isDefault' | 'createdAt' | 'updatedAt'>;
export type NewAssistant = Described & { id: AssistantId };
export type AssistantChanges = { [Field in keyof Described]?: Described[Field] | undefined };
