import type { ChatToolDefinition } from '../../platform/models/model.js';
import {
  readBareWords,
  readValue,
  skipSpace,
  take,
  takeChar,
  type Cursor,
  type Value,
} from './react-values.js';

export type ReactCall = { name: string; arguments: Record<string, unknown> };

type Definitions = readonly ChatToolDefinition[];
type Given = { positional: Value[]; named: [string, Value][] };

const FENCE = /```(?:json)?|`/y;

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
