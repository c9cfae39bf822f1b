import type { Assistant } from '../../assistants/index.js';
import { isCarried } from '../../citations/index.js';
import { evidenceOf, isReadable, loadReadableCitations } from '../../conversations/index.js';
import { AppError } from '../../shared/errors.js';
import { MessageId, newId, SessionId, type ExecutionId } from '../../shared/ids.js';
import { toStorableText } from '../../shared/storable-text.js';
import {
  requireOneMore,
  requireQuestionQuota,
  requireTools,
  type TenantPolicy,
} from '../../tenancy/index.js';
import { isSideEffecting, toolsOf, type Tool } from '../../tools/index.js';
import type { ToldMessage } from '../chat.js';
import type { ScopedRepositories } from '../database.js';
import { cutEarlierMessage } from '../earlier-message.js';
import type { NodeDeps, NodeRuntime, RouterNode } from '../node.js';
import { isAboutConversation } from '../question.js';
import type { HistoryMessage, RouterUpdate } from '../state.js';
import { SAVE_ALLOWANCE_MS } from '../keep-locks.js';
import type { Turn } from '../turn.js';

type Deps = Pick<NodeDeps, 'database' | 'languages' | 'settings' | 'tools'>;

/** Loads the user and earlier messages and saves the question, in one transaction and before anything else can fail. */
export const createInitialize = (deps: Deps): RouterNode => ({
  name: 'initialize',
  timeoutMs: deps.settings.nodeTimeoutMs.initialize,
  needs: ['originalQuery'],
  run: (_state, runtime) => startTurn(deps, runtime),
  recover: null,
  log: () => [],
});

const startTurn = async (
  { database, languages, settings: limits, tools }: Deps,
  { turn, signal }: NodeRuntime,
): Promise<RouterUpdate> => {
  const { scope, executionId, input, assistant } = turn;
  const update = await database.withScope(scope, async (tx) => {
    const [user, settings] = await Promise.all([tx.users.asking(scope.userId), tx.settings.get()]);
    if (user?.status !== 'active') {
      throw new AppError('account_inactive', 'This account is not active.');
    }
    const policy = policyOf(turn, { policy: settings.policy, tools });
    const known = toolsOf(tools, policy).map(({ name }) => name);
    requireTools(input.options.tools ?? [], { path: 'options.tools', known });
    await requireQuestionQuota(tx, policy.quotas);
    const sessionId = await startIn(tx, turn, limits.maxUserSessions);
    const { history, cited, citedBefore } =
      sessionId !== null && input.sessionId !== undefined
        ? await readHistory(tx, sessionId, executionId)
        : { history: toHistory(turn.told ?? []), cited: [], citedBefore: [] };
    const indexLanguages = await languages.get(scope, tx);
    // Checked last, so that a turn that ran out of time leaves no running execution behind.
    signal.throwIfAborted();
    return {
      sessionId,
      history,
      hasToldText: (turn.told ?? []).length > 0 || input.wishes !== undefined,
      trustedLinkHosts: limits.trustedLinkHosts,
      citedBefore,
      evidence: isAboutConversation({ originalQuery: input.message, history }) ? cited : [],
      maxIterations: policy.maxAgentIterations ?? limits.maxAgentIterations,
      userContext: {
        language: user.language ?? input.interfaceLanguage ?? null,
        timezone: user.timezone,
        preferences: {
          ...user.preferences,
          citationStyle:
            input.options.citationStyle ??
            assistant.citationStyle ??
            user.preferences.citationStyle,
        },
        answerLanguage: input.options.language ?? assistant.language,
        answerLength: assistant.answerLength,
        tenantPrompt: assistant.prompt,
        userPrompt: joinPrompts(input.wishes, user.systemPrompt),
        policy,
        permissions: scope.permissions,
        allowedTools: input.options.tools ?? [],
        indexLanguages,
      },
    };
  });
  void turn.emit({ type: 'execution', executionId, sessionId: update.sessionId });
  return update;
};

/** Puts the caller's instructions for this turn first, because they are more specific. */
const joinPrompts = (wishes: string | undefined, own: string | null): string | null => {
  const prompts = [wishes ?? '', own ?? ''].filter((prompt) => prompt !== '');
  return prompts.length === 0 ? null : prompts.join('\n');
};

const CREATE_MEMORY = 'create_memory';

/** Turns off memories for turns whose text is not stored and, for applications, all tools that belong to a person. */
const policyOf = (
  { assistant, told, scope }: Pick<Turn, 'assistant' | 'told' | 'scope'>,
  given: { policy: TenantPolicy; tools: readonly Tool[] },
): TenantPolicy => {
  const policy = withToolsOf(assistant, given);
  const off = [
    ...(told === null ? [] : [CREATE_MEMORY]),
    ...(scope.isApplication ? given.tools.filter(isForPeople).map(({ name }) => name) : []),
  ];
  return { ...policy, tools: { ...policy.tools, ...switchedOff(off) } };
};

