import { byLanguage } from '../../language/index.js';

/** A number of an automatic list in the notation of its level; the names are Word's. */
export const formatListNumber = (value: number, format: string): string => {
  if (value < 0 || value > MAX_VALUE) return String(value);
  return FORMATS.get(format)?.(value) ?? String(value);
};

const MAX_VALUE = 32_767;
const MAX_REPEATED = 20;

type Format = (value: number) => string;

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const roman: Format = (value) => {
  let left = value;
  return ROMAN.map(([size, sign]) => {
    const times = Math.floor(left / size);
    left -= times * size;
    return sign.repeat(times);
  }).join('');
};

/** Letters; after the last one each is doubled: z, aa, bb. */
const repeating = (letters: string): Format => {
  const all = Array.from(letters);
  return (value) =>
    value === 0
      ? ''
      : (all[(value - 1) % all.length] ?? '').repeat(
          Math.min(MAX_REPEATED, Math.ceil(value / all.length)),
        );
};

/** Letters; after the last one plain numbers. */
const listed = (letters: string): Format => {
  const all = Array.from(letters);
  return (value) => all[value - 1] ?? String(value);
};

const digits = (signs: string): Format => {
  const all = Array.from(signs);
  return (value) =>
    Array.from(String(value))
      .map((digit) => all[Number(digit)] ?? digit)
      .join('');
};

const ordinal: Format = (value) => {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
};

const signFrom =
  (first: number, last: number): Format =>
  (value) =>
    value >= 1 && value <= last ? String.fromCodePoint(first + value - 1) : String(value);

/** Ten digits in a row, starting from the given zero. */
const digitsFrom = (zero: number): Format =>
  digits(String.fromCodePoint(...Array.from({ length: 10 }, (_, digit) => zero + digit)));

const formatsOf = (
  series: Readonly<Record<string, string>> = {},
  toFormat: (signs: string) => Format,
): [string, Format][] =>
  Object.entries(series).map(([name, signs]): [string, Format] => [name, toFormat(signs)]);

/** Number formats of single languages; their files in language/locales/ list the signs. */
const formatsOfLanguages = (): [string, Format][] =>
  [...byLanguage(({ listNumbers }) => listNumbers).values()].flatMap((numbers) => [
    ...formatsOf(numbers.digits, digits),
    ...formatsOf(numbers.letters, listed),
    ...formatsOf(numbers.repeated, repeating),
    ...Object.entries(numbers.written ?? {}),
  ]);

const LATIN = 'abcdefghijklmnopqrstuvwxyz';

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ...formatsOfLanguages(),
  ...Object.entries({
    decimal: String,
    none: () => '',
    decimalZero: (value: number) => String(value).padStart(2, '0'),
    decimalZero3: (value: number) => String(value).padStart(3, '0'),
    decimalZero4: (value: number) => String(value).padStart(4, '0'),
    decimalZero5: (value: number) => String(value).padStart(5, '0'),
    lowerRoman: roman,
    upperRoman: (value: number) => roman(value).toUpperCase(),
    lowerLetter: repeating(LATIN),
    upperLetter: repeating(LATIN.toUpperCase()),
    ordinal,
    numberInDash: (value: number) => `- ${value} -`,
    chicago: repeating('*†‡§'),
    hex: (value: number) => value.toString(16).toUpperCase(),
    decimalFullWidth: digitsFrom(0xff10),
    decimalFullWidth2: digitsFrom(0xff10),
    thaiNumbers: digitsFrom(0x0e50),
    hindiNumbers: digitsFrom(0x0966),
    decimalEnclosedCircle: signFrom(0x2460, 20),
    decimalEnclosedCircleChinese: signFrom(0x2460, 20),
    decimalEnclosedParen: signFrom(0x2474, 20),
    decimalEnclosedFullstop: signFrom(0x2488, 20),
  } satisfies Record<string, Format>),
]);
