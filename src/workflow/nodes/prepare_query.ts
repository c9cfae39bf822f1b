import { z } from 'zod';
import {
  acceptRewrite,
  isRequest,
  needsRewriting,
  QueryIntent,
  understandQuestion,
} from '../../questions/index.js';
import type { ChatModel } from '../../platform/models/model.js';
import { AppError } from '../../shared/errors.js';
import { extractJsonObject } from '../decide/json.js';
import type { NodeDeps, NodeRuntime, RouterNode } from '../node.js';
import { toRewriteMessages } from '../prompts/rewrite.js';
import { prepareByRule } from '../question.js';
import type { HistoryMessage, RouterState, RouterUpdate } from '../state.js';
import type { LogLine } from '../turn-log.js';

type Deps = Pick<NodeDeps, 'chat' | 'settings'>;

/** Determines what is asked, in which language, and how best to search for it. */
export const createPrepareQuery = (deps: Deps): RouterNode => ({
  name: 'prepare_query',
  timeoutMs: deps.settings.nodeTimeoutMs.prepare_query,
  needs: ['originalQuery', 'userContext'],
  run: (state, runtime) => prepare(deps, state, runtime),
  recover: { strategy: 'continue_original', toUpdate: prepareWithoutModel },
  log: ({ update }) => logRewriting(update),
});

const MAX_SEEN_MESSAGES = 3;

const prepare = async (
  { chat, settings: { rewriteQueries, classifyIntent } }: Deps,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<RouterUpdate> => {
  const question = state.originalQuery;
  const understood = understand(state);
  const { prepared, rewrite, dependsOnHistory } = understood;
  const language = prepared.queryLanguage;
  if (!rewriteQueries || !rewrite) return prepared;
  const unrewritten = withContext(state, understood);
  if (!chat) return unrewritten;

  const shown = dependsOnHistory ? seenOf(state) : [];
  const asked = { question, shown, runtime, classifyIntent };
  const { rewritten, intent } = await askForRewriting(runtime.metered(chat), asked);
  const verdict = acceptRewrite({
    original: question,
    rewritten,
    history: shown.map(({ content }) => content),
    language,
  });
  // Only a rule may classify a message as small talk, because it is the one intent that a model may answer without searching.
  const queryIntent = intent == null || intent === 'smalltalk' ? prepared.queryIntent : intent;
  if (!verdict.accepted || verdict.rewritten === question) {
    return { ...unrewritten, queryIntent };
  }
  return {
    ...prepared,
    queryIntent,
    query: verdict.rewritten,
    rewritten: understandQuestion(verdict.rewritten, language),
    rewrittenQuery: verdict.rewritten,
    searchQueries: [question, verdict.rewritten],
    contextEnhanced: dependsOnHistory,
  };
};

/** Interprets the question by rules only. */
const understand = (state: RouterState) => {
  const prepared = prepareByRule(state);
  const need = needsRewriting({
    question: prepared.question,
    history: seenOf(state).map(({ content }) => content),
  });
  const rewrite = need.rewrite && !isRequest(prepared.question);
  return { prepared, rewrite, dependsOnHistory: rewrite && need.dependsOnHistory };
};

const seenOf = ({ history }: RouterState): readonly HistoryMessage[] =>
  history.slice(-MAX_SEEN_MESSAGES);

const prepareWithoutModel = (state: RouterState): RouterUpdate =>
  withContext(state, understand(state));

/** Adds the previous question. Also used if a model's rewrite is missing or rejected. */
const withContext = (
  state: RouterState,
  { prepared, dependsOnHistory }: ReturnType<typeof understand>,
): RouterUpdate => (dependsOnHistory ? { ...prepared, ...searchInContext(state) } : prepared);

/** Without a model, "and from abroad?" cannot be resolved, so the previous question is searched together with it. */
const searchInContext = ({
  originalQuery,
  history,
}: Pick<RouterState, 'originalQuery' | 'history'>) => {
  const before = history.findLast(({ role }) => role === 'user')?.content;
  if (before === undefined) return {};
  return { searchQueries: [originalQuery, `${before} ${originalQuery}`], contextEnhanced: true };
};

type Asked = {
  question: string;
  /** The messages that the model sees; empty unless the question depends on them. */
  shown: readonly HistoryMessage[];
  runtime: NodeRuntime;
  classifyIntent: boolean;
};

const REWRITE_SCHEMA_NAME = 'rewrite';
const MAX_TOKENS = 400;

const Reply = z.object({ rewritten: z.string(), intent: QueryIntent.nullish().catch(null) });

/** One structured model call; the caller checks the result before using it. */
const askForRewriting = async (
  chat: ChatModel,
  { question, shown, runtime: { turn, signal }, classifyIntent }: Asked,
): Promise<z.infer<typeof Reply>> => {
  const { content } = await chat.complete(
    {
      purpose: 'rewrite',
      messages: toRewriteMessages(question, {
        nonce: turn.nonce,
        history: shown.map(({ role, content: said }) => `${role}: ${said}`).join('\n'),
        instructions: classifyIntent
          ? `{"rewritten": string, "intent": one of ${QueryIntent.options.join(', ')}}`
          : '{"rewritten": string}',
      }),
      maxTokens: MAX_TOKENS,
      temperature: 0.1,
      responseSchema: { name: REWRITE_SCHEMA_NAME, schema: toSchema(classifyIntent) },
    },
    { signal },
  );
  const json = extractJsonObject(content);
  const reply = json.ok ? Reply.safeParse(json.value) : undefined;
  if (!reply?.success) {
    throw new AppError('model_invalid_output', 'The model gave no usable rewriting.');
  }
  return classifyIntent ? reply.data : { ...reply.data, intent: null };
};

const toSchema = (classifyIntent: boolean): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required: ['rewritten', ...(classifyIntent ? ['intent'] : [])],
  properties: {
    rewritten: { type: 'string' },
    ...(classifyIntent && { intent: { type: 'string', enum: QueryIntent.options } }),
  },
});

const logRewriting = ({ rewrittenQuery }: RouterUpdate): LogLine[] => {
  if (typeof rewrittenQuery !== 'string') return [];
  const fields = { step: 'rewrite', characters: rewrittenQuery.length };
  return [{ message: 'Question rewritten', fields, queries: { userRewrite: rewrittenQuery } }];
};
