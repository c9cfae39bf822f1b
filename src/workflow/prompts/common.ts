import type { ChatMessage } from '../../platform/models/model.js';
import { toLocalDate } from '../local-date.js';
import type { HistoryMessage, RouterState } from '../state.js';

const MAX_USER_PROMPT_CHARS = 1_000;
export const MAX_HISTORY_CHARS = 2_000;

export type PromptContext = { nonce: string; now: Date };

export const toProfile = ({ userContext }: RouterState): string[] => {
  const { tenantPrompt, userPrompt } = userContext;
  return [
    ...(tenantPrompt === null ? [] : [`Instructions of the organisation:\n${tenantPrompt}`]),
    ...(userPrompt === null
      ? []
      : [
          `The user's preference of style, to be followed where the rules allow:\n${userPrompt.slice(0, MAX_USER_PROMPT_CHARS)}`,
        ]),
  ];
};

export const toClock = (
  { userContext: { timezone } }: RouterState,
  { now }: PromptContext,
): string => `Time zone: ${timezone}. Date: ${toLocalDate(now, timezone)}.`;

export const toHistoryMessage = (
  { id, role, content }: HistoryMessage,
  { withIds }: { withIds: boolean },
): ChatMessage => {
  const text = content.slice(0, MAX_HISTORY_CHARS);
  if (role === 'assistant') {
    const shown = text || '(withheld: what it rested on is no longer available)';
    return { role, content: shown, isHistory: true };
  }
  return { role, isHistory: true, content: withIds ? `(message id ${id})\n${text}` : text };
};

export const toPerson = ({ userContext: { preferences } }: RouterState): string[] => {
  const { name, city } = preferences;
  const known = [name && `name: ${name}`, city && `city: ${city}`].filter(Boolean);
  return known.length === 0 ? [] : [known.join('\n')];
};
