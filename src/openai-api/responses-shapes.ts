import { z } from 'zod';
import type { ChatUsage } from '../platform/models/model.js';
import type { Answer } from './ask.js';
import { finishReasonOf, OwnAnswer, textOfAnswer, toOwnAnswer, usageOf } from './chat-shapes.js';
import { findMarked, toUrlCitation } from './citations.js';

const UrlCitation = z.object({
  type: z.literal('url_citation'),
  start_index: z.int(),
  end_index: z.int(),
  title: z.string(),
  url: z.string(),
});
const FileCitation = z.object({
  type: z.literal('file_citation'),
  file_id: z.string(),
  filename: z.string(),
  index: z.int(),
});
const TextAnnotation = z.union([UrlCitation, FileCitation]);
export type TextAnnotation = z.infer<typeof TextAnnotation>;

const Status = z.enum(['in_progress', 'completed', 'incomplete', 'failed']);

const IncompleteReason = z
  .enum(['max_output_tokens', 'content_filter'])
  .describe('`max_output_tokens`: a limit of length or time cut the answer.');

const TextPart = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(TextAnnotation),
  logprobs: z.array(z.string()),
});
export type TextPart = z.infer<typeof TextPart>;

const MessageItem = z.object({
  id: z.string(),
  type: z.literal('message'),
  status: Status,
  role: z.literal('assistant'),
  content: z.array(TextPart),
});

const SearchItem = z.object({
  id: z.string(),
  type: z.literal('file_search_call'),
  status: Status,
  queries: z.array(z.string()),
  results: z
    .array(
      z.object({
        file_id: z.string(),
        filename: z.string(),
        score: z.number(),
        text: z.string(),
        attributes: z.record(z.string(), z.string()),
      }),
    )
    .nullable(),
});
type SearchItem = z.infer<typeof SearchItem>;

const Item = z.union([MessageItem, SearchItem]);
export type Item = z.infer<typeof Item>;

export const ResponseObject = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    status: Status,
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: IncompleteReason }).nullable(),
    instructions: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z.string(),
    output: z.array(Item),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.null(),
    store: z.boolean(),
    temperature: z.null(),
    text: z.object({ format: z.object({ type: z.literal('text') }) }),
    tool_choice: z.literal('auto'),
    tools: z.array(z.string()),
    top_p: z.null(),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cached_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
      })
      .nullable(),
    knowledge_router: OwnAnswer.optional(),
  })
  .meta({ id: 'OpenAiResponse' });
export type ResponseObject = z.infer<typeof ResponseObject>;

/** Fields of the request that a response repeats. */
export type Opening = {
  id: string;
  created: number;
  model: string;
  instructions: string | null;
  metadata: Record<string, string>;
};

/** The content of a response, produced by a turn or a task. */
export type SaidInItems = {
  text: string;
  annotations: TextAnnotation[];
  /** Null if nothing was searched. */
  search: Pick<SearchItem, 'queries' | 'results'> | null;
  usage: ChatUsage;
  /** Why the text ends early; null if it is complete. */
  incomplete: z.infer<typeof IncompleteReason> | null;
  own: OwnAnswer | null;
};
type OwnAnswer = z.infer<typeof OwnAnswer>;

const SEARCH = 'rag_search';
const Query = z.object({ query: z.string() });

/** Each marker twice: as the URL that Open WebUI shows, and as the file that LangChain keeps. */
export const toItems = (
  answer: Answer,
  { base, withResults }: { base: string; withResults: boolean },
): SaidInItems => {
  const searches = answer.toolCalls.filter(({ name }) => name === SEARCH);
  return {
    text: textOfAnswer(answer),
    annotations: findMarked(answer).flatMap((marked): TextAnnotation[] => {
      const cited = toUrlCitation(marked, { base, executionId: answer.executionId });
      const { documentId, title = '' } = marked.citation;
      return [
        { type: 'url_citation', ...cited },
        ...(documentId === undefined
          ? []
          : [
              {
                type: 'file_citation' as const,
                file_id: documentId,
                filename: title,
                index: marked.start_index,
              },
            ]),
      ];
    }),
    search:
      searches.length === 0
        ? null
        : {
            queries: searches.flatMap((call) => Query.safeParse(call.arguments).data?.query ?? []),
            results: withResults ? toResults(answer) : null,
          },
    usage: usageOf(answer),
    incomplete: INCOMPLETE[finishReasonOf(answer)],
    own: toOwnAnswer(answer),
  };
};

const INCOMPLETE = {
  stop: null,
  length: 'max_output_tokens',
  content_filter: 'content_filter',
} as const satisfies Record<ReturnType<typeof finishReasonOf>, SaidInItems['incomplete']>;

/** The passages that the answer cites. */
const toResults = ({ citations }: Answer): NonNullable<SearchItem['results']> =>
  citations.flatMap(({ documentId, title = '', score, quote }) =>
    documentId === undefined
      ? []
      : [
          {
            file_id: documentId,
            filename: title,
            score: score ?? 0,
            text: quote ?? '',
            attributes: {},
          },
        ],
  );

export const toSearchItem = (
  { id }: Pick<Opening, 'id'>,
  { queries, results }: NonNullable<SaidInItems['search']>,
  status: 'in_progress' | 'completed',
): Item => ({ id: `fs_${id}`, type: 'file_search_call', status, queries, results });

export const toTextPart = (text: string, annotations: TextAnnotation[]): TextPart => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

export const messageIdOf = ({ id }: Pick<Opening, 'id'>): string => `msg_${id}`;

/** A message without any text yet. */
export const toBegunItem = (opening: Pick<Opening, 'id'>): Item => ({
  id: messageIdOf(opening),
  type: 'message',
  role: 'assistant',
  status: 'in_progress',
  content: [],
});

export const toMessageItem = (opening: Pick<Opening, 'id'>, said: SaidInItems): Item => ({
  id: messageIdOf(opening),
  type: 'message',
  role: 'assistant',
  status: statusOf(said),
  content: [toTextPart(said.text, said.annotations)],
});

export const statusOf = ({ incomplete }: Pick<SaidInItems, 'incomplete'>) =>
  incomplete === null ? 'completed' : 'incomplete';

const toResponse = (
  { id, created, model, instructions, metadata }: Opening,
  status: ResponseObject['status'],
): ResponseObject => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: created,
  status,
  error: null,
  incomplete_details: null,
  instructions,
  metadata,
  model,
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  usage: null,
});

export const toBegun = (opening: Opening): ResponseObject => toResponse(opening, 'in_progress');

export const toFailed = (opening: Opening, message: string): ResponseObject => ({
  ...toResponse(opening, 'failed'),
  error: { code: 'server_error', message },
});

/** A finished response, which may have ended early. */
export const toEnded = (opening: Opening, said: SaidInItems): ResponseObject => ({
  ...toResponse(opening, statusOf(said)),
  incomplete_details: said.incomplete && { reason: said.incomplete },
  output: [
    ...(said.search === null ? [] : [toSearchItem(opening, said.search, 'completed')]),
    toMessageItem(opening, said),
  ],
  usage: {
    input_tokens: said.usage.promptTokens,
    input_tokens_details: { cached_tokens: said.usage.cachedTokens ?? 0 },
    output_tokens: said.usage.completionTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: said.usage.promptTokens + said.usage.completionTokens,
  },
  ...(said.own && { knowledge_router: said.own }),
});
