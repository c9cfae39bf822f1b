import { byLanguage } from './word-lists.js';

/**
 * True for a text that gives instructions to an AI assistant, which a document for people has no reason to do. It only leads to a warning;
 * nothing is hidden. There are few patterns, so that ordinary documents, including those about assistants, get no warning.
 */
export const addressesAssistant = (text: string): boolean =>
  ORDER.test(text.normalize('NFKC').toLowerCase());

/** Scripts that separate words by spaces; in others a pattern may match anywhere. */
const PARTED = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}]`;

/** A space in a pattern matches any white space, including a line break. */
const toPattern = (order: string): string =>
  order.replaceAll(' ?', String.raw`\s{0,3}`).replaceAll(' ', String.raw`\s{1,3}`);

const ORDERS = [...byLanguage(({ ordersToAssistants }) => ordersToAssistants).values()]
  .flat()
  .map(toPattern)
  .join('|');

const ORDER = new RegExp(`(?<!${PARTED})(?:${ORDERS})(?!${PARTED})`, 'u');
