/** Longer than anybody types a sum by hand. */
const MAX_CHARS = 160;

/**
 * The expression that a question is as a whole, as the calculator reads it ("15 × 8 =", "12 % of 340"); null for any other question.
 * A question that merely holds numbers is not a calculation.
 */
export const findCalculation = (question: string): string | null => {
  if (question.length > MAX_CHARS) return null;
  const plain = toNarrow(question).replace(/[\s?。]+$/u, '');
  const expression = plain.replace(/\s*=\s*$/, '').trim();
  const tokens = toTokens(expression);
  const isAsked = expression !== plain.trim();
  return tokens !== null && isArithmetic(tokens) && !isDoubtful(tokens, isAsked)
    ? expression
    : null;
};

/** Full-width digits and signs, as Chinese and Japanese keyboards write them. */
const toNarrow = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const NUMBER = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*`;
/** The signs that the calculator knows; `²` and `³` are its powers, other raised digits are not. */
const TOKEN = new RegExp(
  String.raw`\s*(?:(${NUMBER})(?![⁰¹⁴-⁹])|(sqrt(?=\s*\()|√)|(%\s*of\b|[-−–+*×·⋅/÷^²³%()]))`,
  'uyi',
);
const MAX_TOKENS = 60;

type Token = { kind: 'number' | 'root' | 'sign'; text: string; isApart: boolean };

const toTokens = (text: string): Token[] | null => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [found, number, root, sign] = TOKEN.exec(text) ?? [];
    if (found === undefined || tokens.length >= MAX_TOKENS) return null;
    if (number !== undefined && isAmbiguous(number)) return null;
    at += found.length;
    const isApart = /^\s/.test(found) && /^\s/.test(text.slice(at, at + 1));
    const kind = number !== undefined ? 'number' : root !== undefined ? 'root' : 'sign';
    tokens.push({ kind, text: number ?? root ?? sign ?? '', isApart });
  }
  return tokens;
};

/** "1,234" and "1.234" are a thousand or one and a bit; a version ("1.2.3") and "007" are not numbers. */
const isAmbiguous = (number: string): boolean =>
  /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ||
  /^0\d/.test(number) ||
  (/[.,].*[.,]/.test(number) &&
    !/^\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/.test(number));

const OPERATOR = /^(?:[-−–+*×·⋅/÷^]|%\s*of)$/i;
const ENDING = /^[²³%]$/;

/** True when the tokens make one expression that computes something. */
const isArithmetic = (tokens: readonly Token[]): boolean => {
  let at = 0;
  let operations = 0;
  const take = (pattern: RegExp): boolean => {
    const isTaken = pattern.test(tokens[at]?.text ?? '');
    at += isTaken ? 1 : 0;
    return isTaken;
  };
  const isSum = (): boolean => {
    do if (!isOperand()) return false;
    while (take(OPERATOR) && (operations += 1) > 0);
    return true;
  };
  const isOperand = (): boolean => {
    take(/^[-−–]$/);
    const isRoot = take(/^(?:√|sqrt)$/i);
    const isNumber = take(/^\d/);
    if (!isNumber && !(take(/^\($/) && isSum() && take(/^\)$/))) return false;
    operations += isRoot || tokens[at]?.text === '²' || tokens[at]?.text === '³' ? 1 : 0;
    take(ENDING);
    return true;
  };
  return isSum() && at === tokens.length && operations > 0;
};

const YEAR = /^(?:19|20)\d\d$/;

/** 9/11, 24/7 and 2024-2025 are names of something else: a sum of these signs alone has blanks around them, or a "=" behind it. */
const isDoubtful = (tokens: readonly Token[], isAsked: boolean): boolean => {
  const signs = tokens.filter(({ text }) => OPERATOR.test(text));
  const isOfDates =
    signs.length > 0 &&
    signs.every(({ text }) => /^[-−–/]$/.test(text)) &&
    tokens.every(({ kind }) => kind !== 'root');
  if (!isOfDates) return false;
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  if (numbers.every(({ text }) => YEAR.test(text))) return true;
  return !isAsked && !signs.every(({ isApart }) => isApart);
};
