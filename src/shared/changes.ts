/** A field that is absent or undefined stays as it is. */
export type Changes<Whole> = { [Field in keyof Whole]?: Whole[Field] | undefined };

// Removes undefined fields only, so each remaining field has its type in Whole.
export const withoutUndefined = <Whole extends object>(fields: Changes<Whole>): Partial<Whole> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Whole>;
