import { alternativesOf } from '../language/index.js';

/** Raised letters and digits as they are written: `10⁶`, `14,250¹`, or `^(…)` where Unicode does not have one of them. */
export const raiseText = (text: string, before = ''): string => {
  const own = text.trim();
  if (TRADE_MARKS.has(own)) return TRADE_MARKS.get(own) ?? text;
  // The ending of an ordinal number belongs to its word: 1st.
  if (ORDINAL.test(own) && /\p{N}$/u.test(before.slice(-1))) return text;
  return convert(text, RAISED) ?? `^(${own})`;
};

/** Lowered ones: `CO₂`, or `_(…)`. */
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

const signsOf = (plain: string, signs: string): ReadonlyMap<string, string> => {
  const all = Array.from(signs);
  return new Map([
    ...Array.from(plain).map((character, at): [string, string] => [
      character,
      all[at] ?? character,
    ]),
    // Signs that stand high or low by themselves.
    ...all.map((sign): [string, string] => [sign, sign]),
  ]);
};

const RAISED = signsOf(
  '0123456789+-−=()abcdefghijklmnoprstuvwxyz*°′″®™©ªº†‡§¶',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ*°′″®™©ªº†‡§¶',
);
const LOWERED = signsOf('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');
