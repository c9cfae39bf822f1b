import type { ChatToolDefinition } from '../../platform/models/model.js';

export type ReactCall = { name: string; arguments: Record<string, unknown> };

type Definitions = readonly ChatToolDefinition[];
type Given = { positional: Value[]; named: [string, Value][] };

const FENCE = /```(?:json)?|`/y;

/** A place in a text; what is read moves it on. Nothing goes back further than to where one value began, so reading is linear. */
export type Cursor = { readonly text: string; at: number };

/** `raw` is how a value without quotes was written: whether 42 is a number or a text, only the tool's schema can say. */
type Value = { value: unknown; raw: string | null };

const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);

const SPACE = /\s*/y;

/** The arguments behind a tool's name: in brackets, or one object without any. Null: there are none that could be read. */
export const readCallArguments = (
  name: string,
  cursor: Cursor,
  definitions: Definitions,
): ReactCall | null => {
  if (cursor.text[cursor.at] === '{') {
    const value = readValue(cursor)?.value;
    return isRecord(value) ? { name, arguments: value } : null;
  }
  const fields = fieldsOf(name, definitions);
  if (!takeChar(cursor, '(')) return null;
  const given = readGiven(cursor, { closing: ')', fields });
  return given && takeChar(cursor, ')') ? { name, arguments: toArguments(given, fields) } : null;
};

const MAX_DEPTH = 32;

const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None/y;

/** A text in quotes, a number, a truth value, nothing, a list or an object, in the spelling of JSON or of Python. */
const readValue = (cursor: Cursor, depth = 0): Value | null => {
  if (depth > MAX_DEPTH) return null;
  skipSpace(cursor);
  const first = cursor.text[cursor.at] ?? '';
  if (CLOSING_QUOTES.has(first)) {
    const value = readText(cursor, ',)]}');
    return value === null ? null : { value, raw: null };
  }
  if (first === '[' || first === '{') {
    const value = first === '[' ? readList(cursor, depth) : readRecord(cursor, depth);
    return value === null ? null : { value, raw: null };
  }
  const raw = take(cursor, SCALAR)?.[0];
  if (raw === undefined || !isBefore(cursor, cursor.at, ',)]}')) return null;
  return { value: LITERALS.has(raw) ? LITERALS.get(raw) : Number(raw), raw };
};

/** A quote ends the text only where an end is due, so that a quote inside it which nobody escaped is one of its letters. */
const readText = (cursor: Cursor, followers: string): string | null => {
  const closing = CLOSING_QUOTES.get(cursor.text[cursor.at] ?? '');
  if (closing === undefined) return null;
  const pieces: string[] = [];
  let from = (cursor.at += 1);
  for (;;) {
    const letter = cursor.text[cursor.at];
    if (letter === undefined) return null;
    if (letter === '\\') {
      pieces.push(cursor.text.slice(from, cursor.at), readEscape(cursor));
      from = cursor.at;
    } else if (letter === closing && isBefore(cursor, cursor.at + 1, followers)) {
      pieces.push(cursor.text.slice(from, cursor.at));
      cursor.at += 1;
      return pieces.join('');
    } else {
      cursor.at += 1;
    }
  }
};

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

