import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { EndpointError } from '../../endpoint.js';
import type { ChatMessage, ChatRequest } from '../../model.js';
import type { Refused, Sent } from '../provider.js';
import { withSchema } from '../with-schema.js';

/** A feature that an endpoint may refuse; it is then left out of a request, or asked for in another way. */
type Ability =
  | 'temperature'
  | 'max_tokens'
  | 'stream_usage'
  | 'stream'
  | 'tools'
  | 'json_schema'
  | 'json_object';

const FORMAT = /response_format|response format|json|schema|structured|grammar/;

// In this order: what names itself most clearly comes first.
const NAMES: readonly (readonly [Ability, RegExp])[] = [
  ['temperature', /temperature/],
  ['max_tokens', /max_completion_tokens/],
  // A body without `error`, as FastAPI sends it, reaches us as "no body".
  ['stream_usage', /stream_options|include_usage|extra (?:inputs|fields)|\(no body\)/],
  ['stream', /\bstream/],
  ['tools', /\btool|function/],
  ['json_schema', FORMAT],
  ['json_object', FORMAT],
];

type Params = ChatCompletionCreateParamsNonStreaming;

/** The features to leave out of the next try after a refusal; undefined when nothing we sent explains it. */
export const adaptTo = (error: unknown, sent: Sent): Refused | undefined => {
  if (!(error instanceof EndpointError)) return undefined;
  const status = error.status ?? 0;
  const message = error.message.toLowerCase();
  const isRefusal =
    REFUSING_STATUSES.has(status) || (status === 500 && REFUSED_TOOLS.test(message));
  if (!isRefusal) return undefined;
  const { request, refused, isStreamed } = sent;
  const hasSchema = request.responseSchema !== undefined;
  const isSent: Readonly<Record<Ability, boolean>> = {
    temperature: true,
    max_tokens: true,
    stream_usage: isStreamed,
    stream: isStreamed,
    tools: (request.tools ?? []).length > 0,
    json_schema: hasSchema,
    json_object: hasSchema,
  };
  const found = NAMES.find(
    ([ability, names]) => !refused.has(ability) && isSent[ability] && names.test(message),
  );
  return found && new Set([...refused, found[0]]);
};

const REFUSING_STATUSES = new Set([400, 404, 415, 422, 501]);
// llama.cpp refuses tools with status 500, "tools param requires --jinja flag".
const REFUSED_TOOLS = /tools?\b.*(?:requires --|not support)|not support.*\b(?:tools?|function)/;

/** A request in the vendor's words, as far as the endpoint understands them. */
export const toChatParams = (model: string, { request, refused }: Sent): Params => {
  const { messages, maxTokens, temperature, responseSchema: schema, tools = [] } = request;
  const isTold = schema !== undefined && refused.has('json_schema');
  return {
    model,
    messages: (isTold ? withSchema(messages, schema) : messages).map(toVendorMessage),
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(!refused.has('temperature') && { temperature }),
    ...(schema && toResponseFormat(schema, refused)),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  };
};

type Schema = NonNullable<ChatRequest['responseSchema']>;

const toVendorMessage = (message: ChatMessage): Params['messages'][number] => {
  const { role, content } = message;
  if (role === 'tool') return { role, tool_call_id: message.toolCallId, content };
  if (role !== 'assistant' || !message.toolCalls?.length) return { role, content };
  const toolCalls = message.toolCalls.map(({ id, name, argumentsJson }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: argumentsJson },
  }));
  return { role, content, tool_calls: toolCalls };
};

const toResponseFormat = (
  schema: Schema,
  refused: Refused,
): Pick<Params, 'response_format'> | undefined => {
  if (!refused.has('json_schema')) {
    return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } };
  }
  return refused.has('json_object') ? undefined : { response_format: { type: 'json_object' } };
};
