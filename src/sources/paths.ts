/** True of the path itself and of what lies below it. */
export const isWithin = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
