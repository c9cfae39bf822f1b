import type { Stretch } from './read-code.js';

/** These characters mark removed code. A text that itself contains one of them is not searched for code. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const HIDDEN = new RegExp(`\`${OPEN}(\\d{1,6})${CLOSE}\``, 'g');
const LEFT_OVER = new RegExp(`[${OPEN}${CLOSE}]`, 'g');

/** Changes a text but leaves its code unchanged. */
export const changeAround = (
  text: string,
  code: readonly Stretch[],
  change: (text: string) => string,
): string => {
  if (code.length === 0) return change(text);
  let hidden = '';
  let position = 0;
  for (const [index, { start, end }] of code.entries()) {
    hidden += `${text.slice(position, start)}\`${OPEN}${index}${CLOSE}\``;
    position = end;
  }
  const changed = change(hidden + text.slice(position));
  const kept = code.map(({ start, end }) => text.slice(start, end));
  return changed.replace(HIDDEN, (_, at) => kept[Number(at)] ?? '').replace(LEFT_OVER, '');
};

/** Replaces these stretches of the text by blanks, so that all offsets stay valid. */
export const blankOut = (text: string, stretches: readonly Stretch[]): string =>
  stretches.reduce(
    (blanked, { start, end }) =>
      blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end),
    text,
  );
