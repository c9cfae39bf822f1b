import { withQuery, type Endpoint } from '../../endpoint.js';
import type { ChatMessage, ChatRequest } from '../../model.js';
import type { Refused, Sent } from '../provider.js';
import { withSchema } from '../with-schema.js';

/** The API version that this code was written for. */
const API_VERSION = '2023-06-01';

export const toHeaders = ({ apiKey, headers }: Endpoint): Record<string, string> => ({
  'anthropic-version': API_VERSION,
  ...(apiKey === '' ? {} : { 'x-api-key': apiKey }),
  ...headers,
});

/** An address below `/v1`, whether the base URL ends with it or not. */
export const toUrl = ({ baseUrl, query = {} }: Endpoint, path: string): string =>
  withQuery(`${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/${path}`, query);

/** The API accepts 0 to 1, ours goes up to 2. */
const MAX_TEMPERATURE = 1;

/** The body of `POST /v1/messages`, without the features that the endpoint refused. */
export const toMessagesBody = (model: string, { request, refused, isStreamed }: Sent) => {
  const { maxTokens, stop, responseSchema: schema, tools = [] } = request;
  const isTold = schema !== undefined && refused.has('json_schema');
  const messages = isTold ? withSchema(request.messages, schema) : request.messages;
  const system = messages.flatMap((message) => (message.role === 'system' ? [message] : []));
  return {
    model,
    max_tokens: maxTokens,
    ...toSampling(request, refused),
    ...(stop !== undefined && { stop_sequences: stop }),
    ...(system.length > 0 && { system: toSystem(system, refused) }),
    messages: toTurns(messages),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    ...(schema !== undefined &&
      !isTold && {
        output_config: { format: { type: 'json_schema', schema: schema.schema } },
      }),
    ...(isStreamed && { stream: true }),
  };
};

/** Newer models accept only one of the two; top_p always comes from a caller, so it wins. */
const toSampling = ({ temperature, topP }: ChatRequest, refused: Refused) => {
  if (topP !== undefined && !refused.has('top_p')) return { top_p: topP };
  if (refused.has('temperature')) return {};
  return { temperature: Math.min(temperature, MAX_TEMPERATURE) };
};

type SystemMessage = Extract<ChatMessage, { role: 'system' }>;

/** Lets the API cache the part that is the same for all users of a tenant, together with the tools before it. */
const toSystem = (messages: readonly SystemMessage[], refused: Refused) => {
  const text = messages.map(({ content }) => content).join('\n\n');
  const shared = messages[0]?.sharedChars ?? 0;
  if (shared === 0 || shared >= text.length || refused.has('cache_control')) return text;
  return [
    { type: 'text', text: text.slice(0, shared), cache_control: { type: 'ephemeral' } },
    { type: 'text', text: text.slice(shared) },
  ];
};

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; tool_use_id: string; content: string };

type ApiMessage = { role: 'user' | 'assistant'; content: Block[] };

/** Alternating messages of user and assistant, as the API requires; tool results belong to the user's. */
const toTurns = (messages: readonly ChatMessage[]): ApiMessage[] => {
  const turns: ApiMessage[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message);
    const last = turns.at(-1);
    // A conversation that was cut at its beginning may start with an answer, which the API refuses.
    const opensWithAnswer = last === undefined && role === 'assistant';
    if (content.length === 0 || opensWithAnswer) continue;
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
};

/** The blocks of one message; the API refuses empty texts. */
const toBlocks = (message: ChatMessage): Block[] => {
  if (message.role === 'tool') {
    const { toolCallId, content } = message;
    return [{ type: 'tool_result', tool_use_id: toolCallId, content }];
  }
  const text: Block[] =
    message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }];
  if (message.role !== 'assistant') return text;
  const calls = (message.toolCalls ?? []).map(({ id, name, argumentsJson }) => ({
    type: 'tool_use' as const,
    id,
    name,
    input: toInput(argumentsJson),
  }));
  return [...text, ...calls];
};

/** Arguments as the object that the API requires; text from the model that is not JSON becomes an empty object. */
const toInput = (argumentsJson: string): unknown => {
  try {
    return JSON.parse(argumentsJson) as unknown;
  } catch {
    return {};
  }
};

/** True if the request uses the named feature. */
export const isSent = (feature: string, request: ChatRequest): boolean => {
  if (feature === 'tools') return (request.tools ?? []).length > 0;
  if (feature === 'cache_control') {
    return request.messages.some(
      (message) => message.role === 'system' && message.sharedChars !== undefined,
    );
  }
  if (feature === 'top_p') return request.topP !== undefined;
  return feature === 'json_schema' ? request.responseSchema !== undefined : true;
};
