import { enabledTools, type Tool, type ToolContext } from '../tools/index.js';
import type { RouterState } from './state.js';
import type { NodeRuntime } from './node.js';
import { questionOf } from './question.js';
import { hasTextOfOthers, ownTexts } from './text-of-others.js';

type Asked = Pick<
  RouterState,
  'userContext' | 'originalQuery' | 'history' | 'hasToldText' | 'evidence' | 'toolCalls'
>;

/** The tools that are available to the turn in its current state. */
export const toolsOfTurn = (tools: readonly Tool[], state: Asked): readonly Tool[] => {
  const { policy, permissions, allowedTools, preferences } = state.userContext;
  return enabledTools(tools, {
    policy,
    permissions,
    allowedTools,
    preferredTools: preferences.tools,
    hasTextOfOthers: hasTextOfOthers(state),
    message: state.originalQuery,
  });
};

/** Describes to a tool the turn in which it is called. */
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
  hasTextOfOthers: hasTextOfOthers(state),
  toOwnWords: (given, schema) => turn.takeOwnWords({ given, schema, own: ownTexts(state) }),
  hasSearched: state.toolCalls.some(({ name, ok }) => ok && name === 'rag_search'),
  record: recordModelCall,
  recordOutOfScope,
});
