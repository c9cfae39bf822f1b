import type { Evidence } from '../conversations/index.js';
import type { ToolContext } from '../tools/index.js';
import type { NodeRuntime } from './node.js';
import { questionOf } from './question.js';
import { hasLookedUp, type RouterState } from './state.js';

/** Tells a tool of the turn that it works for. */
export const toContext = (
  state: RouterState,
  { turn, signal, recordModelCall }: NodeRuntime,
  recordOutOfScope: (count: number) => void,
): ToolContext => ({
  scope: turn.scope,
  signal,
  sessionId: state.sessionId,
  executionId: turn.executionId,
  question: questionOf(state),
  questions: state.searchQueries,
  language: state.queryLanguage,
  focus: state.contextEnhanced ? state.citedBefore : [],
  timeZone: state.userContext.timezone,
  hasLookedUp: hasLookedUp(state),
  ownWords: [state.originalQuery, ...state.evidence.flatMap(calculatedBy)],
  hasSearched: state.toolCalls.some(({ name, ok }) => ok && name === 'rag_search'),
  record: recordModelCall,
  recordOutOfScope,
});

/** The text of what a tool worked out of its arguments alone. */
const calculatedBy = (item: Evidence): string[] =>
  item.kind === 'tool' && item.origin === 'calculation' ? [item.text] : [];
