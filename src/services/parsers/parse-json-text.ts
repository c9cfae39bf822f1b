import { parseFailure } from '../../domain/parse-failure.js';
import { PARSER_LIMITS } from './parser.js';

const MAX_DEPTH = PARSER_LIMITS.depth / 5;
/** Looked at before anything is built from it. */
const refuseDeep = (text: string): void => {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) throw parseFailure('document_too_complex');
  }
};

const tryParse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

const parseLines = (text: string): { value: unknown } | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const value: unknown[] = [];
  for (const line of lines) {
    const parsed = line.trimStart().startsWith('{') ? tryParse(line) : undefined;
    if (!parsed) return undefined;
    value.push(parsed.value);
  }
  return lines.length > 1 ? { value } : undefined;
};

/** The value of a JSON text, or of one with an object in each line; undefined where it is neither. */
export const parseJsonText = (text: string): { value: unknown } | undefined => {
  if (!/^\s*[[{]/u.test(text) || !/[\]}]\s*$/u.test(text.slice(-1_000))) return undefined;
  refuseDeep(text);
  return tryParse(text) ?? parseLines(text);
};
