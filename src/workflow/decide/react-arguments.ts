import type { ChatToolDefinition } from '../../platform/models/model.js';

export type ReactCall = { name: string; arguments: Record<string, unknown> };

type Definitions = readonly ChatToolDefinition[];
type Fields = Readonly<Record<string, unknown>>;

/** A position in a text, which reading moves forward. Reading never goes back further than the beginning of one value, so it is linear. */
export type Cursor = { readonly text: string; at: number };

/** `raw` is an unquoted value as it was written: only the tool's schema decides whether 42 is a number or a text. */
type Value = { value: unknown; raw: string | null };

/** One argument of a call; without a key it is positional. */
type Given = { key: string | null; value: Value };

/** What ends a list of parts: a bracket, or the end of the text. */
type Closing = ')' | ']' | '}' | '';

/** Reads the arguments after a tool's name: in brackets, or a single object without brackets. Null if they cannot be read. */
export const readCallArguments = (
  name: string,
  cursor: Cursor,
  definitions: Definitions,
): ReactCall | null => {
  if (cursor.text[cursor.at] === '{') {
    const value = readValue(cursor)?.value;
    return isRecord(value) ? { name, arguments: value } : null;
  }
  if (!takeChar(cursor, '(')) return null;
  const fields = fieldsOf(name, definitions);
  const given = readGiven(cursor, ')', fields);
  return given && { name, arguments: toArguments(given, fields) };
};

const FENCE = /```(?:json)?|`/y;

/** Reads the arguments after `Action Input:`: an object, with or without a fence, or the text before `lineEnd`. */
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

/** Words with commas count as a single text here, unless they look like arguments. */
const readLine = (line: string, fields: Fields): Given[] | null => {
  const cursor = { text: line, at: 0 };
  const isWrittenLikeArguments =
    line === '' || QUOTE.test(line) || readKey({ ...cursor }, fields) !== null;
  if (isWrittenLikeArguments) return readGiven(cursor, '', fields);
  const value = readValue(cursor);
  const isWhole = value !== null && cursor.at === line.length;
  return [{ key: null, value: isWhole ? value : { value: line, raw: line } }];
};

const readGiven = (cursor: Cursor, closing: Closing, fields: Fields): Given[] | null =>
  readParts(cursor, closing, () => {
    const key = readKey(cursor, fields);
    const value = readArgument(cursor, closing);
    return value && { key, value };
  });

/** Reads comma-separated parts up to the closing bracket; null if a part cannot be read or the bracket is missing. */
const readParts = <Part>(
  cursor: Cursor,
  closing: Closing,
  readPart: () => Part | null,
): Part[] | null => {
  const parts: Part[] = [];
  while (!takeChar(cursor, closing)) {
    const part = readPart();
    if (part === null) return null;
    parts.push(part);
    if (!takeChar(cursor, ',') && !isAt(cursor, closing)) return null;
  }
  return parts;
};

const takeChar = (cursor: Cursor, expected: '(' | ',' | ':' | Closing): boolean => {
  const isThere = isAt(cursor, expected);
  if (isThere) cursor.at += expected.length;
  return isThere;
};

const isAt = (cursor: Cursor, expected: string): boolean => {
  skipSpace(cursor);
  return (cursor.text[cursor.at] ?? '') === expected;
};

const KEY = /([A-Za-z_]\w*)\s*(=(?!=)|:)/y;

/**
 * Reads the name of an argument. `key=` always names one; `key:` only does if the tool has such an argument, because it may also begin a
 * text.
 */
const readKey = (cursor: Cursor, fields: Fields): string | null => {
  const from = cursor.at;
  const [, key, sign] = take(cursor, KEY) ?? [];
  if (key !== undefined && (sign === '=' || Object.hasOwn(fields, key))) return key;
  cursor.at = from;
  return null;
};

const readArgument = (cursor: Cursor, closing: Closing): Value | null => {
  skipSpace(cursor);
  const from = cursor.at;
  const value = readValue(cursor);
  if (value && (isAt(cursor, ',') || isAt(cursor, closing))) return value;
  // A broken object must not be read as words.
  if (cursor.text[from] === '{') return null;
  cursor.at = from;
  return readBareWords(cursor);
};

/** Reads words without quotes, up to the comma or bracket that ends them; brackets and double quotes inside must be balanced. */
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

