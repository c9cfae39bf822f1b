import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { QueryIntent, acceptRewrite, needsRewriting } from '../../language/index.js';
import type { ChatModel } from '../../platform/models/model.js';
import { extractJsonObject } from '../decide/json.js';
import { toRewriteMessages } from '../prompts.js';
import { prepareByRule } from '../question.js';
import type { NodeRuntime, RouterNode } from '../node.js';
import type { HistoryMessage, RouterState, RouterUpdate } from '../state.js';
import type { LogLine } from '../turn-log.js';

type Settings = { chat: ChatModel | null; rewriteQueries: boolean; classifyIntent: boolean };
type Deps = Settings & { timeoutMs: number };

/** What is asked, in which language, and in which words it is best searched. */
export const createPrepareQuery = ({ timeoutMs, ...settings }: Deps): RouterNode => ({
  name: 'prepare_query',
  timeoutMs,
  needs: ['originalQuery', 'userContext'],
  run: (state, runtime) => prepare(settings, state, runtime),
  recover: { strategy: 'continue_original', toUpdate: prepareByRule },
  log: ({ update }) => logRewriting(update),
});

const MAX_SEEN_MESSAGES = 3;

const prepare = async (
  { chat, rewriteQueries, classifyIntent }: Settings,
  state: RouterState,
  { turn, signal, metered }: NodeRuntime,
): Promise<RouterUpdate> => {
  const prepared = prepareByRule(state);
  const seen = state.history.slice(-MAX_SEEN_MESSAGES);
  const need = needsRewriting({
    question: state.originalQuery,
    language: prepared.queryLanguage,
    history: seen.map(({ content }) => content),
    complexity: prepared.queryComplexity,
  });
  if (!rewriteQueries || !need.rewrite) return prepared;
  if (!chat) return need.dependsOnHistory ? { ...prepared, ...searchInContext(state) } : prepared;

  const shown = need.dependsOnHistory ? seen : [];
  const { rewritten, intent } = await askForRewriting(metered(chat), {
    question: state.originalQuery,
    history: toTranscript(shown),
    nonce: turn.nonce,
    classifyIntent,
    signal,
  });
  const verdict = acceptRewrite({
    original: state.originalQuery,
    rewritten,
    history: shown.map(({ content }) => content),
    language: prepared.queryLanguage,
  });
  const queryIntent = intent ?? prepared.queryIntent;
  if (!verdict.accepted || verdict.rewritten === state.originalQuery) {
    return { ...prepared, queryIntent };
  }
  return {
    ...prepared,
    queryIntent,
    query: verdict.rewritten,
    rewrittenQuery: verdict.rewritten,
    searchQueries: [state.originalQuery, verdict.rewritten],
    contextEnhanced: need.dependsOnHistory,
  };
};

const logRewriting = ({ rewrittenQuery }: RouterUpdate): LogLine[] =>
  typeof rewrittenQuery !== 'string'
    ? []
    : [
        {
          message: 'Question rewritten',
          fields: { step: 'rewrite', characters: rewrittenQuery.length },
          queries: { userRewrite: rewrittenQuery },
        },
      ];

/** Without a model nobody can resolve "and from abroad?": what was asked before is searched along with it. */
const searchInContext = ({
  originalQuery,
  history,
}: Pick<RouterState, 'originalQuery' | 'history'>) => {
  const before = history.findLast(({ role }) => role === 'user')?.content;
  if (before === undefined) return {};
  return { searchQueries: [originalQuery, `${before} ${originalQuery}`], contextEnhanced: true };
};

type Rewriting = { rewritten: string; intent: QueryIntent | null };

type Request = {
  question: string;
  /** Empty unless the question leans on it. */
  history: string;
  nonce: string;
  classifyIntent: boolean;
  signal: AbortSignal;
};

const REWRITE_SCHEMA_NAME = 'rewrite';
const MAX_TOKENS = 400;

const Reply = z.object({ rewritten: z.string(), intent: QueryIntent.nullish().catch(null) });

/** One structured model call; what it says is checked by the caller before it is used. */
const askForRewriting = async (
  chat: ChatModel,
  { question, history, nonce, classifyIntent, signal }: Request,
): Promise<Rewriting> => {
  const instructions = classifyIntent
    ? `{"rewritten": string, "intent": one of ${QueryIntent.options.join(', ')}}`
    : '{"rewritten": string}';
  const { content } = await chat.complete(
    {
      purpose: 'rewrite',
      messages: toRewriteMessages(question, { nonce, history, instructions }),
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
  const { rewritten, intent } = reply.data;
  return { rewritten, intent: classifyIntent ? (intent ?? null) : null };
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

const toTranscript = (history: readonly HistoryMessage[]): string =>
  history.map(({ role, content }) => `${role}: ${content}`).join('\n');
