import type { ChatRequest, ChatUsage } from './model.js';
import type { ParsedReply } from './chat-reply.js';

/** What the role and the borders of a message cost beside its text. */
const TOKENS_PER_MESSAGE = 4;

/**
 * Tokens as o200k counts them, for endpoints that report none: no usage would be a lie. Another tokenizer's model is off by some
 * per cent, more in scripts that it knows badly.
 */
export const estimateUsage = async (
  request: ChatRequest,
  reply: Pick<ParsedReply, 'content' | 'toolCalls'>,
): Promise<ChatUsage> => {
  // Loaded here, because most endpoints report their usage and the vocabulary takes time and room.
  const { countTokens } = await import('../../language/tokens.js');
  const prompt = [
    ...request.messages.map(({ content }) => content),
    ...(request.tools === undefined ? [] : [JSON.stringify(request.tools)]),
    ...(request.responseSchema === undefined ? [] : [JSON.stringify(request.responseSchema)]),
  ];
  const completion = [
    reply.content,
    ...reply.toolCalls.map(({ name, argumentsJson }) => `${name} ${argumentsJson}`),
  ];
  const sum = (texts: readonly string[]): number =>
    texts.reduce((total, text) => total + countTokens(text), 0);
  return {
    promptTokens: sum(prompt) + TOKENS_PER_MESSAGE * request.messages.length,
    completionTokens: sum(completion),
  };
};
