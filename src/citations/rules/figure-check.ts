import type { Figure } from './figures.js';
import { recompute, type Operands } from './arithmetic.js';
import { isSame, kindOf } from './quantities.js';

/**
 * How a figure of a statement relates to the known figures. `stands`: a source or the user says it. `computed`: it follows from known
 * figures. `unclear`: the number occurs with another unit, or may mean nothing on its own. `missing`: it does not occur.
 */
export type FigureFinding = {
  figure: Figure;
  found: 'stands' | 'computed' | 'unclear' | 'missing';
  sum?: string;
};

export const findFigure = (figure: Figure, known: Operands): FigureFinding => {
  const all = [...known.asked, ...known.sentences.flat()];
  if (all.some((other) => isSameFigure(figure, other))) return { figure, found: 'stands' };
  const sum = recompute(figure, known);
  if (sum !== null) return { figure, found: 'computed', sum };
  const isUnclear = figure.isVague === true || all.some((other) => isLooselySame(figure, other));
  return { figure, found: isUnclear ? 'unclear' : 'missing' };
};

/** True if both figures mean the same; a number without a unit matches any unit. */
export const isSameFigure = (figure: Figure, known: Figure): boolean => {
  if (figure.kind === 'date') return isSameDate(figure, known);
  if (figure.kind === 'clock') {
    if (known.kind === 'clock') return figure.value === known.value;
    const isHour = known.unit === 'hour' || known.unit === undefined;
    return known.kind === 'number' && isHour && figure.value === known.value * 60;
  }
  if (figure.kind === 'number' && known.kind === 'date') return isPartOfDate(figure, known);
  if (figure.kind === 'number' && known.kind === 'clock') {
    return (figure.unit ?? 'hour') === 'hour' && known.value === figure.value * 60;
  }
  if (figure.kind !== known.kind) return false;
  if (figure.kind === 'code') return figure.code === known.code;
  if (figure.kind === 'weekday') return figure.value === known.value;
  if (!isSame(figure.value, known.value)) return false;
  return figure.unit === known.unit || figure.unit === undefined;
};

/** A date without a year matches the date in any year, and a month matches any day in it. */
const isSameDate = ({ date }: Figure, known: Figure): boolean => {
  const other = known.date;
  if (date === undefined || other === undefined) return false;
  const agrees = <Part>(own: Part | undefined, said: Part | undefined): boolean =>
    own === undefined || own === said;
  return (
    agrees(date.month, other.month) &&
    agrees(date.day, other.day) &&
    (agrees(date.year, other.year) || other.year === undefined)
  );
};

const isPartOfDate = ({ value, unit }: Figure, { date }: Figure): boolean =>
  (unit === undefined || unit === 'year') &&
  (value === Number(date?.year ?? NaN) || value === date?.day);

/** True if the number occurs, but without this unit or with another one. */
const isLooselySame = (figure: Figure, known: Figure): boolean =>
  figure.kind === 'number' && known.kind === 'number' && isSame(figure.value, known.value);

/** The figure that a source gives instead: the only one with the same unit, otherwise null. */
export const findCounterpart = (figure: Figure, near: readonly Figure[]): Figure | null => {
  const alike = near.filter(
    (other) =>
      other.kind === figure.kind &&
      kindOf(other.unit) === kindOf(figure.unit) &&
      (figure.kind !== 'number' || figure.unit !== undefined || near.length === 1),
  );
  const written = new Set(alike.map((other) => other.written));
  return written.size === 1 ? (alike[0] ?? null) : null;
};
