import { toInitialState, type RouterState } from './state.js';
import type { NodeName } from '../shared/execution.js';

type Parsed = { state: RouterState } | { missing: string[] };

/** A state from a file: what a turn starts with, and over it what is given. Lists what the node cannot do without. */
export const parseNodeState = (name: NodeName, given: unknown): Parsed => {
  const record = isRecord(given) ? given : {};
  const missing = findMissing(name, record);
  if (missing.length > 0) return { missing };
  const state = {
    ...toInitialState(String(record['originalQuery'])),
    ...{ decisions: [], workflowPath: [], toolCalls: [], evidence: [], candidates: [] },
    ...{ degraded: [], totalToolMs: 0, queryComplexity: 'simple' as const },
    ...record,
  };
  // Written by a developer for debugging: the keys are checked, their shapes are the developer's own.
  return { state: state as RouterState };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the nodes before it have written, and no state can be without. */
const REQUIRED: Readonly<Record<NodeName, readonly string[]>> = {
  initialize: ['originalQuery'],
  prepare_query: ['originalQuery', 'userContext'],
  agent_decide: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
  tools: [
    'originalQuery',
    'sessionId',
    'userContext',
    'maxIterations',
    'queryLanguage',
    'decision',
  ],
  finalize: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
};

const USER_CONTEXT: readonly string[] = [
  'language',
  'timezone',
  'preferences',
  'tenantPrompt',
  'userPrompt',
  'policy',
  'allowedTools',
  'answerLanguage',
  'indexLanguages',
];

const findMissing = (name: NodeName, given: Record<string, unknown>): string[] =>
  REQUIRED[name].flatMap((key) => {
    const value = given[key];
    if (value === undefined) return [key];
    if (key !== 'userContext') return [];
    const context = isRecord(value) ? value : {};
    return USER_CONTEXT.filter((part) => context[part] === undefined).map(
      (part) => `userContext.${part}`,
    );
  });
