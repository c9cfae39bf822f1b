import { z } from 'zod';
import { ReasoningEffort, Temperature, type Writing } from '../shared/model-choice.js';
import { mayUseModel } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';

const Tokens = z.int().min(1).max(10_000_000);
const common = { temperature: Temperature.nullish(), top_p: z.number().min(0).max(1).nullish() };

/** Parameters of a chat completion that control how the model writes. */
export const WRITING_OF_CHAT = {
  ...common,
  max_tokens: Tokens.nullish(),
  max_completion_tokens: Tokens.nullish(),
  reasoning_effort: ReasoningEffort.nullish(),
  stop: z.union([z.string().max(200), z.array(z.string().max(200)).max(4)]).nullish(),
  seed: z.int().nullish(),
};

/** The same for the Responses API. */
export const WRITING_OF_RESPONSE = {
  ...common,
  max_output_tokens: Tokens.nullish(),
  reasoning: z.looseObject({ effort: ReasoningEffort.nullish() }).nullish(),
};

/** Makes an answer many times more expensive, so only callers who may use the model for other tasks can set it. */
const EFFORT = ['reasoning_effort', 'reasoning'];

type Caller = { scope: UserScope; hasModel: boolean };

/** Names of the parameters that take effect for this caller. */
export const writingNames = (
  parameters: Readonly<Record<string, unknown>>,
  { scope, hasModel }: Caller,
): string[] =>
  hasModel
    ? Object.keys(parameters).filter((name) => mayUseModel(scope) || !EFFORT.includes(name))
    : [];

/** Drops the parameters that the caller may not set. */
export const withinRights = (
  scope: UserScope,
  { reasoningEffort, ...writing }: Writing,
): Writing => ({ ...writing, ...(mayUseModel(scope) && { reasoningEffort }) });

type OfChat = z.infer<z.ZodObject<typeof WRITING_OF_CHAT>>;
type OfResponse = z.infer<z.ZodObject<typeof WRITING_OF_RESPONSE>>;

export const writingOfChat = (body: OfChat): Writing => ({
  temperature: body.temperature ?? undefined,
  topP: body.top_p ?? undefined,
  maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  reasoningEffort: body.reasoning_effort ?? undefined,
  stop: toStop(body.stop),
  seed: body.seed ?? undefined,
});

export const writingOfResponse = (body: OfResponse): Writing => ({
  temperature: body.temperature ?? undefined,
  topP: body.top_p ?? undefined,
  maxTokens: body.max_output_tokens ?? undefined,
  reasoningEffort: body.reasoning?.effort ?? undefined,
});

const toStop = (stop: OfChat['stop']): string[] | undefined => {
  const given = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((one) => one !== '');
  return given.length === 0 ? undefined : given;
};
