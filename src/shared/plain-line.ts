/**
 * Not allowed in a title, which is shown in lists, citations and prompts, where an extra line, reversed text or something invisible could
 * deceive.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0`;

/** Needed to write some names. */
const JOINERS = String.raw`\u200c\u200d`;

/** A complete line without any of those. */
export const PLAIN_LINE = new RegExp(`^(?:[^${HIDDEN}]|[${JOINERS}])*$`, 'u');

const UNWANTED = new RegExp(`(?![${JOINERS}])[${HIDDEN}]`, 'gu');

/** Removes those characters from a line, if its author cannot be asked to change it. */
export const toPlainLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(UNWANTED, '').trim();
