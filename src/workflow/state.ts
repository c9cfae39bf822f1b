import { Annotation } from '@langchain/langgraph';
import type { FinalAnswer } from '../answering/index.js';
import type { Evidence, Receipt, StopReason, ToolCallRecord } from '../conversations/index.js';
import type { MemoryRecord } from '../memories/index.js';
import type { QueryComplexity, QueryIntent, Question } from '../questions/index.js';
import type { FoundChunk } from '../search/index.js';
import type { Correction } from '../shared/correction.js';
import type { Degradation } from '../shared/execution.js';
import type { AnswerLength } from '../assistants/index.js';
import type { DocumentId, MessageId, SessionId } from '../shared/ids.js';
import type { Permission } from '../shared/scope.js';
import type { TenantPolicy, UserPreferences } from '../tenancy/index.js';
import type { Decision, ToolRequest } from './decide/protocol.js';
import type { ModelAnswer } from './model-answer.js';

export type UserContext = {
  language: string | null;
  timezone: string;
  preferences: UserPreferences;
  tenantPrompt: string | null;
  userPrompt: string | null;
  policy: TenantPolicy;
  /** The permissions of the API key or session. */
  permissions: readonly Permission[];
  /** Tools with side effects that the request allows; the user's preferences can only make tools available. */
  allowedTools: readonly string[];
  /** Set by the request; otherwise the answer is in the language of the question. */
  answerLanguage: string | null;
  /** The length of answers that the assistant's settings ask for. */
  answerLength: AnswerLength | null;
  /** The languages of the tenant's index. */
  indexLanguages: readonly string[];
};

/** A message from before this turn. The text of an assistant's message is empty if its reader may no longer see what it cites. */
export type HistoryMessage = {
  id: MessageId;
  role: 'user' | 'assistant';
  content: string;
  language: string | null;
  /** True if sources supported every claim for which this answer cited them. */
  isCarried?: boolean;
};

export type RequestedCall = ToolRequest & { id: string };

/** The decision of a round, with the ids of its calls. */
export type RoundDecision =
  | (Extract<Decision, { decision: 'CALL_TOOLS' }> & { tools: RequestedCall[] })
  | Exclude<Decision, { decision: 'CALL_TOOLS' }>;

/** The final answer of a turn, and how it ended. */
export type TurnOutcome = FinalAnswer & {
  status: 'success' | 'partial' | 'degraded';
  stopReason: StopReason;
};

export type RouterState = typeof RouterAnnotation.State;
/** The keys that a node changes, and no others. */
export type RouterUpdate = Partial<RouterState>;

/** Keys without an initial value, which the first nodes write. */
type WrittenFirst =
  | 'sessionId'
  | 'userContext'
  | 'maxIterations'
  | 'queryLanguage'
  | 'queryComplexity'
  | 'queryIntent';

/** The state of a turn that has begun. */
export type Snapshot = Omit<RouterState, WrittenFirst> & Partial<Pick<RouterState, WrittenFirst>>;

/** The state with which every turn starts, so that nothing of the previous turn can leak in. */
export const toInitialState = (message: string): Snapshot => ({
  query: message,
  originalQuery: message,
  history: [],
  hasToldText: false,
  trustedLinkHosts: [],
  citedBefore: [],
  question: null,
  rewritten: null,
  rewrittenQuery: null,
  searchQueries: [message],
  contextEnhanced: false,
  decision: null,
  draft: null,
  decisions: [],
  workflowPath: [],
  iterationCount: 0,
  toolCalls: [],
  evidence: [],
  candidates: [],
  corrections: [],
  memories: [],
  outOfScope: 0,
  totalToolMs: 0,
  outcome: null,
  degraded: [],
  deadlineReached: false,
});

/** The state after an update: each key is replaced, or merged by the graph's own reducer. */
export const applyUpdate = <State extends RouterUpdate>(
  state: State,
  update: RouterUpdate,
): State => {
  const changed = changesOf(state, update).map(({ key, after }): [string, unknown] => [key, after]);
  return { ...state, ...Object.fromEntries(changed) };
};

