import type { Assistant } from '../assistants/index.js';
import type { ChatModel, ChatRequest, DecisionRequest } from '../platform/models/model.js';
import { withoutUndefined } from '../shared/changes.js';
import type { TenantId } from '../shared/ids.js';
import type { ModelChoice } from '../shared/model-choice.js';

/** Merges the assistant's settings with those of the request, which take precedence; but the assistant's maximum length stays a limit. */
export const toChoice = (assistant: Assistant, asked: ModelChoice = {}): ModelChoice => {
  const { model, temperature, maxTokens, reasoningEffort } = assistant;
  const own = withoutUndefined({
    model: model ?? undefined,
    temperature: temperature ?? undefined,
    reasoningEffort: reasoningEffort ?? undefined,
    mostTokens: maxTokens ?? undefined,
  });
  return { ...own, ...withoutUndefined(asked) };
};

type Turn = { choice: ModelChoice; scope: { tenantId: TenantId } };

/** Binds the model to a turn: all calls go to the chosen endpoint and count for the tenant, and answers use the chosen parameters. */
export const asChosen = (chat: ChatModel, { choice, scope: { tenantId } }: Turn): ChatModel => ({
  ...chat,
  model: (choice.model === undefined ? undefined : chat.modelOf?.(choice.model)) ?? chat.model,
  complete: (request, options) =>
    chat.complete(applyChoice(request, choice), { ...options, tenantId }),
});

const applyChoice = <Request extends ChatRequest | DecisionRequest>(
  request: Request,
  { model, mostTokens = Infinity, ...wishes }: ModelChoice,
): Request => {
  const chosen = model === undefined ? request : { ...request, backend: model };
  if (request.purpose !== 'answer') return chosen;
  const maxTokens = Math.min(request.maxTokens, mostTokens);
  return { ...chosen, maxTokens, ...(Object.keys(wishes).length > 0 && { wishes }) };
};
