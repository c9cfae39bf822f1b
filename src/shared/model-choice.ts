import { z } from 'zod';

/** How much a reasoning model thinks, with the values of OpenAI's API. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** Parameters for writing an answer. Missing ones have the configured value. */
export type Writing = {
  temperature?: number | undefined;
  /** Maximum length of the answer in tokens, capped by the operator's limit. */
  maxTokens?: number | undefined;
  reasoningEffort?: ReasoningEffort | undefined;
  topP?: number | undefined;
  stop?: readonly string[] | undefined;
  seed?: number | undefined;
};

/** The model that answers, and its parameters. */
export type ModelChoice = Writing & {
  /** The name of a configured endpoint. It has no failover. */
  model?: string | undefined;
  /** The assistant's limit on the answer in tokens. It applies even if the endpoint refuses the other parameters. */
  mostTokens?: number | undefined;
};

/** A chat endpoint that can be selected by name. */
export type NamedModel = {
  /** Its name in `LLM_BACKENDS`. */
  name: string;
  /** The model name that is sent to the endpoint. */
  model: string;
};

export const ModelName = z
  .string()
  .regex(/^[a-z0-9_]{1,32}$/, 'must be the name of a model: letters a to z, 0 to 9 and "_"');
export const Temperature = z.number().min(0).max(2);
/** Some endpoints do not accept fewer than 16. */
export const MaxTokens = z.int().min(16).max(1_000_000);
