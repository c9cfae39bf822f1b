/**
 * The reading order of a line that is printed from left to right but contains letters of a right-to-left script: the Unicode bidirectional
 * algorithm in reverse, as far as print shows it. Each sign is a character with what belongs to it.
 */
export const toReadingOrder = (signs: readonly string[], { isRightToLeft }: Direction): string => {
  const ordered = isRightToLeft ? signs.toReversed() : [...signs];
  for (const { from, to } of findTurned(ordered, isRightToLeft)) {
    const turned = ordered.slice(from, to).reverse();
    ordered.splice(from, to - from, ...turned);
  }
  return isRightToLeft ? faceBrackets(ordered) : ordered.join('');
};

type Direction = {
  /** The direction of the whole line. */
  isRightToLeft: boolean;
};

const RTL = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const NUMBER = /[\p{Nd}¹²³⁰-⁹₀-₉]/u;
const LETTER = /\p{L}/u;

/** True for a text with right-to-left letters. */
export const hasRightToLeft = (text: string): boolean => RTL.test(text);

/** True if at least half of the words of a text run from right to left. */
export const runsRightToLeft = (text: string): boolean => {
  const words = text.split(/\s+/u).filter((word) => LETTER.test(word));
  return 2 * words.filter((word) => RTL.test(word)).length >= words.length;
};

type Kind = 'right' | 'left' | 'number' | 'other';

const kindOf = (sign: string): Kind => {
  if (NUMBER.test(sign)) return 'number';
  if (RTL.test(sign)) return 'right';
  return LETTER.test(sign) ? 'left' : 'other';
};

type Part = { from: number; to: number };

/** The parts of a line that run in the opposite direction. */
const findTurned = (signs: readonly string[], isRightToLeft: boolean): Part[] => {
  const kinds = signs.map(kindOf);
  const parts: Part[] = [];
  const isAgainst = (at: number): boolean =>
    isRightToLeft ? kinds[at] === 'left' || kinds[at] === 'number' : kinds[at] === 'right';
  for (let at = 0; at < signs.length; at += 1) {
    if (!isAgainst(at)) continue;
    const from = at;
    let end = at + 1;
    for (let next = end; next < signs.length; next += 1) {
      if (isAgainst(next)) {
        const between = signs.slice(end, next).join('');
        const hasLetters = kinds.slice(from, next + 1).includes('left');
        if (isRightToLeft && !hasLetters && !JOINS_NUMBERS.test(between)) break;
        end = next + 1;
      } else if (kinds[next] !== 'other' && !(kinds[next] === 'number' && !isRightToLeft)) break;
    }
    parts.push(...withSigns(signs, { from, to: end }, isRightToLeft));
    at = end - 1;
  }
  return parts;
};

/** Between digits of one number, of a date or a telephone number; a space separates two numbers. */
const JOINS_NUMBERS = /^(?:|[.,:/\-–'’+·\u00a0\u202f]|[.,]\p{M})$/u;
const BEFORE_NUMBER = /^[+\-−$€£₪#]$/u;
const AFTER_NUMBER = /^[%‰°$€£₪]$/u;

/** A part with the sign of its number; numbers within a left-to-right part keep their order. */
const withSigns = (signs: readonly string[], part: Part, isRightToLeft: boolean): Part[] => {
  if (!isRightToLeft) return [part, ...numbersWithin(signs, part)];
  let { from, to } = part;
  // Reversed together with the number: in print the sign of a left-to-right line is where it is read.
  const isNumber = (at: number): boolean => NUMBER.test(signs[at] ?? '');
  if (isNumber(from) && AFTER_NUMBER.test(signs[from - 1] ?? '')) from -= 1;
  if (isNumber(to - 1) && BEFORE_NUMBER.test(signs[to] ?? '') && !isNumber(to + 1)) to += 1;
  return [{ from, to }];
};

const numbersWithin = (signs: readonly string[], { from, to }: Part): Part[] => {
  const size = to - from;
  const turned = signs.slice(from, to).reverse();
  const parts: Part[] = [];
  for (let at = 0; at < size; at += 1) {
    if (!NUMBER.test(turned[at] ?? '')) continue;
    let end = at + 1;
    while (
      NUMBER.test(turned[end] ?? '') ||
      (JOINS_NUMBERS.test(turned[end] ?? ' ') && NUMBER.test(turned[end + 1] ?? ''))
    ) {
      end += 1;
    }
    parts.push({ from: from + at, to: from + end });
    at = end;
  }
  return parts;
};

const BRACKETS = Array.from('()[]{}«»‹›<>');
const PAIRS = new Map(BRACKETS.map((sign, at) => [sign, BRACKETS[at ^ 1] ?? sign]));
const OPENING = new Set('([{');
const CLOSING = new Set(')]}');

/** Brackets are printed mirrored in a right-to-left line, and files store either form: the pairs show which one it is. */
const faceBrackets = (signs: readonly string[]): string => {
  const text = signs.join('');
  const mirrored = signs.map((sign, at) =>
    isInLatin(signs, at) ? sign : (PAIRS.get(sign) ?? sign),
  );
  const turned = mirrored.join('');
  return unpaired(turned) < unpaired(text) ? turned : text;
};

const isInLatin = (signs: readonly string[], at: number): boolean =>
  kindOf(signs[at - 1] ?? '') === 'left' && kindOf(signs[at + 1] ?? '') === 'left';

const unpaired = (text: string): number => {
  let [open, wrong] = [0, 0];
  for (const sign of text) {
    if (OPENING.has(sign)) open += 1;
    else if (!CLOSING.has(sign)) continue;
    else if (open > 0) open -= 1;
    else wrong += 1;
  }
  return open + wrong;
};
