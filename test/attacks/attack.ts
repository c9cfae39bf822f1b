/** A file below test/, without its ending, and words of the title of one of its tests, or of a block of tests. */
export type Held = readonly [file: string, title: string];

/** Held by these tests, all of which must pass; or a reason why there is nothing to attack, or why no test tries it yet. */
export type Attack = { number: number; attack: string } & (
  { tests: readonly [Held, ...Held[]] } | { reason: string }
);

export const fileOf = ([file]: Held): string => `test/${file}.test.ts`;
