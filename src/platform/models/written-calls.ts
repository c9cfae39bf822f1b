import { z } from 'zod';
import type { ParsedReply } from './chat-reply.js';
import { parseJsonValues } from './json-values.js';
import type { ChatRequest, ChatToolCall } from './model.js';
import { removeThoughts } from './reasoning-tags.js';

type Offered = Pick<ChatRequest, 'messages' | 'tools'>;
type Call = Omit<ChatToolCall, 'id'>;

/**
 * Turns tool calls that a model wrote as text, because its server does not parse its markup, into calls. They count only at the end of a
 * reply, for tools that were offered, and if the prompt does not contain them, so that a document cannot call a tool.
 */
export const readWrittenCalls = (reply: ParsedReply, request: Offered): ParsedReply => {
  if ((request.tools ?? []).length === 0 || reply.toolCalls.length > 0) return reply;
  const { before, written, isMarked } = splitAtCalls(removeThoughts(reply.content).trim());
  const calls =
    parseTagged(written, request) ??
    parseCalls(written) ??
    (isMarked ? parseBroken(written) : null);
  if (calls === null || calls.length === 0) return reply;
  const isOffered = calls.every(({ name }) => request.tools?.some((tool) => tool.name === name));
  if (!isOffered || isRepeated(written, request)) return reply;
  return {
    ...reply,
    content: before,
    toolCalls: calls.map((call, position) => ({ id: `call_${position}`, ...call })),
    finishReason: 'tool_calls',
  };
};

/** Markers of Qwen, Hermes and others, of Mistral and of Llama, at the beginning of a line. */
const FIRST_MARK =
  /^[^\S\n]*(?:<tool_call>|<function=|<function_call>|\[TOOL_CALLS\]|<\|python_tag\|>)/m;
const MARKS = /<\/?(?:tool_call|function_call)>|\[TOOL_CALLS\]|<\|python_tag\|>/g;
const FENCED = /^```(?:json|tool_call)?\s*\n([\s\S]*?)\n?```$/;

const splitAtCalls = (text: string): { before: string; written: string; isMarked: boolean } => {
  const mark = FIRST_MARK.exec(text);
  if (mark === null) {
    return { before: '', written: (FENCED.exec(text)?.[1] ?? text).trim(), isMarked: false };
  }
  const written = text.slice(mark.index).replace(MARKS, ' ').trim();
  return { before: text.slice(0, mark.index).trim(), written, isMarked: true };
};

const Arguments = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given)),
]);
const Named = z
  .strictObject({
    name: z.string(),
    id: z.unknown().optional(),
    type: z.unknown().optional(),
    arguments: Arguments.optional(),
    parameters: Arguments.optional(),
  })
  .transform(({ name, arguments: given, parameters }): Call => ({
    name,
    argumentsJson: given ?? parameters ?? '{}',
  }));
const Written = z.union([
  Named,
  z.object({ function: Named }).transform((call): Call => call.function),
]);

/** `name[ARGS]{…}`, as newer Mistral models write it. */
const WITH_ARGS = /^([\w.-]+)\s*\[ARGS\]\s*(\{[\s\S]*\})$/;

/** Null if the text contains anything but calls. */
const parseCalls = (written: string): Call[] | null => {
  const [, name, argumentsJson] = WITH_ARGS.exec(written) ?? [];
  if (name !== undefined && argumentsJson !== undefined) return [{ name, argumentsJson }];
  try {
    return z.array(Written).safeParse(parseJsonValues(written).flat()).data ?? null;
  } catch {
    return null;
  }
};

const FUNCTION = /<function=([\w.-]+)>([\s\S]*?)<\/function>/g;
const PARAMETER = /<parameter=([\w.-]+)>\n?([\s\S]*?)\n?<\/parameter>/g;

/** Reads calls in the tags of Qwen3-Coder; null if the text contains anything else. */
const parseTagged = (written: string, { tools = [] }: Offered): Call[] | null => {
  if (written === '' || written.replace(FUNCTION, '').trim() !== '') return null;
  return [...written.matchAll(FUNCTION)].map(([, name = '', body = '']) => {
    const { properties } = Schema.parse(tools.find((tool) => tool.name === name)?.parameters);
    const given = [...body.matchAll(PARAMETER)].map(([, key = '', text = '']) => [
      key,
      properties[key]?.type === 'string' ? text : toValue(text),
    ]);
    return { name, argumentsJson: JSON.stringify(Object.fromEntries(given)) };
  });
};

const Schema = z
  .object({
    properties: z.record(z.string(), z.object({ type: z.unknown().optional() }).catch({})),
  })
  .catch({ properties: {} });

const toValue = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const NAME = /^\s*\{\s*"name"\s*:\s*"([\w.-]+)"/;
const GIVEN = /"(?:arguments|parameters)"\s*:\s*([\s\S]*)$/;

/** Keeps a call with broken JSON as it is; the decision protocol asks for a repair. */
const parseBroken = (written: string): Call[] | null => {
  const name = NAME.exec(written)?.[1];
  return name === undefined ? null : [{ name, argumentsJson: GIVEN.exec(written)?.[1] ?? '{' }];
};

const isRepeated = (written: string, { messages }: Offered): boolean => {
  const call = toLetters(written);
  return messages.some(
    ({ role, content }) => role !== 'assistant' && toLetters(content).includes(call),
  );
};

/** Makes calls comparable, because a prompt may quote one with different spaces and escapes. */
const toLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
