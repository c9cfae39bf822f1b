import { AppError } from '../../../shared/errors.js';
import { isRecord } from './refusal.js';

type Given = {
  /** The words that the user wrote, and the results that trusted tools worked out of them. */
  own: readonly string[];
  /** The approved schema, whose choices the operator has read. */
  schema: unknown;
};

/**
 * Refuses arguments that hold anything but the user's own words and values: once the text of others is in the prompt, a model may have
 * been told by it to carry what it has read to a stranger.
 */
export const requireOwnWords = (
  given: Readonly<Record<string, unknown>>,
  { own, schema }: Given,
): void => {
  const known = new Set(own.flatMap(wordsOf));
  const choices = new Set(choicesOf(schema));
  for (const { path, text } of leavesOf(given, '')) {
    if (choices.has(text) || wordsOf(text).every((word) => known.has(word))) continue;
    const message = `${path}: after documents or results were read, this tool takes the user's own words alone.`;
    throw new AppError('invalid_arguments', message);
  }
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text];

type Leaf = { path: string; text: string };

/** Names of an open object are chosen by the model like values. */
const leavesOf = (value: unknown, path: string): Leaf[] => {
  if (typeof value === 'string' || typeof value === 'number')
    return [{ path, text: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isNamed = path === '' || Array.isArray(value);
    return [...(isNamed ? [] : [{ path: at, text: name }]), ...leavesOf(inner, at)];
  });
};

/** Values to choose from, and names of properties, that the schema itself offers. */
const choicesOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(choicesOf);
  if (!isRecord(schema)) return [];
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  const offered = Array.isArray(values)
    ? values.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
    : [];
  const names = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  return [...offered, ...names, ...Object.values(schema).flatMap(choicesOf)];
};
