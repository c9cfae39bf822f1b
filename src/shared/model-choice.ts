import { z } from 'zod';

/** How much a reasoning model is to think, in the words of OpenAI's API. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** How a model is to write the answer. What is missing is as the settings have it. */
export type Writing = {
  temperature?: number | undefined;
  /** The longest answer in tokens; never more than the operator allows. */
  maxTokens?: number | undefined;
  reasoningEffort?: ReasoningEffort | undefined;
  topP?: number | undefined;
  stop?: readonly string[] | undefined;
  seed?: number | undefined;
};

/** Which model is to answer, and how. */
export type ModelChoice = Writing & {
  /** The name of an endpoint of the operator's. It is asked alone: no other stands in for it. */
  model?: string | undefined;
};

/** A chat endpoint of the settings, as it can be chosen. */
export type NamedModel = {
  /** As `LLM_BACKENDS` names it. */
  name: string;
  /** The model that the endpoint is asked for. */
  model: string;
};

export const ModelName = z
  .string()
  .regex(/^[a-z0-9_]{1,32}$/, 'must be the name of a model, of a to z, 0 to 9 and "_"');
export const Temperature = z.number().min(0).max(2);
export const MaxTokens = z.int().min(1).max(1_000_000);
