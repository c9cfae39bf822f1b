/**
 * A title may not hold these: it stands in lists, citations and prompts, where a line of its own, a text that runs the other way or
 * something unseen could pass for what it is not.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0`;

/** Names are written with them. */
const JOINERS = String.raw`\u200c\u200d`;

/** A whole line without any of that. */
export const PLAIN_LINE = new RegExp(`^(?:[^${HIDDEN}]|[${JOINERS}])*$`, 'u');

const UNWANTED = new RegExp(`(?![${JOINERS}])[${HIDDEN}]`, 'gu');

/** The line without any of that, where nobody is asked to write another one. */
export const toPlainLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(UNWANTED, '').trim();
