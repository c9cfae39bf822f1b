/** This much of a link's text is enough to see whether it names its target. */
const MAX_TEXT = 400;
/** Longer addresses end in tracking parameters. */
const MAX_WHOLE = 120;
const MAX_TARGET = 200;
/** A phone number may leave out the country code. */
const DIGITS_TO_COMPARE = 7;

/** Follows a link while its text is read. */
export class LinkText {
  private readonly target: string;
  private text = '';

  constructor(target: string) {
    this.target = target;
  }

  add(text: string): void {
    if (this.text.length < MAX_TEXT) this.text += text;
  }

  /** What to add after the text of the link: its target in brackets, if the text does not name it. */
  get suffix(): string {
    const target = toAddress(this.target.replace(/\s+/gu, ''));
    if (target === '' || !/[\p{L}\p{N}]/u.test(this.text) || names(this.text, target)) return '';
    return ` (${target})`;
  }
}

/** The target of a HYPERLINK field with its anchor; undefined for other fields and for anchors in the same document. */
export const hyperlinkTarget = (instruction: string): string | undefined => {
  const [, target, place] = HYPERLINK.exec(instruction) ?? [];
  if (target === undefined) return undefined;
  return place === undefined ? target : `${target}#${place}`;
};

const HYPERLINK = /^\s*HYPERLINK\s+"([^"]{1,2000})"(?:[^"]{0,40}\\l\s+"([^"]{1,200})")?/iu;

/** The address that a person would note down; empty for places in the same document and for links that lead nowhere else. */
const toAddress = (target: string): string => {
  const [, scheme = '', rest = ''] = /^(https?|ftp|mailto|tel):(.+)$/isu.exec(target) ?? [];
  switch (scheme.toLowerCase()) {
    case '':
      return '';
    case 'mailto':
      return limit(decode(rest.replace(/\?.*$/su, '')));
    case 'tel':
      return limit(decode(rest).replace(/;.*$/su, ''));
    default:
      return limit(target.length > MAX_WHOLE ? target.replace(/[?#].*$/su, '') : target);
  }
};

const limit = (address: string): string => (address.length > MAX_TARGET ? '' : address);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const names = (text: string, target: string): boolean => {
  if (/^[+\d]/u.test(target)) {
    return digitsOf(text).includes(digitsOf(target).slice(-DIGITS_TO_COMPARE));
  }
  return bare(text).includes(bare(target));
};

const digitsOf = (text: string): string => text.replace(/\D/gu, '');

const bare = (address: string): string =>
  address
    .toLowerCase()
    .replace(/\s+/gu, '')
    .replace(/^(?:https?|ftp):\/\/(?:www\.)?|^www\./u, '')
    .replace(/\/$/u, '');
