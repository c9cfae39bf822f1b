import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Block } from '../../parsed-document.js';
import { tableBlock } from '../../table-blocks.js';

type Fields = Readonly<Record<string, unknown>>;

/** The blocks of a JSON value; headings begin at `level`. */
export const toBlocks = (value: unknown, level: number): Block[] => {
  if (Array.isArray(value)) return value.length === 0 ? [] : arrayBlocks(value, level);
  if (isFields(value)) return fieldBlocks(value, level);
  return typeof value === 'string'
    ? toParagraphs(value)
    : [{ text: shown(value), kind: 'paragraph' }];
};

const MAX_COLUMNS = 200;

const arrayBlocks = (values: readonly unknown[], level: number): Block[] => {
  const items = values.map((value) => (isFields(value) ? flatten(value) : value));
  if (isTable(items)) {
    const names = columnsOf(items);
    // Records that have little in common do not make a table.
    if (names.length <= MAX_COLUMNS) return tableOf(items, names);
  }
  if (items.every(isScalar)) {
    const lines = items.map((item) => `- ${shown(item).replace(/\s+/gu, ' ')}`);
    return [{ text: lines.join('\n'), kind: 'list' }];
  }
  return items.flatMap((item, index) => {
    if (!isFields(item)) return toBlocks(item, level);
    const content = fieldBlocks(item, level + 1);
    return content.length === 0
      ? []
      : [headingOf(titleOf(item) ?? `${index + 1}`, level), ...content];
  });
};

const isFields = (value: unknown): value is Fields => !isScalar(value) && !Array.isArray(value);

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar => typeof value !== 'object' || value === null;

const MAX_FLATTENED = 40;
const MAX_FLATTENED_DEPTH = 3;

/**
 * A record's plain values; those of nested objects get names like `address.city`, because otherwise it would be unclear to what they
 * belong.
 */
const flatten = (fields: Fields, depth = 0): Fields => {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    isFields(value) && depth < MAX_FLATTENED_DEPTH
      ? Object.entries(flatten(value, depth + 1)).map(([inner, own]) => [`${name}.${inner}`, own])
      : [[name, value]],
  );
  return entries.length > MAX_FLATTENED ? fields : Object.fromEntries(entries);
};

/** Objects of plain values, as in database exports. */
const isTable = (items: readonly unknown[]): items is Fields[] =>
  items.length > 1 && items.every((item) => isFields(item) && Object.values(item).every(isFlat));

const isFlat = (value: unknown): boolean =>
  isScalar(value) || (Array.isArray(value) && value.every(isScalar));

const columnsOf = (items: readonly Fields[]): string[] => [
  ...new Set(items.flatMap((item) => Object.keys(item))),
];

const tableOf = (items: readonly Fields[], names: readonly string[]): Block[] => {
  if (items.length * names.length > PARSER_LIMITS.characters / 3) {
    throw parseFailure('document_too_complex');
  }
  return tableBlock([names, ...items.map((item) => names.map((name) => shown(item[name])))]);
};

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return isScalar(value) ? String(value) : JSON.stringify(value);
};

/** Plain values are lines `name: value`; nested values are chapters of their own, after them. */
const fieldBlocks = (fields: Fields, level: number): Block[] => {
  const entries = Object.entries(fields);
  const lines = entries
    .filter(([, value]) => isFlat(value) && shown(value).trim() !== '')
    .map(([name, value]) => `${name}: ${shown(value).replace(/\s+/gu, ' ')}`);
  const own: Block[] = lines.length > 0 ? [{ text: lines.join('\n'), kind: 'list' }] : [];
  const nested = entries
    .filter(([, value]) => !isFlat(value))
    .flatMap(([name, value]): Block[] => {
      const content = toBlocks(value, level + 1);
      if (content.length === 0) return [];
      return [headingOf(name, level), ...content];
    });
  return [...own, ...nested];
};

const MAX_LEVEL = 6;
const MAX_NAME_LENGTH = 120;

const headingOf = (name: string, level: number): Block => ({
  text: name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name,
  kind: 'heading',
  level: Math.min(MAX_LEVEL, level),
});

const TITLES = ['title', 'name', 'label', 'id'] as const;

/** The name that an item gives itself, which distinguishes it from the others. */
const titleOf = (item: Fields): string | undefined =>
  TITLES.map((name) => item[name])
    .filter(isScalar)
    .map((value) => shown(value).trim())
    .find((title) => title !== '');

const toParagraphs = (text: string): Block[] =>
  text.split(/\n{2,}/u).map((paragraph) => ({ text: paragraph, kind: 'paragraph' }));
