import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  baseOf,
  userRoute,
  eventsOf,
  type Route,
  type OpenStream,
  type Problem,
  type StreamEvent,
} from '../http/index.js';
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
import {
  Content,
  MAX_MESSAGES,
  MessageRole,
  toConversation,
  type GivenMessage,
} from './conversation.js';
import { OPENAI_BASE } from './dialect.js';
import { AttributeFilter, toDocumentFilter } from './filters.js';
import { chooseModel } from './models.js';
import { refuseFalsifying, toIgnoredHeader, unsupported } from './parameters.js';
import { ResponseFormat, toForm } from './response-format.js';
import {
  ResponseObject,
  statusOf,
  toBegunItem,
  toEnded,
  toItems,
  messageIdOf,
  toBegun,
  toFailed,
  toMessageItem,
  toSearchItem,
  toTextPart,
  type Opening,
  type SaidInItems,
} from './responses-shapes.js';
import { recognizeTask } from './tasks.js';
import { WRITING_OF_RESPONSE, withinRights, writingNames, writingOfResponse } from './writing.js';
import type { TurnEvent } from '../workflow/index.js';

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
    input: z.union([z.string(), z.array(Item).min(1).max(MAX_MESSAGES)]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    text: z.looseObject({ format: ResponseFormat.nullish() }).nullish(),
    tools: z.array(z.looseObject({ type: z.string().max(60) })).nullish(),
    include: z.array(z.string()).nullish(),
    ...WRITING_OF_RESPONSE,
    metadata: z.record(z.string().max(64), z.unknown()).nullish(),
    knowledge_router: OwnParameters.nullish(),
  })
  .meta({
    id: 'OpenAiResponseRequest',
    description:
      "Like OpenAI's `POST /responses`. `file_search` with `vector_store_ids` limits the answer to these collections; `X-Knowledge-Router-Ignored` names parameters without effect.",
  });
