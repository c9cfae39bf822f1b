/** A field that is not named, or is undefined, stays as it is. */
export type Changes<Whole> = { [Field in keyof Whole]?: Whole[Field] | undefined };

// Only fields go whose value is undefined, so each that is left has the type of the whole's.
export const withoutUndefined = <Whole extends object>(fields: Changes<Whole>): Partial<Whole> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Whole>;
