import type { Evidence, ToolCallRecord } from '../../conversations/index.js';
import type { ChatMessage } from '../../platform/models/model.js';
import { roundOf } from '../call-id.js';
import type { RouterState } from '../state.js';
import { toData } from './to-data.js';

type Observed = Pick<RouterState, 'toolCalls' | 'evidence'>;

const MAX_OBSERVATION_CHARS = 12_000;

/** Every earlier call with its arguments and what it found or why it failed. */
export const toObservationText = ({ toolCalls, evidence }: Observed): string => {
  const calls = toolCalls.map(
    (call) => `${call.name} ${toArgumentsJson(call.arguments)} → ${toResult(call)}`,
  );
  const found = evidence.map(toDigest);
  return [...calls, ...(found.length === 0 ? [] : ['Found so far:', ...found])]
    .join('\n')
    .slice(0, MAX_OBSERVATION_CHARS);
};

const MAX_ARGUMENT_CHARS = 500;

/** Valid JSON whatever its length was: some endpoints parse the arguments of earlier calls. */
const toArgumentsJson = (given: ToolCallRecord['arguments']): string =>
  JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_ARGUMENT_CHARS
      ? `${value.slice(0, MAX_ARGUMENT_CHARS)}…`
      : value,
  );

const toResult = ({ ok, summary, error, cached }: ToolCallRecord): string =>
  [
    ok ? summary : `failed, ${error?.code ?? 'error'}: ${error?.message ?? ''}`,
    ...(cached ? ['(the same call as before: not made again)'] : []),
  ].join(' ');

const MAX_DIGEST_CHARS = 300;

const toDigest = (item: Evidence): string => `- ${describe(item).slice(0, MAX_DIGEST_CHARS)}`;

const describe = (evidence: Evidence): string => {
  if (evidence.kind === 'tool') return evidence.text;
  if (evidence.kind === 'memory') return `memory: ${evidence.memory.content}`;
  const { title, chapter, content } = evidence.chunk;
  return `${title}${chapter === null ? '' : ` – ${chapter}`}: ${content}`;
};

/**
 * The same as calls and tool messages, one for each call's id. What searches found belongs to no single call and is told with the
 * last one.
 */
export const toObservationMessages = (
  { toolCalls, evidence }: Observed,
  nonce: string,
): ChatMessage[] => {
  const shared = evidence.filter(({ kind }) => kind !== 'tool').map(toDigest);
  const valuesOf = (id: string): string[] =>
    evidence.filter((item) => item.kind === 'tool' && item.toolCallId === id).map(toDigest);
  const toMessage = (call: ToolCallRecord): ChatMessage => {
    const isLast = call === toolCalls.at(-1);
    const found = isLast && shared.length > 0 ? ['Found so far:', ...shared] : [];
    const text = [toResult(call), ...valuesOf(call.id), ...found].join('\n');
    return {
      role: 'tool',
      toolCallId: call.id,
      content: toData(nonce, `result of ${call.id}`, text.slice(0, MAX_OBSERVATION_CHARS)),
    };
  };
  return groupByRound(toolCalls).flatMap((calls): ChatMessage[] => [
    {
      role: 'assistant',
      content: '',
      toolCalls: calls.map(({ id, name, arguments: given }) => ({
        id,
        name: toToolName(name),
        argumentsJson: toArgumentsJson(given),
      })),
    },
    ...calls.map(toMessage),
  ]);
};

const groupByRound = (calls: readonly ToolCallRecord[]): ToolCallRecord[][] => {
  const rounds = new Map<string, ToolCallRecord[]>();
  for (const call of calls) {
    const round = rounds.get(roundOf(call.id)) ?? [];
    rounds.set(roundOf(call.id), [...round, call]);
  }
  return [...rounds.values()];
};

const MAX_NAME_CHARS = 64;

/** A model calls what it likes, and an endpoint that is told of it refuses other names than these. */
const toToolName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARS);
