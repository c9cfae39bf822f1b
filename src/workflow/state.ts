import { Annotation } from '@langchain/langgraph';
import type {
  Evidence,
  Receipt,
  ResponseType,
  StopReason,
  ToolCallRecord,
} from '../conversations/index.js';
import type { MessageId, SessionId } from '../shared/ids.js';
import type { QueryComplexity, QueryIntent } from '../language/index.js';
import type { FoundChunk } from '../search/index.js';
import type { TenantPolicy, UserPreferences } from '../tenancy/index.js';
import type { Decision, ToolRequest } from './decide/decision.js';
import type { Degradation } from '../shared/execution.js';
import type { Citation, StoredCitation } from '../citations/index.js';

export type UserContext = {
  language: string | null;
  timezone: string;
  preferences: UserPreferences;
  tenantPrompt: string | null;
  userPrompt: string | null;
  policy: TenantPolicy;
  /** Tools with side effects that the user's preferences or the request let run. */
  allowedTools: readonly string[];
  /** Asked for with the request; otherwise an answer is in the language of the question. */
  answerLanguage: string | null;
  /** The languages of the tenant's index. */
  indexLanguages: readonly string[];
};

/** A message before this turn. The text of an assistant's message is empty when its reader may no longer see what it cites. */
export type HistoryMessage = {
  id: MessageId;
  role: 'user' | 'assistant';
  content: string;
  language: string | null;
};

export type RequestedCall = ToolRequest & { id: string };

/** What was decided, with the ids that the calls go by. */
export type RoundDecision =
  | (Extract<Decision, { decision: 'CALL_TOOLS' }> & { tools: RequestedCall[] })
  | Exclude<Decision, { decision: 'CALL_TOOLS' }>;

export type TurnOutcome = {
  answer: string;
  responseType: ResponseType;
  responseLanguage: string;
  citations: readonly Citation[];
  storedCitations: readonly StoredCitation[];
  confidence: number | null;
  grounding: number | null;
  status: 'success' | 'partial' | 'degraded';
  stopReason: StopReason;
  candidates: Receipt['candidates'];
  sources: Receipt['sources'];
  droppedMarkers: number;
  droppedCitations: number;
};

export type RouterState = typeof RouterAnnotation.State;
/** The keys a node changes, and no others. */
export type RouterUpdate = Partial<RouterState>;

/** A turn starts from this and nothing else: nothing of the previous one can leak in. */
export const toInitialState = (message: string): RouterUpdate => ({
  query: message,
  originalQuery: message,
  history: [],
  rewrittenQuery: null,
  searchQueries: [message],
  contextEnhanced: false,
  decision: null,
  iterationCount: 0,
  outcome: null,
  deadlineReached: false,
});

const append = <Item>() =>
  Annotation<readonly Item[]>({
    reducer: (earlier, later) => (later.length === 0 ? earlier : [...earlier, ...later]),
    default: () => [],
  });

/** A later round adds and refreshes, and never erases an earlier one. */
const mergeById = <Item>(idOf: (item: Item) => string) =>
  Annotation<readonly Item[]>({
    reducer: (earlier, later) =>
      later.length === 0
        ? earlier
        : [...new Map([...earlier, ...later].map((item) => [idOf(item), item])).values()],
    default: () => [],
  });

export const RouterAnnotation = Annotation.Root({
  /** What is searched and decided on: the rewritten question, or the original. */
  query: Annotation<string>(),

  // initialize
  sessionId: Annotation<SessionId>(),
  originalQuery: Annotation<string>(),
  userContext: Annotation<UserContext>(),
  history: Annotation<readonly HistoryMessage[]>(),
  maxIterations: Annotation<number>(),

  // prepare_query
  rewrittenQuery: Annotation<string | null>(),
  searchQueries: Annotation<readonly string[]>(),
  queryLanguage: Annotation<string>(),
  queryComplexity: Annotation<QueryComplexity>(),
  queryIntent: Annotation<QueryIntent>(),
  contextEnhanced: Annotation<boolean>(),

  // agent_decide
  decision: Annotation<RoundDecision | null>(),
  decisions: append<Receipt['decisions'][number]>(),
  workflowPath: append<string>(),

  // tools
  iterationCount: Annotation<number>(),
  toolCalls: append<ToolCallRecord>(),
  evidence: mergeById<Evidence>(({ id }) => id),
  candidates: mergeById<FoundChunk>(({ chunk }) => chunk.id),
  totalToolMs: Annotation<number>({ reducer: (sum, more) => sum + more, default: () => 0 }),

  // finalize
  outcome: Annotation<TurnOutcome | null>(),

  // any
  degraded: append<Degradation>(),
  /** Set by the supervisor when what is left belongs to finalize. */
  deadlineReached: Annotation<boolean>(),
});
