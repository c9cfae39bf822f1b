import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage, ChatRequest } from '../../ports/models.js';
import { statusOf } from './vendor-errors.js';

/** What an endpoint was found to accept; learnt from its refusals and kept for the next calls. */
export type Abilities = {
  temperature: boolean;
  responseFormat: 'json_schema' | 'json_object' | 'none';
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
};

export const ALL_ABILITIES: Abilities = {
  temperature: true,
  responseFormat: 'json_schema',
  tokenLimit: 'max_tokens',
};

type Params = ChatCompletionCreateParamsNonStreaming;

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

const describeSchema = (schema: Record<string, unknown>): string =>
  `Reply with one JSON object that satisfies this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;

// An endpoint that cannot be held to a schema is told about it.
const withInstruction = (messages: readonly ChatMessage[], instruction: string): ChatMessage[] => {
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
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

/** A request in the vendor's words, as far as the endpoint understands them. */
export const toChatParams = (model: string, request: ChatRequest, abilities: Abilities): Params => {
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

const REFUSING_STATUSES = new Set([400, 404, 415, 422, 501]);

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message).toLowerCase()
    : '';

const withoutFormat = (abilities: Abilities): Abilities | undefined => {
  if (abilities.responseFormat === 'none') return undefined;
  const responseFormat = abilities.responseFormat === 'json_schema' ? 'json_object' : 'none';
  return { ...abilities, responseFormat };
};

/** What to leave out of the next try after a refusal; undefined when nothing we sent explains it. */
export const adaptTo = (
  error: unknown,
  abilities: Abilities,
  request: ChatRequest,
): Abilities | undefined => {
  if (!REFUSING_STATUSES.has(statusOf(error) ?? 0)) return undefined;
  const message = messageOf(error);
  if (abilities.temperature && message.includes('temperature')) {
    return { ...abilities, temperature: false };
  }
  if (abilities.tokenLimit === 'max_tokens' && message.includes('max_completion_tokens')) {
    return { ...abilities, tokenLimit: 'max_completion_tokens' };
  }
  const isAboutFormat = /response_format|response format|json|schema|structured|grammar/.test(
    message,
  );
  return request.responseSchema !== undefined && isAboutFormat
    ? withoutFormat(abilities)
    : undefined;
};
