import { CURRENCIES, type Figure } from './figures.js';
import { findConversion, fromBase, isSame, kindOf, toBase } from './quantities.js';

/**
 * The known figures from which another figure may be calculated: those in the question or next to it, those of each sentence, and all of
 * them together. Only figures that occur together are multiplied, because otherwise almost any number would match by chance.
 */
export type Operands = { asked: readonly Figure[]; sentences: readonly (readonly Figure[])[] };

/** How a figure can be calculated from known ones, such as "3 × 450 = 1350"; null if it cannot. */
export const recompute = (figure: Figure, { asked, sentences }: Operands): string | null => {
  if (figure.kind !== 'number') return null;
  const all = distinct([...asked, ...sentences.flat()]);
  const found = convert(figure, all) ?? round(figure, all);
  // A count of things is not explained as a sum.
  if (found !== null || figure.isVague === true) return found;
  for (const sentence of sentences) {
    const together = distinct([...asked, ...sentence]);
    const sum = combineTwo(figure, { left: together, right: together, asked });
    if (sum !== null) return sum;
  }
  return addTwo(figure, all) ?? combineMore(figure, all);
};

/** The maximum number of figures for sums of three; with more, these would match almost any number by chance. */
export const MOST_OPERANDS = 24;
const MOST_FOR_TRIPLES = 10;

const distinct = (known: readonly Figure[]): readonly Figure[] => {
  const seen = new Map<string, Figure>();
  for (const figure of known) {
    const key = `${figure.value} ${figure.unit ?? ''}`;
    if (figure.kind === 'number' && !seen.has(key)) seen.set(key, figure);
  }
  return [...seen.values()].slice(0, MOST_OPERANDS);
};

const convert = (figure: Figure, numbers: readonly Figure[]): string | null => {
  for (const other of numbers) {
    const factor = findConversion(other, figure);
    if (factor === null) continue;
    const [least, most] = [Math.min(factor, 1 / factor), Math.max(factor, 1 / factor)];
    const sum =
      factor >= 1
        ? `${show(other.value)} × ${show(most)}`
        : `${show(other.value)} ÷ ${show(1 / least)}`;
    return `${sum} = ${show(figure.value)}`;
  }
  return null;
};

/** A number counts as rounded if it has two or three significant digits, or one if it is large. */
const round = (figure: Figure, numbers: readonly Figure[]): string | null => {
  const digits = significantDigits(figure.value);
  const isLarge = Math.abs(figure.value) >= 100;
  if (digits > 3 || (digits < 2 && !isLarge)) return null;
  const found = numbers.find(
    ({ value, unit }) =>
      kindOf(unit) === kindOf(figure.unit) &&
      significantDigits(value) > digits &&
      isSame(Number(value.toPrecision(digits)), figure.value),
  );
  return found === undefined ? null : `${show(found.value)} ≈ ${show(figure.value)}`;
};

const significantDigits = (value: number): number =>
  String(Math.abs(value)).replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;

type Made = { base: number; kind: string; sum: string };

type Pairs = { left: readonly Figure[]; right: readonly Figure[]; asked: readonly Figure[] };

const combineTwo = (figure: Figure, { left, right, asked }: Pairs): string | null => {
  const wanted = { base: toBase(figure), kind: kindOf(figure.unit) };
  for (const one of left) {
    for (const other of right) {
      if (one === other) continue;
      const isDivisor = asked.some(({ value, unit }) => value === one.value && unit === one.unit);
      const made = combinationsOf(one, other, { isDivisor }).find((sum) => isWanted(sum, wanted));
      if (made !== undefined) return `${made.sum} = ${show(figure.value)}`;
    }
    const rest = restOfWhole(one);
    if (rest !== null && isWanted(rest, wanted)) return `${rest.sum} = ${show(figure.value)}`;
  }
  return null;
};

/** Explains a figure as the sum or difference of two amounts, wherever they occur. */
const addTwo = (figure: Figure, numbers: readonly Figure[]): string | null => {
  const wanted = { base: toBase(figure), kind: kindOf(figure.unit) };
  const alike = numbers.filter(({ unit }) => unit !== undefined && kindOf(unit) === wanted.kind);
  for (const left of alike) {
    for (const right of alike) {
      const made = left === right ? [] : addAndSubtract(left, right);
      const found = made.find((one) => isWanted(one, wanted));
      if (found !== undefined) return `${found.sum} = ${show(figure.value)}`;
    }
  }
  return null;
};

const isWanted = (made: Made, { base, kind }: { base: number; kind: string }): boolean =>
  made.kind === kind && isSame(roundLike(made.base, base), base);

