import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage, ChatRequest } from './model.js';
import type { Abilities, Sent } from './chat-abilities.js';

type Params = ChatCompletionCreateParamsNonStreaming;

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
