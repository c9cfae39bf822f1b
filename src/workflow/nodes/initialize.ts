import {
  evidenceOf,
  isReadable,
  loadReadableCitations,
  type Evidence,
} from '../../conversations/index.js';
import { newId, SessionId, type ExecutionId } from '../../shared/ids.js';
import type { ScopedRepositories, Database } from '../database.js';
import type { HistoryMessage, RouterUpdate } from '../state.js';
import { AppError } from '../../shared/errors.js';
import type { TenantLanguages } from '../../search/index.js';
import { requireQuestionQuota } from '../../tenancy/index.js';
import { isAboutConversation } from '../question.js';
import type { NodeRuntime, RouterNode } from '../node.js';
import type { Turn } from '../turn.js';

type Parts = {
  database: Pick<Database, 'withScope'>;
  languages: TenantLanguages;
  limits: { maxUserSessions: number; maxAgentIterations: number };
};
type Deps = Parts & { timeoutMs: number };

/** Loads who asks and what was said before, and saves the question before anything can go wrong: one transaction. */
export const createInitialize = ({ timeoutMs, ...parts }: Deps): RouterNode => ({
  name: 'initialize',
  timeoutMs,
  needs: ['originalQuery'],
  run: (_state, runtime) => startTurn(parts, runtime),
  recover: null,
  log: () => [],
});

const startTurn = async (
  { database, languages, limits }: Parts,
  { turn, signal }: NodeRuntime,
): Promise<RouterUpdate> => {
  const { scope, executionId, input } = turn;
  const update = await database.withScope(scope, async (tx) => {
    const [user, settings] = await Promise.all([tx.users.find(scope.userId), tx.settings.get()]);
    if (user?.status !== 'active') {
      throw new AppError('account_inactive', 'This account is not active.');
    }
    await requireQuestionQuota(tx, settings.policy.quotas);
    const sessionId = await openSession(tx, turn, limits.maxUserSessions);
    const { history, cited } = input.sessionId
      ? await readHistory(tx, sessionId, { before: executionId })
      : { history: [], cited: [] };
    const indexLanguages = await languages.get(scope, tx);
    // Last, so that a turn that ran out of time leaves no running execution behind.
    signal.throwIfAborted();
    return {
      sessionId,
      history,
      evidence: isAboutConversation({ originalQuery: input.message, history }) ? cited : [],
      maxIterations: settings.policy.maxAgentIterations ?? limits.maxAgentIterations,
      userContext: {
        language: user.language,
        timezone: user.timezone,
        preferences: {
          ...user.preferences,
          citationStyle: input.options.citationStyle ?? user.preferences.citationStyle,
        },
        answerLanguage: input.options.language ?? null,
        tenantPrompt: settings.systemPrompt,
        userPrompt: user.systemPrompt,
        policy: settings.policy,
        allowedTools: [...user.preferences.tools, ...(input.options.tools ?? [])],
        indexLanguages,
      },
    };
  });
  void turn.emit({ type: 'execution', executionId, sessionId: update.sessionId });
  return update;
};

/** The session's lock outlives the deadline by this much, for the turn to be saved. */
const SAVE_ALLOWANCE_MS = 5_000;

const openSession = async (
  tx: Pick<ScopedRepositories, 'sessions'>,
  turn: Turn,
  maxOpen: number,
): Promise<SessionId> => {
  const { executionId, messageId, input } = turn;
  const sessionId =
    input.sessionId ?? (await tx.sessions.create({ id: newId(SessionId), maxOpen })).id;
  await tx.sessions.startTurn({
    sessionId,
    executionId,
    messageId,
    question: input.message,
    busyUntil: new Date(turn.deadlineAt + SAVE_ALLOWANCE_MS),
    maxOpen,
  });
  return sessionId;
};

type Transaction = Pick<ScopedRepositories, 'sessions' | 'chunks' | 'memories'>;

type EarlierTalk = {
  history: HistoryMessage[];
  /** What the answers of the history cite and this reader may still see, latest first: asked about, they are evidence again. */
  cited: Evidence[];
};

const MAX_MESSAGES = 10;

/** What an answer rested on was found to be evidence then. */
const FULL_COVERAGE = 1;

/** What was said before, oldest first. An answer that cites what its reader may no longer see comes without its text. */
const readHistory = async (
  tx: Transaction,
  sessionId: SessionId,
  { before }: { before: ExecutionId },
): Promise<EarlierTalk> => {
  const read = await tx.sessions.history(sessionId, { before, limit: MAX_MESSAGES });
  // An answer that broke off is no answer: nothing is to be concluded from it.
  const messages = read.filter(({ status }) => status === 'ok');
  const readable = await loadReadableCitations(
    tx,
    messages.flatMap(({ citations }) => citations),
  );
  const cited = messages
    .toReversed()
    .flatMap(({ citations }) =>
      citations.flatMap((citation) => evidenceOf(citation, readable, FULL_COVERAGE)),
    );
  return {
    history: messages.map(({ id, role, content, language, citations }) => ({
      id,
      role,
      content: isReadable(citations, readable) ? content : '',
      language,
    })),
    cited: [...new Map(cited.map((evidence) => [evidence.id, evidence])).values()],
  };
};
