import type { z } from 'zod';
import type { FieldError } from '../shared/errors.js';

/** So many fields are named in one refusal. */
export const MAX_FIELD_ERRORS = 20;

/** What a schema has against a field, by its path; a field nobody knows is named like any other. */
export const toFieldErrors = (issue: z.core.$ZodIssue): FieldError[] => {
  const path = issue.path.map(String);
  if (issue.code === 'invalid_union') return closestOf(issue).flatMap(toFieldErrors);
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: path.join('.'), message: issue.message, ...codeOf(issue) }];
  }
  return issue.keys.slice(0, MAX_FIELD_ERRORS).map((key) => ({
    path: [...path, key].join('.'),
    message: 'is not known',
    code: 'unknown',
  }));
};

/** Finds what is wrong with the one of several shapes that fits best. */
const closestOf = ({ path, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] => {
  const [closest = []] = errors.toSorted((left, right) => left.length - right.length);
  return closest
    .slice(0, MAX_FIELD_ERRORS)
    .map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
};

type Coded = Pick<FieldError, 'code' | 'limit'>;

const codeOf = (issue: z.core.$ZodIssue): Coded => {
  // The value itself is not kept; the words say whether there was one.
  if (issue.message === 'is missing') return { code: 'missing' };
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'wrong_type' };
    case 'invalid_value':
      return { code: 'not_a_choice' };
    case 'invalid_format':
      return { code: 'wrong_format' };
    case 'too_small':
      return { code: TOO_LITTLE[issue.origin] ?? 'too_small', limit: Number(issue.minimum) };
    case 'too_big':
      return { code: TOO_MUCH[issue.origin] ?? 'too_big', limit: Number(issue.maximum) };
    default:
      return {};
  }
};

const TOO_LITTLE: Readonly<Record<string, Coded['code'] & string>> = {
  string: 'too_short',
  array: 'too_few',
};
const TOO_MUCH: Readonly<Record<string, Coded['code'] & string>> = {
  string: 'too_long',
  array: 'too_many',
};
