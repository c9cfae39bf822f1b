import { enabledTools, type Tool, type ToolContext } from '../tools/index.js';
import { hasLookedUp, type RouterState } from './state.js';
import type { Evidence } from '../conversations/index.js';
import type { NodeRuntime } from './node.js';
import { questionOf } from './question.js';

type Asked = Pick<
  RouterState,
  'userContext' | 'originalQuery' | 'history' | 'evidence' | 'toolCalls'
>;

/** The tools that exist for the turn as it stands. An earlier answer tells what others wrote, as what was looked up does. */
export const toolsOfTurn = (tools: readonly Tool[], state: Asked): readonly Tool[] => {
  const { policy, permissions, allowedTools, preferences } = state.userContext;
  return enabledTools(tools, {
    ...{ policy, permissions, allowedTools },
    preferredTools: preferences.tools,
    hasRead:
      hasLookedUp(state) ||
      state.history.some(({ role, content }) => role === 'assistant' && content !== ''),
    message: state.originalQuery,
  });
};

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
