import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { baseOf, userRoute, type Route } from '../http/index.js';
import { allOf, type DocumentFilter } from '../shared/document-filter.js';
import type { UserScope } from '../shared/scope.js';
import {
  ASKING,
  createAsk,
  formOf,
  OwnParameters,
  sessionOf,
  type How,
  type Question,
} from './ask.js';
import type { OpenAiChatDeps } from './chat-routes.js';
import { Content, MessageRole, toConversation, type GivenMessage } from './conversation.js';
import { OPENAI_BASE } from './dialect.js';
import { AttributeFilter, toDocumentFilter } from './filters.js';
import { chooseModel } from './models.js';
import { refuseFalsifying, toIgnoredHeader, unsupported } from './parameters.js';
import { ResponseFormat, toForm } from './response-format.js';
import {
  ResponseObject,
  toCompleted,
  toItems,
  type Opening,
  type SaidInItems,
} from './responses-shapes.js';
import { createResponseStream, ResponseEvent } from './stream-response.js';
import { recognizeTask } from './tasks.js';

const Item = z.looseObject({
  type: z.string().max(60).nullish(),
  role: z.string().max(20).nullish(),
  content: z.unknown(),
});

const FileSearch = z.looseObject({
  type: z.literal('file_search'),
  vector_store_ids: z.array(z.string().max(100)).min(1).max(100),
  filters: AttributeFilter.nullish(),
});

const Body = z
  .looseObject({
    model: z.string().min(1).max(200),
    input: z.union([z.string(), z.array(Item).min(1).max(5000)]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    text: z.looseObject({ format: ResponseFormat.nullish() }).nullish(),
    tools: z.array(z.looseObject({ type: z.string().max(60) })).nullish(),
    include: z.array(z.string()).nullish(),
    metadata: z.record(z.string().max(64), z.unknown()).nullish(),
    knowledge_router: OwnParameters.nullish(),
  })
  .meta({
    id: 'OpenAiResponseRequest',
    description:
      'As `POST /responses` of OpenAI takes it. `file_search` with `vector_store_ids` limits the answer to these collections; what has no effect is named in `X-Knowledge-Router-Ignored`.',
  });
type Body = z.infer<typeof Body>;

const KNOWN: ReadonlySet<string> = new Set([
  ...['model', 'input', 'instructions', 'stream', 'metadata', 'knowledge_router', 'include'],
  ...['text', 'store', 'tool_choice', 'tools', 'top_logprobs', 'background'],
]);

const FORMAT = 'text.format';

type Call = { scope: UserScope; body: Body; request: IncomingMessage };

export const createResponsesRoutes = (deps: OpenAiChatDeps): Route[] => {
  const respond = createRespond(deps);
  return [
    userRoute({
      ...ASKING,
      path: `${OPENAI_BASE}/responses`,
      operationId: 'createOpenAiResponse',
      example: { model: 'default', input: 'How many days may I work from home?' },
      summary: 'Ask an assistant by the Responses API of OpenAI, whole or as it is written',
      body: Body,
      responses: {
        200: { description: 'The answer', schema: ResponseObject, events: ResponseEvent },
      },
      handle: async ({ scope, body, signal, request }) => {
        refuseUnkept(body);
        const { opening, ignored, say } = await respond({ scope, body, request });
        if (body.stream !== true) {
          const said = await say({ signal });
          return { status: 200, body: toCompleted(opening, said), headers: ignored };
        }
        const { run, fail } = createResponseStream(opening);
        return {
          events: (stream) => {
            for (const [name, value] of Object.entries(ignored)) stream.setHeader(name, value);
            return run(stream, say);
          },
          toFailure: fail,
        };
      },
    }),
  ];
};

/** No response is kept, so none can be gone on with; and what else would make the answer another one. */
const refuseUnkept = (body: Body): void => {
  const { tool_choice: choice, ...others } = body;
  const isFileSearch = z.looseObject({ type: z.literal('file_search') }).safeParse(choice).success;
  refuseFalsifying(isFileSearch ? others : body);
  for (const param of ['previous_response_id', 'conversation', 'prompt']) {
    if (body[param] === undefined || body[param] === null) continue;
    throw unsupported(param, `${param} is not known here: send the conversation as input.`);
  }
  if (body['background'] === true) throw unsupported('background', 'Answers are given at once.');
};

/** A request as work to be done: a turn, or a task of the chat program. */
const createRespond = (deps: OpenAiChatDeps) => {
  const ask = createAsk(deps);
  return async ({ scope, body, request }: Call) => {
    const model = await chooseModel(scope, body.model, deps.chooseAssistant);
    const messages = toMessages(body);
    const isStreamed = body.stream === true;
    const task = recognizeTask({ messages, isStreamed, isPlain: model.isPlain, request });
    const opening = toOpening(body, deps.now());
    const others = (body.tools ?? []).filter(({ type }) => type !== 'file_search');
    const alsoIgnored = others.length === 0 ? [] : ['tools'];
    const ignored = toIgnoredHeader(body, { known: KNOWN, alsoIgnored });
    if (task !== null) {
      const form = toForm(body.text?.format, FORMAT);
      const say = async ({ signal }: How): Promise<SaidInItems> => {
        const answer = await deps.limitChats(scope, () =>
          deps.answerTask(scope, { task, messages, form, signal }),
        );
        return { text: answer.text, annotations: [], search: null, usage: answer, own: null };
      };
      return { opening, ignored, say };
    }
    const { maxQueryChars } = deps;
    const question: Question = {
      ...toConversation(messages, { param: 'input', maxQueryChars }),
      ...{ scope, assistant: model.assistant },
      form: formOf(deps, { format: body.text?.format, param: FORMAT }),
      sessionId: sessionOf(body.metadata, request),
      filter: toFilter(body),
    };
    const base = baseOf(deps.publicUrl, request);
    const withResults = (body.include ?? []).includes('file_search_call.results');
    const say = async (how: How) => toItems(await ask(question, how), { base, withResults });
    return { opening, ignored, say };
  };
};

/** Messages in the order given; calls of tools, their results and reasoning are another model's. */
const toMessages = ({ input, instructions }: Body): GivenMessage[] => {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const said = items.flatMap(({ role, content }): GivenMessage[] => {
    const known = MessageRole.safeParse(role);
    const parsed = Content.safeParse(content);
    return known.success && parsed.success ? [{ role: known.data, content: parsed.data }] : [];
  });
  return instructions ? [{ role: 'system', content: instructions }, ...said] : said;
};

const toOpening = ({ model, instructions, metadata }: Body, now: Date): Opening => ({
  ...{ id: randomUUID(), created: Math.floor(now.getTime() / 1000), model },
  instructions: instructions ?? null,
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ),
});

/** The collections that `file_search` names, within our own filter if one is given. */
const toFilter = ({ tools, knowledge_router: own }: Body): Question['filter'] => {
  const searches = (tools ?? []).flatMap((tool) => FileSearch.safeParse(tool).data ?? []);
  const named = allOf(
    ...searches.map(({ vector_store_ids: value, filters }): DocumentFilter | null =>
      allOf(
        toDocumentFilter({ type: 'in', key: 'collectionId', value }),
        filters ? toDocumentFilter(filters) : null,
      ),
    ),
  );
  const given = own?.filter ?? null;
  if (named === null || given === null) return named ?? given;
  if (!('type' in given)) {
    throw unsupported('knowledge_router', 'Beside file_search a filter has a type and a key.');
  }
  return allOf(named, given);
};
