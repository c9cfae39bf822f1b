import type { ChatToolDefinition } from '../../platform/models/model.js';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';
import { removeFence } from './json.js';
import {
  MAX_TOOLS_PER_DECISION,
  toDecision,
  type ParsedDecision,
  type DecisionProtocol,
} from './protocol.js';
import {
  readActionInput,
  readCallArguments,
  skipSpace,
  take,
  type ReactCall,
  type Cursor,
} from './react-arguments.js';

const INSTRUCTIONS = [
  'Reply in one of these three forms, each part on a line of its own:',
  'Thought: why, in one sentence',
  'Action: tool_name({"argument": "value"})',
  'or',
  'Thought: why, in one sentence',
  'Ask: the one question to ask back, in the language of the answer',
  'or',
  'Thought: why, in one sentence',
  'Answer: one or two sentences in the language of the answer',
  'Write one Action line per call; several in one reply are made side by side. Never write an Observation: they come to you as data.',
  'Where something was found, the answer with its sources is written afterwards from that.',
].join('\n');

const toText = (lines: readonly string[]): string => lines.join('\n').trim();

const parse = (
  { content }: { content: string },
  definitions: readonly ChatToolDefinition[],
): ParsedDecision => {
  const text = removeFence(removeThoughts(content).trim()).trim();
  const reply = readReactReply(text, definitions);
  if (reply.problem !== null) return { ok: false, problem: reply.problem };
  const thoughts = toText(reply.thoughts);
  const plain = toText(reply.plain);
  const common = { reasoning: thoughts, confidence: null };
  // A model that has to ask does not know yet what it should do: nothing is done before the user replied.
  if (reply.question) {
    return toDecision({
      ...common,
      decision: 'ASK_CLARIFICATION',
      question: toText(reply.question),
    });
  }
  if (reply.calls.length > 0) {
    return toDecision({
      ...common,
      reasoning: thoughts || plain,
      decision: 'CALL_TOOLS',
      tools: reply.calls,
      then: 'decide',
    });
  }
  if (reply.answer) {
    return toDecision({ ...common, decision: 'ANSWER', text: toText(reply.answer) });
  }
  if (thoughts === '' && plain === '') {
    return { ok: false, problem: 'The reply holds no Action, no Ask and no Answer of yours.' };
  }
  // Where a thought was opened, only a mark could tell where it ends and the answer begins.
  return toDecision({
    ...common,
    decision: 'ANSWER',
    text: reply.thoughts.length > 0 ? null : plain,
  });
};

/** Thought, Action and Observation as plain text, for models that can neither be held to a schema nor call functions. */
export const react: DecisionProtocol = {
  name: 'react',
  toShape: () => ({
    instructions: INSTRUCTIONS,
    reminder: 'Reply again in one of the three forms.',
  }),
  parse,
};

type Definitions = readonly ChatToolDefinition[];

/** What a model said line by line; null where a kind of line did not occur. */
type ReactReply = {
  thoughts: string[];
  /** What stands before any marked line. */
  plain: string[];
  calls: ReactCall[];
  question: string[] | null;
  answer: string[] | null;
  /** An action that is no call. */
  problem: string | null;
};

type MarkKind = 'thought' | 'action' | 'input' | 'observation' | 'ask' | 'answer';

/**
 * A reply in marked lines, read up to the first `Observation:`, for that the model could only have invented. Marks inside the
 * arguments of a call are part of them.
 */
const readReactReply = (text: string, definitions: Definitions): ReactReply => {
  const cursor: Cursor = { text, at: 0 };
  const plain: string[] = [];
  const reply: ReactReply = {
    thoughts: [],
    plain,
    calls: [],
    question: null,
    answer: null,
    problem: null,
  };
  let lines = plain;
  while (cursor.at < text.length) {
    const kind = takeMark(cursor);
    if (isOver(kind, reply)) break;
    if (kind === 'action' || kind === 'input') {
      const calls = kind === 'action' ? readAction(cursor, definitions) : null;
      if (calls === null) {
        reply.problem =
          'An Action line holds no call of the form tool_name({"argument": "value"}).';
        break;
      }
      for (const call of calls) reply.calls.push(call);
      // What follows a call on its line is a remark on it, and so are unmarked lines below.
      takeLine(cursor);
      lines = [];
      continue;
    }
    if (kind !== null) lines = openLines(kind, reply);
    lines.push(takeLine(cursor));
  }
  return reply;
};

