import type { RouterState } from './state.js';

export const answerLanguageOf = (
  state: Pick<RouterState, 'userContext' | 'queryLanguage'>,
): string => state.userContext.answerLanguage ?? state.queryLanguage;
