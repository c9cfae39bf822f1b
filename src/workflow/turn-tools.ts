import { enabledTools, type Tool } from '../tools/index.js';
import { hasLookedUp, type RouterState } from './state.js';

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