const readEscape = (cursor: Cursor): string => {
  const letter = cursor.text[cursor.at + 1] ?? '';
  const code = cursor.text.slice(cursor.at + 2, cursor.at + 6);
  if (letter === 'u' && /^[0-9a-f]{4}$/i.test(code)) {
    cursor.at += 6;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  cursor.at += 2;
  // What is no escape is taken as it stands, so that a pattern such as \d survives.
  return ESCAPES.get(letter) ?? (/["'\\/”]/.test(letter) ? letter : `\\${letter}`);
};

const isBefore = ({ text }: Cursor, at: number, followers: string): boolean => {
  SPACE.lastIndex = at;
  const next = text[at + (SPACE.exec(text)?.[0].length ?? 0)];
  return next === undefined || followers.includes(next);
};

const readList = (cursor: Cursor, depth: number): unknown[] | null => {
  cursor.at += 1;
  const items: unknown[] = [];
  while (!takeChar(cursor, ']')) {
    const item = readValue(cursor, depth + 1);
    if (item === null) return null;
    items.push(item.value);
    if (!takeChar(cursor, ',') && cursor.text[cursor.at] !== ']') return null;
  }
  return items;
};

const takeChar = (cursor: Cursor, expected: string): boolean => {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== expected) return false;
  cursor.at += 1;
  return true;
};

const BARE_KEY = /[A-Za-z_]\w*/y;

const readRecord = (cursor: Cursor, depth: number): Record<string, unknown> | null => {
  cursor.at += 1;
  const entries: [string, unknown][] = [];
  while (!takeChar(cursor, '}')) {
    const key = readText(cursor, ':') ?? take(cursor, BARE_KEY)?.[0];
    if (key === undefined || !takeChar(cursor, ':')) return null;
    const item = readValue(cursor, depth + 1);
    if (item === null) return null;
    entries.push([key, item.value]);
    if (!takeChar(cursor, ',') && cursor.text[cursor.at] !== '}') return null;
  }
  return Object.fromEntries(entries);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (name: string, definitions: Definitions): Record<string, unknown> =>
  propertiesOf(definitions.find((definition) => definition.name === name));

const propertiesOf = (definition: ChatToolDefinition | undefined): Record<string, unknown> => {
  const properties = definition?.parameters.properties;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
};

const readGiven = (
  cursor: Cursor,
  { closing, fields }: { closing: ')' | null; fields: Record<string, unknown> },
): Given | null => {
  const given: Given = { positional: [], named: [] };
  for (;;) {
    skipSpace(cursor);
    if (isAtEnd(cursor, closing)) return given;
    const key = readKey(cursor, fields);
    const value = readArgument(cursor, closing);
    if (value === null) return null;
    if (key === null) given.positional.push(value);
    else given.named.push([key, value]);
    if (!takeChar(cursor, ',') && !isAtEnd(cursor, closing)) return null;
  }
};

const isAtEnd = ({ text, at }: Cursor, closing: ')' | null): boolean =>
  closing === null ? at >= text.length : text[at] === closing;

const KEY = /([A-Za-z_]\w*)\s*(=(?!=)|:)/y;

/** `key=` always names an argument; `key:` only where the tool has such a one, for it may also begin a text. */
const readKey = (cursor: Cursor, fields: Record<string, unknown>): string | null => {
  const from = cursor.at;
  const match = take(cursor, KEY);
  const key = match?.[1];
  if (key !== undefined && (match?.[2] === '=' || Object.hasOwn(fields, key))) return key;
  cursor.at = from;
  return null;
};

const readArgument = (cursor: Cursor, closing: ')' | null): Value | null => {
  skipSpace(cursor);
  const from = cursor.at;
  const value = readValue(cursor);
  skipSpace(cursor);
  if (value && (cursor.text[cursor.at] === ',' || isAtEnd(cursor, closing))) return value;
  // A broken object is not meant as words.
  if (cursor.text[from] === '{') return null;
  cursor.at = from;
  return readBareWords(cursor);
};

/** Words without quotes, up to the comma or bracket that ends them; brackets and double quotes inside them must be balanced. */
const readBareWords = (cursor: Cursor): Value | null => {
  const from = cursor.at;
  let depth = 0;
  let isQuoted = false;
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const letter = cursor.text[cursor.at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (depth === 0 && (letter === ',' || letter === ')')) break;
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
  }
  const raw = cursor.text.slice(from, cursor.at).trim();
  return isQuoted || raw === '' ? null : { value: raw, raw };
};

/** Positional arguments fill the fields of the schema in order; one too many gets a name that the tool's schema will refuse. */
const toArguments = (
  { positional, named }: Given,
  fields: Record<string, unknown>,
): Record<string, unknown> => {
  const only = named.length === 0 && positional.length === 1 ? positional[0]?.value : undefined;
  if (isRecord(only)) return only;
  const taken = new Set(named.map(([key]) => key));
  const free = Object.keys(fields).filter((key) => !taken.has(key));
  const filled = positional.map((value, index): [string, Value] => [
    free[index] ?? `argument_${index + 1}`,
    value,
  ]);
  return Object.fromEntries(
    [...filled, ...named].map(([key, { value, raw }]) => [
      key,
      raw !== null && isTextField(fields[key]) ? raw : value,
    ]),
  );
};

const isTextField = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string';

/** The arguments on an `Action Input:`: an object, fenced or not, or what stands before `lineEnd`. */
export const readActionInput = (
  name: string,
  cursor: Cursor,
  { lineEnd, definitions }: { lineEnd: number; definitions: Definitions },
): ReactCall | null => {
  skipSpace(cursor);
  take(cursor, FENCE);
  skipSpace(cursor);
  if (cursor.text[cursor.at] === '{') return readCallArguments(name, cursor, definitions);
  const end = Math.max(cursor.at, lineEnd);
  const line = cursor.text.slice(cursor.at, end).trim();
  cursor.at = end;
  const fields = fieldsOf(name, definitions);
  const given = readLine(line, fields);
  return given && { name, arguments: toArguments(given, fields) };
};

const QUOTE = /^["'“]/;

/** Words with commas are one text here, unless they are written like arguments. */
const readLine = (line: string, fields: Record<string, unknown>): Given | null => {
  const cursor = { text: line, at: 0 };
  const isWrittenLikeArguments =
    line === '' || QUOTE.test(line) || readKey({ ...cursor }, fields) !== null;
  if (isWrittenLikeArguments) return readGiven(cursor, { closing: null, fields });
  const value = readValue(cursor);
  const isWhole = value !== null && cursor.at === line.length;
  return { positional: [isWhole ? value : { value: line, raw: line }], named: [] };
};

/** What a sticky pattern finds right here; the cursor is moved behind it. */
export const take = (cursor: Cursor, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match) cursor.at += match[0].length;
  return match;
};

export const skipSpace = (cursor: Cursor): void => {
  take(cursor, SPACE);
};
