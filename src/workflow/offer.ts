import { messagesFor } from '../shared/i18n/index.js';
import type { Tool } from '../tools/index.js';
import { answerLanguageOf } from './question.js';
import type { RouterState } from './state.js';

const EXAMPLE = '12 % of 340';

/**
 * Explains that answers are sentences of documents if no model is configured, and shows an example calculation if the calculator is
 * enabled.
 */
export const toOffer = (
  state: Pick<RouterState, 'userContext' | 'queryLanguage'>,
  enabled: readonly Pick<Tool, 'name'>[],
): string => {
  const { quotingMode, canCalculate, quote } = messagesFor(answerLanguageOf(state));
  const hasCalculator = enabled.some(({ name }) => name === 'math_calc');
  return hasCalculator ? `${quotingMode} ${canCalculate(quote(EXAMPLE))}` : quotingMode;
};
