import { z } from 'zod';
import { loadTokenizer } from '../../language/index.js';
import type { ChatCallOptions, ChatRequest, ChatResult, ChatUsage } from './model.js';

/** More than any model reads or writes; a larger number is not a real count and would overflow the usage table. */
export const MAX_TOKENS = 100_000_000;
/** A token count as an endpoint reports it; some send it as a string. */
export const Tokens = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().nonnegative().max(MAX_TOKENS))
  .catch(0);

/** The model that an endpoint says has answered; an implausible name is left out, because it would be stored with every call. */
export const AnsweringModel = z.string().min(1).max(200).optional().catch(undefined);

export type ParsedReply = Pick<ChatResult, 'content' | 'toolCalls' | 'finishReason'> & {
  /** Null if the endpoint reports none. */
  usage: ChatUsage | null;
  model: string | undefined;
  /** Characters of reasoning that came separately from the content. */
  thoughtChars: number;
};

/** Usage as an endpoint reports it; null if it reports zero, since no prompt has 0 tokens. */
export const toUsage = ({
  cachedTokens = 0,
  thoughtTokens = 0,
  ...usage
}: ChatUsage): ChatUsage | null =>
  usage.promptTokens === 0
    ? null
    : {
        ...usage,
        ...(cachedTokens > 0 && { cachedTokens }),
        ...(thoughtTokens > 0 && { thoughtTokens }),
      };

/** No answer within its limit has this many characters or pieces per token; only endless ones reach it. */
const MOST_PER_TOKEN = 8;
const SLACK = 256;

export const mostOf = (maxTokens: number): number => MOST_PER_TOKEN * maxTokens + SLACK;

/** The tokens of a message's role and delimiters, in addition to its text. */
export const TOKENS_PER_MESSAGE = 4;

/**
 * Tokens as o200k counts them, for endpoints that report none, because a usage of zero would be wrong. Models with another tokenizer are
 * off by a few per cent, more in scripts that it handles badly.
 */
export const estimateUsage = async (
  request: ChatRequest,
  reply: Pick<ParsedReply, 'content' | 'toolCalls'>,
): Promise<ChatUsage> => {
  // Loaded here, because most endpoints report their usage and the vocabulary takes time and memory.
  const { countTokens } = await loadTokenizer();
  const completion = [
    reply.content,
    ...reply.toolCalls.map(({ name, argumentsJson }) => `${name} ${argumentsJson}`),
  ];
  const sum = (texts: readonly string[]): number =>
    texts.reduce((total, text) => total + countTokens(text), 0);
  return {
    promptTokens: sum(toPromptTexts(request)) + TOKENS_PER_MESSAGE * request.messages.length,
    completionTokens: sum(completion),
  };
};

/** Everything in a request that counts as prompt. */
export const toPromptTexts = ({ messages, tools, responseSchema }: ChatRequest): string[] => [
  ...messages.map(({ content }) => content),
  ...(tools === undefined ? [] : [JSON.stringify(tools)]),
  ...(responseSchema === undefined ? [] : [JSON.stringify(responseSchema)]),
];

/** Cuts a reply that came in one piece to the maximum length, and passes its text to `onText`. */
export const deliverWhole = async (
  whole: ParsedReply,
  request: Pick<ChatRequest, 'purpose' | 'maxTokens'>,
  onText: ChatCallOptions['onText'],
): Promise<ParsedReply> => {
  const reply = cutEndless(whole, request);
  if (reply.content !== '') await onText?.(reply.content);
  return reply;
};

/** An answer is checked word by word without a pause, so an endless one would block everything. Half a character is cut off as well. */
const cutEndless = (
  reply: ParsedReply,
  { purpose, maxTokens }: Pick<ChatRequest, 'purpose' | 'maxTokens'>,
): ParsedReply => {
  const most = mostOf(maxTokens);
  if (purpose !== 'answer' || reply.content.length <= most) return reply;
  const content = reply.content.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return { ...reply, content, finishReason: 'length' };
};
