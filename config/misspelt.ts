import { editDistance } from '../src/shared/edit-distance.js';

/** An unknown variable, and the one of ours that it resembles. */
export type Misspelt = { variable: string; meant: string };

/** Finds misspelt names: up to two letters wrong, missing, too many or swapped. Short names resemble too many others. */
export const findMisspelt = (
  variables: Record<string, string | undefined>,
  known: readonly string[],
): Misspelt[] =>
  Object.keys(variables)
    .filter((variable) => variable.length >= SHORTEST && !known.includes(variable))
    .flatMap((variable) => {
      const meant = known.find(
        (name) => variables[name] === undefined && isNear(variable.toUpperCase(), name),
      );
      return meant === undefined ? [] : [{ variable, meant }];
    });

const SHORTEST = 6;
const MAX_SLIPS = 2;

const isNear = (given: string, name: string): boolean =>
  name.length >= SHORTEST &&
  given.startsWith(name.charAt(0)) &&
  Math.abs(given.length - name.length) <= MAX_SLIPS &&
  editDistance(given, name) <= MAX_SLIPS;
