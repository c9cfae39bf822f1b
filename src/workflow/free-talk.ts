import { messagesFor } from '../shared/i18n/index.js';
import { enabledTools, type Tool } from '../tools/index.js';
import { answerLanguageOf } from './answer-language.js';
import { isAboutConversation } from './question.js';
import type { RouterState } from './state.js';

/** groundedOnly forbids facts without evidence, and nothing else. */
export const mayTalkFreely = (state: RouterState): boolean =>
  !state.userContext.policy.groundedOnly ||
  state.queryIntent === 'smalltalk' ||
  isAboutConversation(state);

/** Tools that look for what is stored: what they do not find is not found, and never beyond them. */
const OF_KNOWLEDGE: ReadonlySet<string> = new Set([
  'rag_search',
  'memory_search',
  'document_retrieval',
  'create_memory',
  'search_history',
]);

const isNamed = (name: string, text: string): boolean => {
  const words = name.split('_').join('[ _-]?');
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(text);
};

/**
 * What is said when the agent answered at once because no enabled tool can do what is asked. Code cannot tell an explanation
 * from a fact, so the agent's own words are not shown: it names the tool, and we quote what that tool says of its limits.
 * Null: the request is not beyond the tools.
 */
export const explainLimits = (state: RouterState, tools: readonly Tool[]): string | null => {
  const { decision, toolCalls, queryIntent, userContext } = state;
  if (decision?.decision !== 'ANSWER' || toolCalls.length > 0) return null;
  const said = `${decision.reasoning}\n${decision.text ?? ''}`;
  const named = enabledTools(tools, userContext).filter(
    ({ name }) => !OF_KNOWLEDGE.has(name) && isNamed(name, said),
  );
  if (named.length === 0 && queryIntent !== 'calculation') return null;
  const limits = named.map(({ name, description }) => `${name}: ${description}`);
  return [messagesFor(answerLanguageOf(state)).beyondTools, ...limits].join('\n\n');
};
