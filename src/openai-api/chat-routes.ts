import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ChooseAssistant, NamedModels } from '../assistants/index.js';
import { baseOf, userRoute, type OpenStream, type Problem, type Route } from '../http/index.js';
import type { UserScope } from '../shared/scope.js';
import type { TurnEvent } from '../workflow/index.js';
import type { AnswerTask } from './answer-task.js';
import {
  ASKING,
  createAsk,
  formOf,
  OwnParameters,
  sessionOf,
  type AskDeps,
  type How,
  type Question,
} from './ask.js';
import {
  Chunk,
  Completion,
  FIRST_DELTA,
  toCompletion,
  toDelta,
  toLastChunks,
  toSaid,
  toUsage,
  type Heading,
  type Said,
} from './chat-shapes.js';
import { Content, MAX_MESSAGES, MessageRole, toConversation } from './conversation.js';
import { OPENAI_BASE, toOpenAiError } from './dialect.js';
import { chooseModel, type ChosenModel } from './models.js';
import { refuseFalsifying, toIgnoredHeader } from './parameters.js';
import { ResponseFormat, toForm } from './response-format.js';
import { recognizeTask, type Task } from './tasks.js';
import { WRITING_OF_CHAT, withinRights, writingNames, writingOfChat } from './writing.js';

export type OpenAiChatDeps = AskDeps & {
  chooseAssistant: ChooseAssistant;
  namedModels: Pick<NamedModels, 'open'>;
  answerTask: AnswerTask;
  maxQueryChars: number;
  /** The public address of the server; null: the Host of the request. */
  publicUrl: string | null;
  /** Wishes only have an effect if there is a model to read them. */
  hasModel: boolean;
  now: () => Date;
};

const Body = z
  .looseObject({
    model: z.string().min(1).max(200),
    messages: z
      .array(z.looseObject({ role: MessageRole, content: Content }))
      .min(1)
      .max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    response_format: ResponseFormat.nullish(),
    ...WRITING_OF_CHAT,
    metadata: z.record(z.string(), z.unknown()).nullish(),
    knowledge_router: OwnParameters.nullish(),
  })
  .meta({
    id: 'OpenAiChatRequest',
    description:
      "Like OpenAI's `POST /chat/completions`. `X-Knowledge-Router-Ignored` names parameters without effect; parameters that would change the answer are refused.",
  });
type Body = z.infer<typeof Body>;

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'metadata',
  'knowledge_router',
  'response_format',
  'n',
  'logprobs',
  'modalities',
]);

export const createOpenAiChatRoutes = (deps: OpenAiChatDeps): Route[] => {
  const complete = createComplete(deps);
  return [
    userRoute({
      ...ASKING,
      path: `${OPENAI_BASE}/chat/completions`,
      operationId: 'createOpenAiChatCompletion',
      example: {
        model: 'default',
        messages: [{ role: 'user', content: 'How many days may I work from home?' }],
      },
      summary: 'Ask an assistant as an OpenAI model, streamed or not',
      body: Body,
      responses: {
        200: { description: 'The answer', schema: Completion, events: Chunk },
      },
      handle: async ({ scope, body, signal, request }) => {
        refuseFalsifying(body);
        const asked = await complete({ scope, body, request });
        const headers = asked.ignored;
        if (body.stream === true) {
          const withUsage = body.stream_options?.include_usage === true;
          return {
            events: (stream) => streamCompletion(stream, { ...asked, withUsage }),
            toFailure,
          };
        }
        const said = await asked.say({ signal });
        return { status: 200, body: toCompletion(asked.heading(), said), headers };
      },
    }),
  ];
};

const toFailure = (problem: Problem) => ({ text: JSON.stringify(toOpenAiError(problem)) });

type Asked = {
  ignored: Record<string, string>;
  heading: () => Heading;
  say: (how: How) => Promise<Said>;
};

type Call = { scope: UserScope; body: Body; request: IncomingMessage };

/** A request as work to do: a turn, or a task of the chat program. */
const createComplete = (deps: OpenAiChatDeps) => {
  const ask = createAsk(deps);
  return async ({ scope, body, request }: Call): Promise<Asked> => {
    const model = await chooseModel(scope, body.model, deps);
    const { messages, stream } = body;
    const asking = { messages, isStreamed: stream === true, isPlain: model.isPlain, request };
    const task = recognizeTask(asking);
    const created = Math.floor(deps.now().getTime() / 1000);
    const id = `chatcmpl-${randomUUID()}`;
    const common = { heading: () => ({ id, created, model: body.model }) };
    if (task !== null) {
      const say = ({ signal }: How) => sayTask(deps, { scope, body, task, signal });
      return { ...common, ignored: toIgnoredHeader(body, { known: KNOWN }), say };
    }
    const question = toQuestion(deps, { scope, body, request, model });
    const base = baseOf(deps.publicUrl, request);
    const written = writingNames(WRITING_OF_CHAT, { scope, hasModel: deps.hasModel });
    const known = new Set([...KNOWN, ...written]);
    const alsoIgnored = question.wishes === null || deps.hasModel ? [] : ['system'];
    return {
      ...common,
      ignored: toIgnoredHeader(body, { known, alsoIgnored }),
      say: async (how) => toSaid(await ask(question, how), base),
    };
  };
};

const toQuestion = (
  deps: OpenAiChatDeps,
  { scope, body, request, model }: Call & { model: ChosenModel },
): Question => ({
  ...toConversation(body.messages, { param: 'messages', maxQueryChars: deps.maxQueryChars }),
  scope,
  assistant: model.assistant,
  form: formOf(deps, { scope, format: body.response_format, param: 'response_format' }),
  sessionId: sessionOf(body.metadata, request),
  filter: body.knowledge_router?.filter ?? null,
  choice: { ...withinRights(scope, writingOfChat(body)), model: model.model },
});

type TaskCall = Pick<Call, 'scope' | 'body'> & { task: Task; signal: AbortSignal };

const sayTask = async (
  { answerTask, limitChats }: OpenAiChatDeps,
  { scope, body, task, signal }: TaskCall,
): Promise<Said> => {
  const form = toForm(body.response_format);
  const { messages } = body;
  const answer = await limitChats(scope, () => answerTask(scope, { task, messages, form, signal }));
  const { text } = answer;
  return { text, annotations: [], usage: toUsage(answer), finishReason: 'stop', own: null };
};

/** Nothing is sent before the turn is in the database, so that earlier failures can use a status code. */
const streamCompletion = async (
  { send, setHeader, signal }: OpenStream,
  { ignored, heading, say, withUsage }: Asked & { withUsage: boolean },
): Promise<void> => {
  for (const [name, value] of Object.entries(ignored)) setHeader(name, value);
  const own = heading();
  const sendChunk = (chunk: z.infer<typeof Chunk>) => send({ text: JSON.stringify(chunk) });
  const told = { hasBegun: false, hasText: false };
  const begin = async () => {
    if (!told.hasBegun) await sendChunk(toDelta(own, FIRST_DELTA));
    told.hasBegun = true;
  };
  const emit = async (event: TurnEvent): Promise<void> => {
    if (event.type === 'execution') await begin();
    if (event.type !== 'delta') return;
    told.hasText = true;
    await sendChunk(toDelta(own, { content: event.text }));
  };
  const said = await say({ signal, emit });
  await begin();
  if (!told.hasText) await sendChunk(toDelta(own, { content: said.text }));
  for (const chunk of toLastChunks(own, said, { withUsage })) await sendChunk(chunk);
  await send({ text: '[DONE]' });
};
