/** A variable that means nothing here, and the one of ours that it looks like. */
export type Misspelt = { variable: string; meant: string };

/** Names with a slip of the keys: up to two letters are wrong, missing, too many or swapped. Short names look like too many others. */
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
  countSlips(given, name) <= MAX_SLIPS;

/** Damerau and Levenshtein's distance: letters to put in, take out, change or swap with their neighbour. */
const countSlips = (given: string, name: string): number => {
  const rows: number[][] = [Array.from({ length: name.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= given.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= name.length; column += 1) {
      const isSame = given[row - 1] === name[column - 1];
      const isSwapped = given[row - 1] === name[column - 2] && given[row - 2] === name[column - 1];
      next[column] = Math.min(
        at(row - 1, column) + 1,
        (next[column - 1] ?? Infinity) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
    rows[row] = next;
  }
  return at(given.length, name.length);
};
