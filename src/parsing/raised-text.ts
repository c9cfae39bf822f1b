import { alternativesOf } from '../language/index.js';

/** Raised letters and digits as people write them: `10⁶`, `14,250¹`, or `^(…)` if Unicode does not have one of them. */
export const raiseText = (text: string, before = ''): string => {
  const own = text.trim();
  if (TRADE_MARKS.has(own)) return TRADE_MARKS.get(own) ?? text;
  // The ending of an ordinal number belongs to its word: 1st.
  if (ORDINAL.test(own) && /\p{N}$/u.test(before.slice(-1))) return text;
  return convert(text, RAISED) ?? `^(${own})`;
};

/** Lowered letters and digits: `CO₂`, or `_(…)`. */
export const lowerText = (text: string): string => convert(text, LOWERED) ?? `_(${text.trim()})`;

const convert = (text: string, signs: ReadonlyMap<string, string>): string | undefined => {
  let converted = '';
  for (const character of text) {
    const sign = signs.get(character) ?? (character.trim() === '' ? ' ' : undefined);
    if (sign === undefined) return undefined;
    converted += sign;
  }
  return converted;
};

const ORDINAL = new RegExp(`^(?:${alternativesOf(({ ordinalEndings }) => ordinalEndings)})$`, 'u');
const TRADE_MARKS: ReadonlyMap<string, string> = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);

/** Signs that Unicode has as high or low forms, by the plain signs; all of them, and `others`, are also accepted as they are. */
const signsOf = (signs: readonly string[], others = ''): ReadonlyMap<string, string> => {
  const forms = signs
    .map((sign): [string, string] => [sign.normalize('NFKC'), sign])
    .filter(([plain]) => PLAIN.test(plain));
  const shifted = new Map(forms);
  for (const sign of [...shifted.values(), ...Array.from(others)]) shifted.set(sign, sign);
  return shifted.set('-', shifted.get('−') ?? '-');
};

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

const PLAIN = /^[\d+−=()a-z]$/u;
const RAISED = signsOf(
  [
    ...between(0xb2, 0xb9),
    ...between(0x2b0, 0x2e4),
    ...between(0x2070, 0x207f),
    ...between(0x1d2c, 0x1d61),
    ...between(0x1d9b, 0x1dbf),
  ],
  '*°′″®™©\u00aa\u00ba†‡§¶',
);
const LOWERED = signsOf([...between(0x1d62, 0x1d6a), ...between(0x2080, 0x209c), '\u2c7c']);