const MAX_DEPTH = 32;

const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

const SCALAR =
  /(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None)(?=\s*(?:[,)\]}]|$))/y;

/** Reads a quoted text, a number, a boolean, null, a list or an object, in the syntax of JSON or Python. */
const readValue = (cursor: Cursor, depth = 0): Value | null => {
  if (depth > MAX_DEPTH) return null;
  const whole = (value: unknown): Value | null => (value === null ? null : { value, raw: null });
  if (isAt(cursor, '[')) return whole(readList(cursor, depth));
  if (isAt(cursor, '{')) return whole(readRecord(cursor, depth));
  const raw = take(cursor, SCALAR)?.[0];
  if (raw === undefined) return whole(readText(cursor, TEXT_END));
  return { value: LITERALS.has(raw) ? LITERALS.get(raw) : Number(raw), raw };
};

const readList = (cursor: Cursor, depth: number): unknown[] | null => {
  cursor.at += 1;
  const items = readParts(cursor, ']', () => readValue(cursor, depth + 1));
  return items?.map(({ value }) => value) ?? null;
};

const BARE_KEY = /[A-Za-z_]\w*/y;

const readRecord = (cursor: Cursor, depth: number): Record<string, unknown> | null => {
  cursor.at += 1;
  const entries = readParts(cursor, '}', (): [string, unknown] | null => {
    const key = readText(cursor, KEY_END) ?? take(cursor, BARE_KEY)?.[0];
    if (key === undefined || !takeChar(cursor, ':')) return null;
    const item = readValue(cursor, depth + 1);
    return item && [key, item.value];
  });
  return entries && Object.fromEntries(entries);
};

const TEXT_END = /\\[\s\S]|(["'”])(?=\s*(?:[,)\]}]|$))/g;
const KEY_END = /\\[\s\S]|(["'”])(?=\s*(?::|$))/g;

const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);

/** A quote ends the text only in a place where the text can end, so an unescaped quote inside the text counts as a letter. */
const readText = (cursor: Cursor, end: RegExp): string | null => {
  const closing = CLOSING_QUOTES.get(cursor.text[cursor.at] ?? '');
  if (closing === undefined) return null;
  const from = cursor.at + 1;
  end.lastIndex = from;
  for (let match = end.exec(cursor.text); match; match = end.exec(cursor.text)) {
    if (match[1] !== closing) continue;
    cursor.at = match.index + 1;
    return unescape(cursor.text.slice(from, match.index));
  }
  return null;
};

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g;
const ESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }),
);

/** Resolves escapes and leaves everything else as written, so that a pattern such as \d is not changed. */
const unescape = (text: string): string =>
  text.replace(ESCAPE, (whole: string, code: string | undefined, letter: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPED.get(letter) ?? (/["'\\/”]/.test(letter) ? letter : whole);
  });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (name: string, definitions: Definitions): Fields => {
  const tool = definitions.find((definition) => definition.name === name);
  const properties = tool?.parameters['properties'];
  return isRecord(properties) ? properties : {};
};

/** Positional arguments fill the schema's fields in order; an extra argument gets a name that the tool's schema refuses. */
const toArguments = (given: readonly Given[], fields: Fields): Record<string, unknown> => {
  const [first, second] = given;
  const only = second === undefined && first?.key === null ? first.value.value : undefined;
  if (isRecord(only)) return only;
  const named = new Set(given.map(({ key }) => key));
  const free = Object.keys(fields).filter((key) => !named.has(key));
  const filled = given
    .filter(({ key }) => key === null)
    .map((argument, index) => ({ ...argument, key: free[index] ?? `argument_${index + 1}` }));
  return Object.fromEntries(
    [...filled, ...given].flatMap(({ key, value: { value, raw } }) =>
      key === null ? [] : [[key, raw !== null && isTextField(fields[key]) ? raw : value]],
    ),
  );
};

const isTextField = (schema: unknown): boolean => isRecord(schema) && schema['type'] === 'string';

/** Returns what a sticky pattern matches at the cursor, and moves the cursor past it. */
export const take = (cursor: Cursor, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match) cursor.at += match[0].length;
  return match;
};

const SPACE = /\s*/y;

export const skipSpace = (cursor: Cursor): void => {
  take(cursor, SPACE);
};