const isForPeople = (tool: Tool): boolean => tool.isForPeople === true || isSideEffecting(tool);

const switchedOff = (names: readonly string[]): Record<string, false> =>
  Object.fromEntries(names.map((name) => [name, false] as const));

/** An assistant cannot use a tool that the tenant does not have, and the tenant's policy applies to every tool. */
const withToolsOf = (
  assistant: Pick<Assistant, 'tools'>,
  { policy, tools }: { policy: TenantPolicy; tools: readonly Tool[] },
): TenantPolicy => {
  const { tools: own } = assistant;
  if (own === null) return policy;
  const off = tools.map(({ name }) => name).filter((name) => !own.includes(name));
  return { ...policy, tools: { ...policy.tools, ...switchedOff(off) } };
};

/** The session in which the turn begins; null if the caller stores the conversation. */
const startIn = async (
  tx: ScopedRepositories,
  turn: Turn,
  maxOpen: number,
): Promise<SessionId | null> => {
  if (turn.told === null) return openSession(tx, turn, maxOpen);
  await tx.executions.startUnstored({ id: turn.executionId, assistantId: turn.assistant.id });
  return null;
};

const openSession = async (
  tx: ScopedRepositories,
  { executionId, messageId, input, deadline, assistant: { id: assistantId } }: Turn,
  maxOpen: number,
): Promise<SessionId> => {
  if (input.sessionId === undefined) await requireOneMore(tx, 'sessions');
  const sessionId =
    input.sessionId ?? (await tx.sessions.create({ id: newId(SessionId), maxOpen })).id;
  const busyUntil = new Date(deadline.at() + SAVE_ALLOWANCE_MS);
  const { message: question, parentMessageId: parentId } = input;
  const place = { sessionId, messageId, parentId };
  await tx.sessions.startTurn({ ...place, executionId, assistantId, question, busyUntil, maxOpen });
  return sessionId;
};

const MAX_MESSAGES = 10;

/** The caller's messages, cut to the same number and length as the messages of a stored conversation. */
const toHistory = (told: readonly ToldMessage[]): HistoryMessage[] =>
  told.slice(-MAX_MESSAGES).map(({ role, content }) => ({
    id: newId(MessageId),
    role,
    language: null,
    content: toStorableText(cutEarlierMessage(content)),
  }));

type Read = Awaited<ReturnType<ScopedRepositories['sessions']['history']>>[number];

/** True if sources supported everything that the answer states or, if it has no statements, everything for which it cites them. */
const isAllCarried = ({
  statements,
  citations,
}: Pick<Read, 'statements' | 'citations'>): boolean =>
  statements.length > 0
    ? statements.every(({ verdict }) => isCarried(verdict))
    : citations.length > 0 &&
      citations.every(({ verification }) => verification === 'exact' || verification === 'fuzzy');

/** Sources of an earlier answer get full coverage, because they counted as evidence then. */
const FULL_COVERAGE = 1;

/** Reads the earlier messages, oldest first. If an answer cites something that its reader may no longer see, its text is left out. */
const readHistory = async (tx: ScopedRepositories, sessionId: SessionId, before: ExecutionId) => {
  const read = await tx.sessions.history(sessionId, { before, limit: MAX_MESSAGES });
  // An interrupted answer is left out, because nothing may be concluded from it.
  const messages = read.filter(({ status }) => status === 'ok');
  const citations = messages.toReversed().flatMap((message) => message.citations);
  const readable = await loadReadableCitations(tx, citations);
  const cited = citations.flatMap((citation) => evidenceOf(citation, readable, FULL_COVERAGE));
  const lastCited = messages.findLast(({ role }) => role === 'assistant')?.citations ?? [];
  return {
    citedBefore: [
      ...new Set(
        lastCited.flatMap(({ chunkId }) => readable.chunks.get(chunkId ?? '')?.documentId ?? []),
      ),
    ],
    history: messages.map(({ id, role, language, content, statements, citations: own }) => ({
      id,
      role,
      content: isReadable(own, readable) ? cutEarlierMessage(content) : '',
      language,
      ...(isAllCarried({ statements, citations: own }) && { isCarried: true }),
    })),
    /** Cited sources that this reader may still see, latest first: they are evidence again if the question is about earlier answers. */
    cited: [...new Map(cited.map((evidence) => [evidence.id, evidence])).values()],
  };
};
