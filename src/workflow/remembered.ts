import { DAYS_TO_CONFIRM } from '../memories/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { RouterState } from './state.js';

/** Below every answer of such a turn: what was remembered, and what would be, with how to confirm it. Empty where it is nothing. */
export const renderMemories = (
  { memories }: Pick<RouterState, 'memories'>,
  language: string,
): string => {
  const { remembered, toConfirm } = messagesFor(language);
  const waiting = memories.filter(({ state }) => state === 'pending');
  const used = memories.filter(({ state }) => state !== 'pending');
  return [
    ...(used.length > 0 ? [[remembered, ...used.map(toLine)]] : []),
    ...(waiting.length > 0
      ? [
          [
            toConfirm(DAYS_TO_CONFIRM),
            ...waiting.map(
              (memory) => `${toLine(memory)} – POST /v1/memories/${memory.id}/confirm`,
            ),
          ],
        ]
      : []),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
};

/** Renders the text as code, letter for letter: the user confirms exactly what they read, and no renderer makes links of it. */
const toLine = ({ content }: { content: string }): string =>
  `- \`${content.replace(/[\s`]+/gu, ' ').trim()}\``;
