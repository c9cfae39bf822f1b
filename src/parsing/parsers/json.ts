import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import type { Parser, TextFile } from '../parser.js';
import { readText } from '../decode-text.js';

/** JSON or JSON Lines: nested names are chapters, lists of similar records are tables. */
export const json: Parser = {
  name: 'json',
  mimeType: 'application/json',
  label: 'JSON',
  extensions: ['.json'],
  isPlainText: true,
  recognises: { text: (file) => isJson(file) },
  read: async ({ bytes }) => {
    const { text, warnings } = readText(bytes);
    const { value } = parseJsonText(text) ?? {};
    if (value === undefined) throw parseFailure('document_corrupt');
    const { toBlocks } = await import('./json/to-blocks.js');
    return { blocks: toBlocks(value, 1), pageCount: null, warnings };
  },
};

/** The value of a JSON text, or of one with an object on each line; undefined if it is neither. */
const parseJsonText = (text: string): { value: unknown } | undefined => {
  if (!/^\s*[[{]/u.test(text) || !/[\]}]\s*$/u.test(text.slice(-1_000))) return undefined;
  const exact = keepExact(text);
  return tryParse(exact) ?? parseLines(exact);
};

const isJson = ({ text, sample, extension }: TextFile): boolean => {
  if (parseJsonText(text)) return true;
  if (json.extensions.includes(extension) && /^\s*[[{]/u.test(sample)) {
    throw parseFailure('document_corrupt');
  }
  return false;
};

const MAX_DEPTH = PARSER_LIMITS.depth / 5;

/** An escaped character, the start or end of a string or a level, or a number. */
const TOKEN = /\\.|["[\]{}]|[-\d][\d.eE+-]*/gsu;

/** Writes numbers that would change as strings, and refuses text that is nested too deeply before anything is built from it. */
const keepExact = (text: string): string => {
  let depth = 0;
  let isString = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isString = !isString;
    if (isString) return token;
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) throw parseFailure('document_too_complex');
    return exactNumber(token);
  });
};

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number itself if JavaScript keeps it unchanged, otherwise a string: long numbers would lose digits, and amounts their last zero. */
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