/** Rounds a ratio to as many digits as the statement gives. */
const roundLike = (made: number, wanted: number): number => {
  const digits = Math.max(2, significantDigits(wanted));
  return digits > 12 || made === 0 ? made : Number(made.toPrecision(digits));
};

const restOfWhole = ({ value, unit }: Figure): Made | null =>
  unit === 'percent' && value > 0 && value < 100
    ? { base: (100 - value) * PER_PERCENT, kind: 'share', sum: `100 − ${show(value)}` }
    : null;

/** A percentage in the base unit of its kind, per mille. */
const PER_PERCENT = 10;
const FEWEST = 13;

const addAndSubtract = (left: Figure, right: Figure): Made[] => {
  const kind = kindOf(left.unit);
  const write = (sign: string): string => `${show(left.value)} ${sign} ${show(right.value)}`;
  return [
    { base: toBase(left) + toBase(right), kind, sum: write('+') },
    { base: toBase(left) - toBase(right), kind, sum: write('−') },
  ];
};

/** The results of combining two figures. Small numbers without a unit are counts, which are multiplied but not added. */
const combinationsOf = (
  left: Figure,
  right: Figure,
  { isDivisor }: { isDivisor: boolean },
): Made[] => {
  const [one, other] = [toBase(left), toBase(right)];
  const kind = kindOf(right.unit);
  const write = (sign: string): string => `${show(left.value)} ${sign} ${show(right.value)}`;
  if (kindOf(left.unit) === kind) {
    const areAmounts =
      left.unit !== undefined || (Math.abs(one) >= FEWEST && Math.abs(other) >= FEWEST);
    if (!areAmounts) return [];
    return [...addAndSubtract(left, right), ...(other === 0 ? [] : ratiosOf(left, right))];
  }
  if (left.unit === 'percent' && CURRENCIES.has(kind)) {
    return [
      {
        base: (left.value / 100) * other,
        kind,
        sum: `${show(left.value)} % × ${show(right.value)}`,
      },
    ];
  }
  if (left.unit !== undefined && !isCount(left)) return [];
  return [
    { base: left.value * other, kind, sum: write('×') },
    ...(isDivisor && left.value !== 0
      ? [{ base: other / left.value, kind, sum: `${show(right.value)} ÷ ${show(left.value)}` }]
      : []),
  ];
};

/** Durations may also count something: three months at 25 euros. */
const isCount = ({ unit }: Figure): boolean =>
  kindOf(unit) === 'duration' ||
  kindOf(unit) === 'calendar' ||
  unit === 'person' ||
  unit === 'workday' ||
  unit === 'time';

const ratiosOf = (left: Figure, right: Figure): Made[] => {
  const [one, other] = [toBase(left), toBase(right)];
  const ratio = one / other;
  const write = `${show(left.value)} ÷ ${show(right.value)}`;
  const change = (one - other) / other;
  return [
    { base: ratio, kind: 'time', sum: write },
    { base: ratio * 100 * PER_PERCENT, kind: 'share', sum: write },
    {
      base: Math.abs(change) * 100 * PER_PERCENT,
      kind: 'share',
      sum: `(${show(left.value)} − ${show(right.value)}) ÷ ${show(right.value)}`,
    },
  ];
};

/** Explains a figure as the sum of three or more consecutive figures, or as what is left of a third after subtracting two. */
const combineMore = (figure: Figure, numbers: readonly Figure[]): string | null => {
  const wanted = toBase(figure);
  const alike = numbers
    .filter(
      ({ unit, value }) =>
        kindOf(unit) === kindOf(figure.unit) && (unit !== undefined || Math.abs(value) >= FEWEST),
    )
    .slice(0, MOST_FOR_TRIPLES);
  const show3 = (list: readonly Figure[], sign: string): string =>
    `${list.map(({ value, unit }) => show(fromBase(toBase({ value, unit }), figure.unit))).join(` ${sign} `)} = ${show(figure.value)}`;
  for (let first = 0; first < alike.length; first += 1) {
    for (let count = 3; first + count <= alike.length; count += 1) {
      const run = alike.slice(first, first + count);
      if (
        isSame(
          run.reduce((sum, one) => sum + toBase(one), 0),
          wanted,
        )
      )
        return show3(run, '+');
    }
  }
  for (const whole of alike) {
    for (const [at, one] of alike.entries()) {
      for (const other of alike.slice(at + 1)) {
        if (whole === one || whole === other) continue;
        const rest = toBase(whole) - toBase(one) - toBase(other);
        if (isSame(rest, wanted)) return show3([whole, one, other], '−');
      }
    }
  }
  return null;
};

const show = (value: number): string => String(Number(value.toPrecision(12)));