type Body = z.infer<typeof Body>;

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'metadata',
  'knowledge_router',
  'include',
  'text',
  'store',
  'tool_choice',
  'tools',
  'top_logprobs',
  'background',
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
      summary: "Ask an assistant with OpenAI's Responses API, streamed or not",
      body: Body,
      responses: {
        200: { description: 'The answer', schema: ResponseObject, events: ResponseEvent },
      },
      handle: async ({ scope, body, signal, request }) => {
        refuseUnkept(body);
        const { opening, ignored, say } = await respond({ scope, body, request });
        if (body.stream !== true) {
          const said = await say({ signal });
          return { status: 200, body: toEnded(opening, said), headers: ignored };
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

/** Refuses parameters that refer to earlier responses, because none is stored, and others that would change the answer. */
const refuseUnkept = (body: Body): void => {
  const { tool_choice: choice, ...others } = body;
  const isFileSearch = z.looseObject({ type: z.literal('file_search') }).safeParse(choice).success;
  refuseFalsifying(isFileSearch ? others : body);
  for (const param of ['previous_response_id', 'conversation', 'prompt']) {
    if (body[param] === undefined || body[param] === null) continue;
    throw unsupported(param, `${param} is not known here: send the conversation as input.`);
  }
  if (body['background'] === true)
    throw unsupported('background', 'Answers cannot run in the background.');
};

/** A request as work to do: a turn, or a task of the chat program. */
const createRespond = (deps: OpenAiChatDeps) => {
  const ask = createAsk(deps);
  return async ({ scope, body, request }: Call) => {
    const model = await chooseModel(scope, body.model, deps);
    const messages = toMessages(body);
    const isStreamed = body.stream === true;
    const task = recognizeTask({ messages, isStreamed, isPlain: model.isPlain, request });
    const opening = toOpening(body, deps.now());
    const others = (body.tools ?? []).filter(({ type }) => type !== 'file_search');
    const alsoIgnored = others.length === 0 ? [] : ['tools'];
    const hasModel = task === null && deps.hasModel;
    const written = writingNames(WRITING_OF_RESPONSE, { scope, hasModel });
    const known = new Set([...KNOWN, ...written]);
    const ignored = toIgnoredHeader(body, { known, alsoIgnored });
    if (task !== null) {
      const form = toForm(body.text?.format, FORMAT);
      const say = async ({ signal }: How): Promise<SaidInItems> => {
        const answer = await deps.limitChats(scope, () =>
          deps.answerTask(scope, { task, messages, form, signal }),
        );
        return {
          text: answer.text,
          annotations: [],
          search: null,
          usage: answer,
          incomplete: null,
          own: null,
        };
      };
      return { opening, ignored, say };
    }
    const { maxQueryChars } = deps;
    const question: Question = {
      ...toConversation(messages, { param: 'input', maxQueryChars }),
      scope,
      assistant: model.assistant,
      form: formOf(deps, { scope, format: body.text?.format, param: FORMAT }),
      sessionId: sessionOf(body.metadata, request),
      filter: toFilter(body),
      choice: { ...withinRights(scope, writingOfResponse(body)), model: model.model },
    };
    const base = baseOf(deps.publicUrl, request);
    const withResults = (body.include ?? []).includes('file_search_call.results');
    const say = async (how: How) => toItems(await ask(question, how), { base, withResults });
    return { opening, ignored, say };
  };
};

/** Messages in the given order; tool calls, their results and reasoning belong to another model. */
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
  id: randomUUID(),
  created: Math.floor(now.getTime() / 1000),
  model,
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

const sequenced = { type: z.string(), sequence_number: z.int() };
const ofResponse = z.object({ ...sequenced, response: ResponseObject });
const ofItem = z.looseObject({ ...sequenced, output_index: z.int() });

/** Clients throw on unknown events, so we add none. */
const ResponseEvent = eventsOf(
  'OpenAiResponseEvent',
  {
    'response.created': ofResponse,
    'response.in_progress': ofResponse,
    'response.output_item.added': ofItem,
    'response.content_part.added': ofItem,
    'response.output_text.delta': ofItem,
    'response.output_text.annotation.added': ofItem,
    'response.output_text.done': ofItem,
    'response.content_part.done': ofItem,
    'response.output_item.done': ofItem,
    'response.completed': ofResponse,
    'response.incomplete': ofResponse,
    'response.failed': ofResponse,
  },
  'The first is `response.created`, the last `response.completed`, `response.incomplete` or `response.failed`.',
);

const SEARCH = 'rag_search';

/** One response from its first event to its last. */
const createResponseStream = (opening: Opening) => {
  const events = createEvents(opening);
  return {
    /** Nothing is sent before the turn is in the database, so that earlier failures can use a status code. */
    run: async (
      { send, signal }: OpenStream,
      work: (how: Required<How>) => Promise<SaidInItems>,
    ): Promise<void> => {
      const sendAll = async (all: readonly StreamEvent[]) => {
        for (const event of all) await send(event);
      };
      const told = { hasText: false };
      const emit = async (event: TurnEvent): Promise<void> => {
        if (event.type === 'execution') await sendAll(events.begin());
        if (event.type === 'tool' && event.name === SEARCH) await sendAll(events.search());
        if (event.type !== 'delta') return;
        told.hasText = true;
        await sendAll(events.say(event.text));
      };
      const said = await work({ signal, emit });
      await sendAll(events.begin());
      if (!told.hasText) await sendAll(events.say(said.text));
      await sendAll(events.end(said));
    },
    fail: ({ detail }: Problem): StreamEvent => events.fail(detail),
  };
};

/** The events of one response, in the order and with the numbers that clients expect. */
const createEvents = (opening: Opening) => {
  let number = 0;
  const at = { output: 0, hasBegun: false, hasSearched: false, hasMessage: false };
  const next = (type: string, data: object): StreamEvent => ({
    event: type,
    data: { type, sequence_number: number++, ...data },
  });
  const place = () => ({
    output_index: at.output,
    item_id: messageIdOf(opening),
    content_index: 0,
  });
  const toSearch = (status: 'in_progress' | 'completed') =>
    toSearchItem(opening, { queries: [], results: null }, status);

  const openMessage = (): StreamEvent[] => {
    if (at.hasMessage) return [];
    at.hasMessage = true;
    // The search has ended when the answer begins.
    const searched = { output_index: 0, item: toSearch('completed') };
    const before = at.hasSearched ? [next('response.output_item.done', searched)] : [];
    at.output = before.length;
    const item = toBegunItem(opening);
    return [
      ...before,
      next('response.output_item.added', { output_index: at.output, item }),
      next('response.content_part.added', { ...place(), part: toTextPart('', []) }),
    ];
  };

  return {
    begin: (): StreamEvent[] => {
      if (at.hasBegun) return [];
      at.hasBegun = true;
      const response = toBegun(opening);
      return [next('response.created', { response }), next('response.in_progress', { response })];
    },
    search: (): StreamEvent[] => {
      if (at.hasSearched || at.hasMessage) return [];
      at.hasSearched = true;
      const item = toSearch('in_progress');
      return [next('response.output_item.added', { output_index: 0, item })];
    },
    say: (delta: string): StreamEvent[] => [
      ...openMessage(),
      next('response.output_text.delta', { ...place(), delta, logprobs: [] }),
    ],
    end: (said: SaidInItems): StreamEvent[] => [
      ...said.annotations.map((annotation, annotation_index) =>
        next('response.output_text.annotation.added', { ...place(), annotation_index, annotation }),
      ),
      ...toEnd(opening, said, place()).map(([type, data]) => next(type, data)),
      next(`response.${statusOf(said)}`, { response: toEnded(opening, said) }),
    ],
    fail: (message: string) => next('response.failed', { response: toFailed(opening, message) }),
  };
};

type Place = { output_index: number; item_id: string; content_index: number };

const toEnd = (
  opening: Opening,
  said: SaidInItems,
  place: Place,
): (readonly [string, object])[] => {
  const { text, annotations } = said;
  const part = toTextPart(text, annotations);
  const { output_index } = place;
  return [
    ['response.output_text.done', { ...place, text, logprobs: [] }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index, item: toMessageItem(opening, said) }],
  ];
};
