import type { ChatMessage, ChatRequest } from '../model.js';

type Schema = NonNullable<ChatRequest['responseSchema']>;

/** Adds a message that states the required JSON, for an endpoint that does not enforce a schema. */
export const withSchema = (messages: readonly ChatMessage[], { schema }: Schema): ChatMessage[] => {
  const instruction = `Reply with one JSON object that satisfies this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
};
