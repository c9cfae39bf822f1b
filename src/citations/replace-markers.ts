/** A marker and what is written in its place; nothing when it is taken out. */
export type Replacement = { start: number; end: number; written: string };

/**
 * Writes over the markers of a text whose links are neutralised already. A blank is put in wherever the change would bring
 * a link or a tag to life. `lead` is what was written in front of the text.
 */
export const replaceMarkers = (
  text: string,
  replacements: readonly Replacement[],
  { lead }: { lead: string },
): string => {
  let result = '';
  let position = 0;
  for (const { start, end, written } of replacements) {
    const between = text.slice(position, start);
    const after = text.slice(end, end + 8);
    position = end;
    if (written === '') {
      result += withoutTrailingBlanks(between);
      if (wouldJoin(lead + result, after)) result += ' ';
      continue;
    }
    result += between;
    const isBracketed = written.startsWith('[');
    // "[word]" with "(title)" behind it would be a link.
    const glue = !isBracketed && (lead + result).endsWith(']') ? ' ' : '';
    const gap = isBracketed && wouldLink(result, after) ? ' ' : '';
    result += `${glue}${written}${gap}`;
  }
  return result + text.slice(position);
};

const withoutTrailingBlanks = (text: string): string => text.replace(/[ \t]{1,8}$/, '');

const BLANK = /^\s*$/;
/** Ends a phrase: what is behind it cannot join what is in front of it. */
const CLOSES = /^(?:[。，、；！？）」』》”’»…]|[.,;!?)\]'"]+(?:\s|$))/u;
const LETTER_WITHOUT_CASE = /\p{Lo}/u;

/** Whether taking the marker out would make one word, link or tag of its neighbours. */
const wouldJoin = (before: string, after: string): boolean => {
  const last = before.slice(-1);
  const next = after.slice(0, 1);
  if (BLANK.test(last) || BLANK.test(next)) return false;
  if (LETTER_WITHOUT_CASE.test(last) && LETTER_WITHOUT_CASE.test(next)) return false;
  return !CLOSES.test(after);
};

const LINE_BEGINNING = /(?:^|\n)[\s>*+\d.)-]{0,200}$/;

/** Whether a renderer would take `[1]` with what follows for a link or for the definition of one. */
const wouldLink = (before: string, after: string): boolean =>
  after.startsWith('(') || (after.startsWith(':') && LINE_BEGINNING.test(before));