/** What a node run changed in the state, key by key, with content removed. */
export const diffState = (
  state: RouterState,
  update: RouterUpdate,
): Record<string, { before: unknown; after: unknown }> =>
  Object.fromEntries(
    changesOf(state, update).map(({ key, before = null, after }) => {
      const place = { key, depth: 0, isForeign: false };
      return [key, { before: withoutContent(before, place), after: withoutContent(after, place) }];
    }),
  );

const changesOf = (state: RouterUpdate, update: RouterUpdate) => {
  const earlier: Record<string, unknown> = state;
  return Object.entries(update).map(([key, value]) => {
    const before = earlier[key];
    return { key, before, after: merge(key, before, value) };
  });
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/**
 * Fields whose text is a code, an id or a name of ours. Any other text is someone's words, which an administrator who reads the diff may
 * not be allowed to see, so only its length is shown.
 */
const SHOWN_TEXTS = words(
  `answerLanguage answerTypes allowedTools chunkId checkedBy citationStyle code complexity decision documentId effect generatedBy id inPrompt indexLanguages intent kind language
  memoryId name node origin permissions protocol queryComplexity queryIntent queryLanguage reason responseLanguage responseType role sessionId smallTalk
  status stopReason then timezone toolCallId tools type verdict verification workflowPath writtenIn`,
);

/** Keys whose values come from a model or a user, so that a key inside them may have the same name as one of ours. */
const FOREIGN = words('arguments files metadata result');
/** Our own fields that contain a person's name. */
const PERSONAL = words('preferences.name');

const MAX_ITEMS = 100;
const MAX_DEPTH = 8;

type Place = { key: string; depth: number; isForeign: boolean };

/** Removes people's words from a value: numbers, flags, ids and codes stay, texts are replaced by their lengths. */
const withoutContent = (value: unknown, place: Place): unknown => {
  const { key, depth, isForeign } = place;
  if (typeof value === 'string') {
    const isShown = !isForeign && SHOWN_TEXTS.has(key);
    return isShown ? shorten(value) : `[${value.length} characters]`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const shown = items
      .slice(0, MAX_ITEMS)
      .map((item) => withoutContent(item, { ...place, depth: depth + 1 }));
    return items.length > MAX_ITEMS ? [...shown, `[${items.length - MAX_ITEMS} more]`] : shown;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      withoutContent(item, {
        key: name,
        depth: depth + 1,
        isForeign: isForeign || FOREIGN.has(name) || PERSONAL.has(`${key}.${name}`),
      }),
    ]),
  );
};

const MAX_SHOWN_CHARS = 100;

const shorten = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;

const merge = (key: string, before: unknown, update: unknown): unknown => {
  const channels: Record<string, object> = RouterAnnotation.spec;
  const channel = channels[key];
  if (!channel || !('operator' in channel) || typeof channel.operator !== 'function') return update;
  const reduce = channel.operator as (earlier: unknown, later: unknown) => unknown;
  return before === undefined ? update : reduce(before, update);
};

/** True if all rounds are used up although the agent wanted to continue. */
export const isLimitReached = (state: Snapshot): boolean =>
  state.decision?.decision === 'CALL_TOOLS' &&
  state.maxIterations !== undefined &&
  state.iterationCount >= state.maxIterations &&
  !isAnswerable(state);

/** True if the decision was `then: answer`, and the rounds so far found something to answer from. */
export const isAnswerable = (state: Snapshot): boolean =>
  state.decision?.decision === 'CALL_TOOLS' &&
  state.decision.then === 'answer' &&
  (state.evidence.length > 0 || hasOnlyRemembered(state));

/** True if the turn has read text of others: every tool looks something up, except the one that stores what the user said. */
export const hasLookedUp = ({ evidence, toolCalls }: Pick<Snapshot, 'evidence' | 'toolCalls'>) =>
  evidence.length > 0 || toolCalls.some(({ name }) => name !== 'create_memory');

/** True if the turn only stored or proposed memories, so that there is nothing else to report. */
export const hasOnlyRemembered = (
  state: Pick<Snapshot, 'evidence' | 'toolCalls' | 'memories'>,
): boolean => state.memories.length > 0 && !hasLookedUp(state);

/** Call ids are assigned here, because a model's ids may be missing, duplicated or ambiguous. */
export const toCallId = (round: number, position: number): string =>
  `call_${round}_${position + 1}`;

