import type { Assistant } from '../assistants/index.js';
import type { ChatModel, ChatRequest, DecisionRequest } from '../platform/models/model.js';
import { withoutUndefined } from '../shared/changes.js';
import type { TenantId } from '../shared/ids.js';
import type { ModelChoice } from '../shared/model-choice.js';

/** Merges the assistant's settings with those of the request, which win; of two maximum lengths the smaller one counts. */
export const toChoice = (assistant: Assistant, asked: ModelChoice = {}): ModelChoice => {
  const { model, temperature, maxTokens, reasoningEffort } = assistant;
  const own = withoutUndefined({
    model: model ?? undefined,
    temperature: temperature ?? undefined,
    reasoningEffort: reasoningEffort ?? undefined,
  });
  const lengths = [maxTokens, asked.maxTokens].filter((length) => length != null);
  return {
    ...own,
    ...withoutUndefined(asked),
    ...(lengths.length > 0 && { maxTokens: Math.min(...lengths) }),
  };
};

type Turn = { choice: ModelChoice; scope: { tenantId: TenantId } };

/** Binds the model to a turn: all calls go to the chosen endpoint and count for the tenant; answers use the chosen parameters. */
export const asChosen = (chat: ChatModel, { choice, scope: { tenantId } }: Turn): ChatModel => ({
  ...chat,
  model: (choice.model === undefined ? undefined : chat.modelOf?.(choice.model)) ?? chat.model,
  complete: (request, options) =>
    chat.complete(applyChoice(request, choice), { ...options, tenantId }),
});

const applyChoice = <Request extends ChatRequest | DecisionRequest>(
  request: Request,
  { model, ...wishes }: ModelChoice,
): Request => ({
  ...request,
  ...(model !== undefined && { backend: model }),
  ...(request.purpose === 'answer' && Object.keys(wishes).length > 0 && { wishes }),
});
