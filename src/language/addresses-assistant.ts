import { byLanguage } from './word-lists.js';

/**
 * True of a text that speaks to an AI assistant or orders it about, which a document for people has no reason to do. It is a mark and no
 * more: nothing is hidden for it. Rules are few so that ordinary documents, also those about assistants, stay without the mark.
 */
export const addressesAssistant = (text: string): boolean =>
  ORDER.test(text.normalize('NFKC').toLowerCase());

/** Scripts that part words by blanks: elsewhere an order begins anywhere. */
const PARTED = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}]`;

/** A blank of a pattern is any white space of a text, which may be a new line. */
const toPattern = (order: string): string =>
  order.replaceAll(' ?', String.raw`\s{0,3}`).replaceAll(' ', String.raw`\s{1,3}`);

const ORDERS = [...byLanguage(({ ordersToAssistants }) => ordersToAssistants).values()]
  .flat()
  .map(toPattern)
  .join('|');

const ORDER = new RegExp(`(?<!${PARTED})(?:${ORDERS})(?!${PARTED})`, 'u');