// Every repetition is bounded or ends where the next begins: a reply of a megabyte is read in one pass.
const MARK =
  /[ \t]{0,3}(?:#{1,6}[ \t]{1,3}|\d{1,3}[.)][ \t]{1,3})?[*_]{0,3}(?:(thought|action(?:[ \t]#?\d{1,4})?[ \t]input|action|observation|ask|final[ \t]answer|answer)(?:[ \t]?#?\d{1,4})?[*_]{0,3}[ \t]{0,3}[:：][*_]{0,3}|(?=(the answer is)\b))/iy;

/** The mark that begins this line, and the cursor behind it. */
const takeMark = (cursor: Cursor): MarkKind | null => {
  const match = take(cursor, MARK);
  const word = match?.[1]?.toLowerCase();
  if (!match) return null;
  if (word === undefined || word.endsWith('answer')) return 'answer';
  if (word.endsWith('input')) return 'input';
  if (word.startsWith('action')) return 'action';
  return word === 'thought' || word === 'observation' ? word : 'ask';
};

const isOver = (kind: MarkKind | null, { answer, calls }: ReactReply): boolean =>
  kind === 'observation' ||
  isTooMany(calls) ||
  (answer !== null && kind !== null && kind !== 'answer');

/** Then there is no need to read on: the decision will be refused. */
const isTooMany = (calls: readonly ReactCall[]): boolean => calls.length > MAX_TOOLS_PER_DECISION;

const NO_ACTION = /^[\s`*]*(?:none|n\/a|null)[\s.`*]*$/i;

/** One call, or the several that a line lists; null where one of them cannot be read. */
const readAction = (cursor: Cursor, definitions: Definitions): ReactCall[] | null => {
  if (NO_ACTION.test(cursor.text.slice(cursor.at, lineEndOf(cursor, cursor.at)))) return [];
  const calls: ReactCall[] = [];
  let name = takeName(cursor, definitions);
  if (name === null) return null;
  const hasInput = !/[({]/.test(cursor.text[cursor.at] ?? '');
  while (name !== null && !isTooMany(calls)) {
    const call = hasInput
      ? readInput(cursor, name, definitions)
      : readCallArguments(name, cursor, definitions);
    if (call === null) return null;
    calls.push(call);
    name = hasInput ? null : takeNextName(cursor, definitions);
  }
  return calls;
};

const lineEndOf = ({ text }: Cursor, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

const NAME = /[\s`*]*([A-Za-z_][\w.-]{0,127})[`*]{0,3}(?:[ \t]{0,3}:(?=[ \t]{0,3}\{))?[ \t]{0,3}/y;

const NAME_IN_PROSE = /(?<![\w.-])([A-Za-z_][\w.-]{0,127})\(/g;

/** A name, and the cursor before its arguments; a known tool called amid a sentence is found as well. */
const takeName = (cursor: Cursor, definitions: Definitions): string | null => {
  skipSpace(cursor);
  const end = lineEndOf(cursor, cursor.at);
  const name = take(cursor, NAME)?.[1];
  const rest = cursor.text.slice(cursor.at, end);
  if (name !== undefined && /^[({]/.test(rest)) return name;
  if (name !== undefined && /^[\s`*:]*$/.test(rest)) {
    cursor.at = end;
    return name;
  }
  for (const match of rest.matchAll(NAME_IN_PROSE)) {
    if (!isKnown(match[1] ?? '', definitions)) continue;
    cursor.at += match.index + match[0].length - 1;
    return match[1] ?? null;
  }
  return null;
};

const isKnown = (name: string, definitions: Definitions): boolean =>
  definitions.some((definition) => definition.name === name);

const readInput = (cursor: Cursor, name: string, definitions: Definitions): ReactCall | null => {
  if (!takeInput(cursor)) return { name, arguments: {} };
  const lineEnd = lineEndOf(cursor, cursor.at);
  return readActionInput(name, cursor, { lineEnd, definitions });
};

/** Whether the text goes on with what stands on `Action Input:`, however many blank lines come first. */
const takeInput = (cursor: Cursor): boolean => {
  const ahead = { ...cursor };
  skipSpace(ahead);
  if (takeMark(ahead) !== 'input') return false;
  cursor.at = ahead.at;
  return true;
};

const NEXT_CALL = /([\s,;`*-]*)([A-Za-z_][\w.-]{0,127})(?=\()/y;

/** The name of another call behind the one that was read: after a comma, or of a tool that exists. */
const takeNextName = (cursor: Cursor, definitions: Definitions): string | null => {
  const from = cursor.at;
  const [, between = '', name = ''] = take(cursor, NEXT_CALL) ?? [];
  if (name !== '' && (/[,;]/.test(between) || isKnown(name, definitions))) return name;
  cursor.at = from;
  return null;
};

const takeLine = (cursor: Cursor): string => {
  const end = lineEndOf(cursor, cursor.at);
  const line = cursor.text.slice(cursor.at, end);
  cursor.at = end + 1;
  return line;
};

const openLines = (kind: MarkKind, reply: ReactReply): string[] => {
  if (kind === 'thought') return reply.thoughts;
  if (kind === 'ask') return (reply.question ??= []);
  return (reply.answer ??= []);
};
