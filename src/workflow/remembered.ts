import { citeAnswer } from '../citations/index.js';
import { DAYS_TO_CONFIRM } from '../memories/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { RouterState } from './state.js';

/** Below every answer of such a turn: what was remembered, and what would be, with how to confirm it. Empty where it is nothing. */
export const renderMemories = ({ memories }: Pick<RouterState, 'memories'>, language: string) => {
  const { remembered, toConfirm, quote } = messagesFor(language);
  const waiting = memories.filter(({ state }) => state === 'pending');
  const used = memories.filter(({ state }) => state !== 'pending');
  const say = (content: string): string => quote(toPlain(content, language));
  const parts = [
    ...(used.length === 0 ? [] : [[remembered, ...used.map(({ content }) => `- ${say(content)}`)]]),
    ...(waiting.length === 0
      ? []
      : [
          [
            toConfirm(DAYS_TO_CONFIRM),
            ...waiting.map(
              ({ id, content }) => `- ${say(content)} – POST /v1/memories/${id}/confirm`,
            ),
          ],
        ]),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
};

/** A user may have said a link or a marker; neither is ours to show as one. */
const toPlain = (content: string, language: string): string =>
  citeAnswer(content.replace(/\s+/gu, ' '), [], { language }).answer;
