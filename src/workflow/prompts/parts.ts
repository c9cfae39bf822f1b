import type { ToolCallRecord } from '../../conversations/index.js';
import type { ChatMessage } from '../../platform/models/model.js';
import { cutEarlierMessage } from '../earlier-message.js';
import type { HistoryMessage, RouterState } from '../state.js';

export type PromptContext = { nonce: string; now: Date };

/** Wraps text from outside as data: only someone who knows this request's nonce could close the block. */
export const toData = (nonce: string, kind: string, text: string): string =>
  `<<data ${nonce} ${toLabel(kind.replaceAll(nonce, ''))}>>\n${text.replaceAll(nonce, '')}\n<<end ${nonce}>>`;

const MAX_LABEL_CHARS = 300;

/** A title is placed on the line that opens a block, so it must not end that line or the block's marker. */
export const toLabel = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .slice(0, MAX_LABEL_CHARS)
    .replace(/\p{Surrogate}$/u, '');

/** Joins the parts of a system message; `shared` must be the same for all users of a tenant on any day. */
export const toSystemMessage = (
  shared: readonly string[],
  own: readonly string[],
): Extract<ChatMessage, { role: 'system' }> => ({
  role: 'system',
  content: [...shared, ...own].join('\n\n'),
  sharedChars: shared.join('\n\n').length,
});

/** The tenant's instructions, which are the same for all its users. */
export const toTenantPrompt = ({ userContext: { tenantPrompt } }: RouterState): string[] =>
  tenantPrompt === null ? [] : [`Instructions of the organisation:\n${tenantPrompt}`];

const MAX_USER_PROMPT_CHARS = 1_000;

export const toUserPrompt = ({ userContext: { userPrompt } }: RouterState): string[] =>
  userPrompt === null
    ? []
    : [
        `The user's preference of style, to be followed where the rules allow:\n${userPrompt.slice(0, MAX_USER_PROMPT_CHARS)}`,
      ];

export const toClock = ({ userContext: { timezone } }: RouterState, now: Date): string =>
  `Time zone: ${timezone}. Date: ${toLocalDate(now, timezone)}.`;

const MAX_DATE_FORMATS = 100;
/** Cached, because creating a date format takes longer than the rest of a prompt. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The user's local date in the form 2026-11-21; in UTC if the time zone is unknown. */
export const toLocalDate = (now: Date, timeZone: string): string => {
  let format = dateFormats.get(timeZone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    } catch {
      return now.toISOString().slice(0, 10);
    }
    if (dateFormats.size >= MAX_DATE_FORMATS) dateFormats.clear();
    dateFormats.set(timeZone, format);
  }
  return format.format(now);
};

export const toPerson = ({ userContext }: RouterState, nonce: string): string[] => {
  const { name, city } = userContext.preferences;
  const known = [name && `name: ${name}`, city && `city: ${city}`].filter(Boolean);
  return known.length === 0 ? [] : [toData(nonce, 'about the user', known.join('\n'))];
};

export const toHistoryMessage = (
  { id, role, content }: HistoryMessage,
  { withIds }: { withIds: boolean },
): ChatMessage => {
  const text = cutEarlierMessage(content);
  if (role === 'assistant') {
    const shown = text || '(withheld: what it rested on is no longer available)';
    return { role, content: shown, isHistory: true };
  }
  return { role, isHistory: true, content: withIds ? withMessageId(id, text) : text };
};

export const withMessageId = (id: string, text: string): string => `(message id ${id})\n${text}`;

/** Every earlier call with its arguments and result. */
export const toCallLines = (toolCalls: readonly ToolCallRecord[]): string[] =>
  toolCalls.map((call) => `${call.name} ${toArgumentsJson(call.arguments)} → ${toResult(call)}`);

const MAX_ARGUMENT_CHARS = 500;

/** Valid JSON even if it is shortened, because some endpoints parse the arguments of earlier calls. */
export const toArgumentsJson = (given: ToolCallRecord['arguments']): string =>
  JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_ARGUMENT_CHARS
      ? `${value.slice(0, MAX_ARGUMENT_CHARS)}…`
      : value,
  );

export const toResult = ({ ok, summary, error, cached }: ToolCallRecord): string =>
  (ok ? summary : `failed, ${error?.code ?? 'error'}: ${error?.message ?? ''}`) +
  (cached ? ' (kept from an earlier call, not made again)' : '');

/** The estimated probability that a passage answers the question: a hint for the model, not an instruction. */
export const toProbability = (relevance: number): string =>
  ` (probability ${relevance.toFixed(2)})`;
