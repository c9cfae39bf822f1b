import { parseFailure } from './parse-failure.js';
import { PARSER_LIMITS } from './parser.js';

/** The value of a JSON text, or of one with an object in each line; undefined where it is neither. */
export const parseJsonText = (text: string): { value: unknown } | undefined => {
  if (!/^\s*[[{]/u.test(text) || !/[\]}]\s*$/u.test(text.slice(-1_000))) return undefined;
  const exact = keepExact(text);
  return tryParse(exact) ?? parseLines(exact);
};

const MAX_DEPTH = PARSER_LIMITS.depth / 5;

const ENDS_NUMBER = /[^\d.eE+-]/;

/** Writes numbers that would change as texts; refuses what is too deep before anything is built from it. */
const keepExact = (text: string): string => {
  const parts: string[] = [];
  let depth = 0;
  let isString = false;
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '-' || (character >= '0' && character <= '9')) {
      let end = at + 1;
      while (end < text.length && !ENDS_NUMBER.test(text.charAt(end))) end += 1;
      const number = text.slice(at, end);
      const exact = exactNumber(number);
      if (exact !== number) {
        parts.push(text.slice(kept, at), exact);
        kept = end;
      }
      at = end - 1;
    }
    if (depth > MAX_DEPTH) throw parseFailure('document_too_complex');
  }
  return parts.join('') + text.slice(kept);
};

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number itself where JavaScript keeps it as it stands, else a text: long ones would lose digits, amounts their last zero. */
const exactNumber = (number: string): string =>
  NUMBER.test(number) && String(Number(number)) !== number ? `"${number}"` : number;

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
