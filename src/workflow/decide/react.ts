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

const parse = (
  { content }: { content: string },
  definitions: readonly ChatToolDefinition[],
): ParsedDecision => {
  const text = removeFence(removeThoughts(content).trim()).trim();
  const { calls, problem, lines } = readReactReply(text, definitions);
  if (problem !== null) return { ok: false, problem };
  const textOf = (kind: LinesKind): string => lines[kind]?.join('\n').trim() ?? '';
  const [thought, plain] = [textOf('thought'), textOf('plain')];
  const common = { reasoning: thought, confidence: null };
  // A model that needs to ask the user does not know yet what to do, so no tool runs before the user has replied.
  if (lines.ask) {
    return toDecision({ ...common, decision: 'ASK_CLARIFICATION', question: textOf('ask') });
  }
  if (calls.length > 0) {
    const reasoning = thought || plain;
    return toDecision({
      ...common,
      reasoning,
      decision: 'CALL_TOOLS',
      tools: calls,
      then: 'decide',
    });
  }
  if (lines.answer) return toDecision({ ...common, decision: 'ANSWER', text: textOf('answer') });
  if (thought === '' && plain === '') {
    return { ok: false, problem: 'The reply holds no Action, no Ask and no Answer of yours.' };
  }
  // After a thought was opened, only a marker can tell where the thought ends and the answer begins.
  return toDecision({ ...common, decision: 'ANSWER', text: lines.thought ? null : plain });
};

/** Thought, Action and Observation as plain text, for models that support neither schemas nor function calls. */
export const react: DecisionProtocol = {
  name: 'react',
  toShape: () => ({
    instructions: INSTRUCTIONS,
    reminder: 'Reply again in one of the three forms.',
  }),
  parse,
};

type Definitions = readonly ChatToolDefinition[];

/** `plain`: the text before any marked line. */
type LinesKind = 'plain' | 'thought' | 'ask' | 'answer';

/** The lines of a reply by kind, and the tool calls in them. */
type ReactReply = {
  lines: Partial<Record<LinesKind, string[]>>;
  calls: ReactCall[];
  /** Describes an action that is not a valid call. */
  problem: string | null;
};

const MARKS = ['thought', 'answer', 'input', 'action', 'observation', 'ask'] as const;
type Mark = (typeof MARKS)[number];

const NO_CALL = 'An Action line holds no call of the form tool_name({"argument": "value"}).';

/**
 * Parses a reply in marked lines up to the first `Observation:`, which the model can only have invented. Markers inside the arguments of a
 * call belong to the arguments.
 */
const readReactReply = (text: string, definitions: Definitions): ReactReply => {
  const cursor: Cursor = { text, at: 0 };
  const plain: string[] = [];
  const lines: ReactReply['lines'] = { plain };
  const calls: ReactCall[] = [];
  let current = plain;
  while (cursor.at < text.length) {
    const mark = takeMark(cursor);
    const isAfterAnswer = lines.answer !== undefined && mark !== null && mark !== 'answer';
    if (mark === 'observation' || isTooMany(calls) || isAfterAnswer) break;
    if (mark === 'action' || mark === 'input') {
      const read = mark === 'action' ? readAction(cursor, definitions) : null;
      if (read === null) return { lines, calls, problem: NO_CALL };
      calls.push(...read);
      // Text after a call on its line, and unmarked lines below it, are only comments.
      takeLine(cursor);
      current = [];
      continue;
    }
    if (mark !== null) current = lines[mark] ??= [];
    current.push(takeLine(cursor));
  }
  return { lines, calls, problem: null };
};

// Every repetition is bounded or ends where the next begins, so that a reply of a megabyte is read in one pass.
const MARK =
  /[ \t]{0,3}(?:#{1,6}[ \t]{1,3}|\d{1,3}[.)][ \t]{1,3})?[*_]{0,3}(?:(thought|action(?:[ \t]#?\d{1,4})?[ \t]input|action|observation|ask|final[ \t]answer|answer)(?:[ \t]?#?\d{1,4})?[*_]{0,3}[ \t]{0,3}[:：][*_]{0,3}|(?=(the answer is)\b))/iy;

/** Returns the marker at the beginning of this line, if any, and moves the cursor past it. */
const takeMark = (cursor: Cursor): Mark | null => {
  const match = take(cursor, MARK);
  if (match === null) return null;
  const word = match[1]?.toLowerCase() ?? 'answer';
  return MARKS.find((mark) => word.endsWith(mark)) ?? null;
};

/** Reading can stop here, because a decision with this many calls is refused. */
const isTooMany = (calls: readonly ReactCall[]): boolean => calls.length > MAX_TOOLS_PER_DECISION;

const NO_ACTION = /^[\s`*]*(?:none|n\/a|null)[\s.`*]*$/i;

/** Reads one call, or several listed on one line; null if one of them cannot be read. */
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

/** Takes a tool's name and leaves the cursor before its arguments; also finds a known tool that is called in the middle of a sentence. */
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

/** Reads the arguments after `Action Input:`, skipping blank lines; a call without that marker has no arguments. */
const readInput = (cursor: Cursor, name: string, definitions: Definitions): ReactCall | null => {
  const ahead = { ...cursor };
  skipSpace(ahead);
  if (takeMark(ahead) !== 'input') return { name, arguments: {} };
  cursor.at = ahead.at;
  return readActionInput(name, cursor, { lineEnd: lineEndOf(cursor, cursor.at), definitions });
};

const NEXT_CALL = /([\s,;`*-]*)([A-Za-z_][\w.-]{0,127})(?=\()/y;

/** Returns the name of another call after the one just read: after a comma, or the name of an existing tool. */
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