/** Identifies the round of a call; the same for all calls of the round. */
export const roundOf = (callId: string): string => callId.slice(0, callId.lastIndexOf('_'));

/** The number of the round, counted from 1. */
export const roundNumberOf = (callId: string): number => Number(roundOf(callId).split('_')[1]);

const accumulate = <Item>(add: (earlier: readonly Item[], later: readonly Item[]) => Item[]) =>
  Annotation<readonly Item[]>({
    reducer: (earlier, later) => (later.length === 0 ? earlier : add(earlier, later)),
    default: () => [],
  });

const append = <Item>() => accumulate<Item>((earlier, later) => [...earlier, ...later]);

/** Merges lists by id: a later round adds and updates items but never removes earlier ones. */
const mergeById = <Item>(idOf: (item: Item) => string) =>
  accumulate<Item>((earlier, later) => [
    ...new Map([...earlier, ...later].map((item) => [idOf(item), item])).values(),
  ]);

/** Merges like `mergeById`, but a chunk found with the question's own words keeps the relevance that it has for them. */
const mergeEvidence = (earlier: readonly Evidence[], later: readonly Evidence[]): Evidence[] => {
  const merged = new Map(earlier.map((item) => [item.id, item]));
  for (const item of later) {
    const known = merged.get(item.id);
    const isKept = known?.kind === 'chunk' && known.isOfQuestion === true;
    if (!isKept || (item.kind === 'chunk' && item.isOfQuestion === true)) merged.set(item.id, item);
  }
  return [...merged.values()];
};

const sum = () =>
  Annotation<number>({ reducer: (earlier, later) => earlier + later, default: () => 0 });

export const RouterAnnotation = Annotation.Root({
  /** The question that is searched and decided on: the rewritten one, or the original. */
  query: Annotation<string>(),

  // Written by initialize.
  /** Null if the caller stores the conversation. */
  sessionId: Annotation<SessionId | null>(),
  originalQuery: Annotation<string>(),
  userContext: Annotation<UserContext>(),
  history: Annotation<readonly HistoryMessage[]>(),
  /** True if the caller supplied messages or instructions whose author is unknown. */
  hasToldText: Annotation<boolean>(),
  /** The hosts to which links returned by services may lead. */
  trustedLinkHosts: Annotation<readonly string[]>(),
  /** The documents cited by the last answer that this reader may still see. */
  citedBefore: Annotation<readonly DocumentId[]>(),
  maxIterations: Annotation<number>(),

  // Written by prepare_query.
  /** The original question, interpreted once. */
  question: Annotation<Question | null>(),
  /** The question as rewritten by a model; null if it was not. */
  rewritten: Annotation<Question | null>(),
  rewrittenQuery: Annotation<string | null>(),
  searchQueries: Annotation<readonly string[]>(),
  queryLanguage: Annotation<string>(),
  queryComplexity: Annotation<QueryComplexity>(),
  queryIntent: Annotation<QueryIntent>(),
  contextEnhanced: Annotation<boolean>(),

  // Written by agent_decide.
  decision: Annotation<RoundDecision | null>(),
  decisions: append<Receipt['decisions'][number]>(),
  /** An answer that the model wrote instead of a decision; finalize checks it. */
  draft: Annotation<ModelAnswer | null>(),
  workflowPath: append<string>(),

  // Written by tools.
  iterationCount: Annotation<number>(),
  toolCalls: append<ToolCallRecord>(),
  evidence: accumulate<Evidence>(mergeEvidence),
  candidates: mergeById<FoundChunk>(({ chunk }) => chunk.id),
  /** Words of the searches that no document contains, and what they were corrected to. */
  corrections: mergeById<Correction>(({ from }) => from),
  /** Memories that the turn stored or proposed. */
  memories: mergeById<MemoryRecord>(({ id }) => id),
  /** The number of hits that were left out because they were outside the reader's scope or the search's filter. */
  outOfScope: sum(),
  totalToolMs: sum(),

  // Written by finalize.
  outcome: Annotation<TurnOutcome | null>(),

  // Written by any node.
  degraded: append<Degradation>(),
  /** Set by the supervisor when only finalize still has time. */
  deadlineReached: Annotation<boolean>(),
});
