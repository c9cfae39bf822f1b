import { z } from 'zod';

type Parsed<Output> =
  { success: true; data: Output } | { success: false; issues: z.core.$ZodIssue[] };

type Wording = {
  /** The maximum number of issues that are worded. */
  most: number;
  /** Words an issue in our own way; default: the library's. */
  word?: (issue: z.core.$ZodRawIssue) => string;
};

/** Issues of the alternatives in a union are worded before it is known which of them will be shown. */
const MAX_WORDED_INSIDE = 200;

/**
 * Validates a value like `safeParse`, but words only the first issues: a body of a megabyte may have half a million of them, and wording
 * them all takes seconds.
 */
export const parseFirst = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { most, word }: Wording,
): Parsed<z.output<Schema>> => {
  const checked = schema._zod.run({ value, issues: [] }, { async: false, error: bounded(word) });
  if (checked instanceof Promise) throw new z.core.$ZodAsyncError();
  if (checked.issues.length === 0) {
    // The library types any schema's output as unknown here.
    return { success: true, data: checked.value as z.output<Schema> };
  }
  const issues = checked.issues
    .slice(0, most)
    .map((issue) =>
      z.core.util.finalizeIssue(issue, word === undefined ? {} : { error: word }, z.config()),
    );
  return { success: false, issues };
};

const bounded = (word: Wording['word']) => {
  let worded = 0;
  return (issue: z.core.$ZodRawIssue): string | undefined => {
    worded += 1;
    return worded > MAX_WORDED_INSIDE ? 'is not accepted' : word?.(issue);
  };
};
