/** A field of what came from outside; undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** True of a failure of the file system that says so. */
export const isMissing = (error: unknown): boolean => fieldOf(error, 'code') === 'ENOENT';
