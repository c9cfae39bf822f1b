/** A place in a text; what is read moves it on. Nothing goes back further than to where one value began, so reading is linear. */
export type Cursor = { readonly text: string; at: number };

/** `raw` is how a value without quotes was written: whether 42 is a number or a text, only the tool's schema can say. */
export type Value = { value: unknown; raw: string | null };

const MAX_DEPTH = 32;
const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);
const SPACE = /\s*/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None/y;
const BARE_KEY = /[A-Za-z_]\w*/y;

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

export const takeChar = (cursor: Cursor, expected: string): boolean => {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== expected) return false;
  cursor.at += 1;
  return true;
};

const isBefore = ({ text }: Cursor, at: number, followers: string): boolean => {
  SPACE.lastIndex = at;
  const next = text[at + (SPACE.exec(text)?.[0].length ?? 0)];
  return next === undefined || followers.includes(next);
};

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

/** A text in quotes, a number, a truth value, nothing, a list or an object, in the spelling of JSON or of Python. */
export const readValue = (cursor: Cursor, depth = 0): Value | null => {
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

/** Words without quotes, up to the comma or bracket that ends them; brackets and double quotes inside them must be balanced. */
export const readBareWords = (cursor: Cursor): Value | null => {
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
