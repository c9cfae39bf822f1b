import type { Assistant } from '../assistants/index.js';
import type { ChatModel, ChatRequest, DecisionRequest } from '../platform/models/model.js';
import { withoutUndefined } from '../shared/changes.js';
import type { ModelChoice } from '../shared/model-choice.js';

/** What the assistant is set to, and over it what the request asks for. */
export const toChoice = (assistant: Assistant, asked: ModelChoice = {}): ModelChoice => {
  const { model, temperature, maxTokens, reasoningEffort } = assistant;
  const own = {
    ...{ model: model ?? undefined, temperature: temperature ?? undefined },
    ...{ maxTokens: maxTokens ?? undefined, reasoningEffort: reasoningEffort ?? undefined },
  };
  return { ...own, ...withoutUndefined(asked) };
};

/** The same model for a turn with a choice: all its calls go to the chosen endpoint, and answers are written as was asked for. */
export const asChosen = (chat: ChatModel, choice: ModelChoice): ChatModel => ({
  ...chat,
  // By its name, what one model has judged is not taken for the judgement of another.
  model: choice.model ?? chat.model,
  complete: (request, options) => chat.complete(applyChoice(request, choice), options),
});

const applyChoice = <Request extends ChatRequest | DecisionRequest>(
  request: Request,
  { model, maxTokens, ...writing }: ModelChoice,
): Request => ({
  ...request,
  ...(model !== undefined && { backend: model }),
  ...(request.purpose === 'answer' && {
    ...withoutUndefined(writing),
    maxTokens: Math.min(request.maxTokens, maxTokens ?? Infinity),
  }),
});
