import { messagesFor } from '../shared/i18n/index.js';
import type { Tool } from '../tools/index.js';
import { answerLanguageOf } from './question.js';
import type { RouterState } from './state.js';

/** What can be asked where no model is set up: sentences of documents, and what the enabled tools work out by rules. */
export const toOffer = (
  state: Pick<RouterState, 'userContext' | 'queryLanguage'>,
  enabled: readonly Pick<Tool, 'name'>[],
): string => {
  const { quotingMode, alsoWorksOut, quote, ...messages } = messagesFor(answerLanguageOf(state));
  const examples = [
    { tool: 'math_calc', example: messages.exampleCalculation },
    { tool: 'date_diff', example: messages.exampleDateSpan },
    { tool: 'fx_rates', example: messages.exampleConversion },
  ]
    .filter(({ tool }) => enabled.some(({ name }) => name === tool))
    .map(({ example }) => quote(example));
  return examples.length === 0
    ? quotingMode
    : `${quotingMode} ${alsoWorksOut(examples.join(', '))}`;
};
