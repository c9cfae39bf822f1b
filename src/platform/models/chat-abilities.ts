import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage, ChatRequest } from './model.js';
import { statusOf } from './with-retries.js';

/** What an endpoint was found to accept; learnt from its refusals and kept for the next calls. */
export type Abilities = {
  temperature: boolean;
  responseFormat: 'json_schema' | 'json_object' | 'none';
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
  tools: boolean;
  stream: boolean;
  streamUsage: boolean;
};

export const ALL_ABILITIES: Abilities = {
  temperature: true,
  responseFormat: 'json_schema',
  tokenLimit: 'max_tokens',
  tools: true,
  stream: true,
  streamUsage: true,
};

/** Two steps down in format, one in everything else. */
export const MAX_ADAPTATIONS = 7;

/** A request in the shape of its protocol, and what the endpoint is taken to accept. */
export type Sent = { request: ChatRequest; abilities: Abilities; isStreamed: boolean };

const FORMATS = ['json_schema', 'json_object', 'none'] as const;

type Adaptation = {
  isFor: (sent: Sent) => boolean;
  names: RegExp;
  change: (was: Abilities) => Partial<Abilities>;
};

// In this order: what names itself most clearly comes first.
const ADAPTATIONS: readonly Adaptation[] = [
  {
    isFor: ({ abilities }) => abilities.temperature,
    names: /temperature/,
    change: () => ({ temperature: false }),
  },
  {
    isFor: ({ abilities }) => abilities.tokenLimit === 'max_tokens',
    names: /max_completion_tokens/,
    change: () => ({ tokenLimit: 'max_completion_tokens' }),
  },
  {
    isFor: ({ abilities, isStreamed }) => isStreamed && abilities.streamUsage,
    // A body without `error`, as FastAPI sends it, reaches us as "no body".
    names: /stream_options|include_usage|extra (?:inputs|fields)|\(no body\)/,
    change: () => ({ streamUsage: false }),
  },
  {
    isFor: ({ isStreamed }) => isStreamed,
    names: /\bstream/,
    change: () => ({ stream: false }),
  },
  {
    isFor: ({ request }) => request.tools !== undefined && request.tools.length > 0,
    names: /\btool|function/,
    change: () => ({ tools: false }),
  },
  {
    isFor: ({ request, abilities }) =>
      request.responseSchema !== undefined && abilities.responseFormat !== 'none',
    names: /response_format|response format|json|schema|structured|grammar/,
    change: ({ responseFormat }) => ({
      responseFormat: responseFormat === 'json_schema' ? 'json_object' : 'none',
    }),
  },
];

type Params = ChatCompletionCreateParamsNonStreaming;

/** What calls that ran side by side have learnt, together. */
export const leastOf = (left: Abilities, right: Abilities): Abilities => ({
  temperature: left.temperature && right.temperature,
  responseFormat:
    FORMATS.indexOf(left.responseFormat) > FORMATS.indexOf(right.responseFormat)
      ? left.responseFormat
      : right.responseFormat,
  tokenLimit: left.tokenLimit === 'max_tokens' ? right.tokenLimit : left.tokenLimit,
  tools: left.tools && right.tools,
  stream: left.stream && right.stream,
  streamUsage: left.streamUsage && right.streamUsage,
});

/** The way to ask for decisions that the endpoint has not refused yet. */
export const protocolFor = ({ responseFormat, tools }: Abilities): string => {
  if (responseFormat === 'json_schema') return 'structured';
  return tools ? 'tools' : 'react';
};

/** What to leave out of the next try after a refusal; undefined when nothing we sent explains it. */
export const adaptTo = (error: unknown, sent: Sent): Abilities | undefined => {
  const message = messageOf(error);
  if (!isRefusal(error, message)) return undefined;
  const adaptation = ADAPTATIONS.find(({ isFor, names }) => isFor(sent) && names.test(message));
  return adaptation && { ...sent.abilities, ...adaptation.change(sent.abilities) };
};

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message).toLowerCase()
    : '';

const REFUSING_STATUSES = new Set([400, 404, 415, 422, 501]);
// llama.cpp refuses tools with status 500, "tools param requires --jinja flag".
const REFUSED_TOOLS = /tools?\b.*(?:requires --|not support)|not support.*\b(?:tools?|function)/;

const isRefusal = (error: unknown, message: string): boolean => {
  const status = statusOf(error) ?? 0;
  return REFUSING_STATUSES.has(status) || (status === 500 && REFUSED_TOOLS.test(message));
};

/** A request in the vendor's words, as far as the endpoint understands them. */
export const toChatParams = (model: string, { request, abilities }: Sent): Params => {
  const messages =
    request.responseSchema !== undefined && abilities.responseFormat !== 'json_schema'
      ? withInstruction(request.messages, describeSchema(request.responseSchema.schema))
      : request.messages;
  return {
    model,
    messages: messages.map(toVendorMessage),
    [abilities.tokenLimit]: request.maxTokens,
    ...(abilities.temperature ? { temperature: request.temperature } : {}),
    ...toResponseFormat(request, abilities),
    ...toTools(request),
  };
};

// An endpoint that cannot be held to a schema is told about it.
const withInstruction = (messages: readonly ChatMessage[], instruction: string): ChatMessage[] => {
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
};

const describeSchema = (schema: Record<string, unknown>): string =>
  `Reply with one JSON object that satisfies this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;

const toVendorMessage = (message: ChatMessage): Params['messages'][number] => {
  if (message.role === 'tool') {
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  if (message.toolCalls === undefined || message.toolCalls.length === 0) {
    return { role: 'assistant', content: message.content };
  }
  return {
    role: 'assistant',
    content: message.content,
    tool_calls: message.toolCalls.map(({ id, name, argumentsJson }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: argumentsJson },
    })),
  };
};

const toResponseFormat = (
  { responseSchema }: ChatRequest,
  { responseFormat }: Abilities,
): Pick<Params, 'response_format'> => {
  if (responseSchema === undefined || responseFormat === 'none') return {};
  if (responseFormat === 'json_object') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { ...responseSchema, strict: true } },
  };
};

const toTools = ({ tools }: ChatRequest): Pick<Params, 'tools'> =>
  tools === undefined || tools.length === 0
    ? {}
    : { tools: tools.map((tool) => ({ type: 'function' as const, function: tool })) };
