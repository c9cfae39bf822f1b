import type { z } from 'zod';
import type { FieldError } from './errors.js';

type RawIssue = z.core.$ZodRawIssue;

/** A schema's complaint, worded to follow a field's name: "must not be empty". A schema's own message takes precedence. */
export const wordIssue = (issue: RawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${typeName(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${wordChoice(issue.values)}`;
    case 'too_small':
      return wordLeast(issue);
    case 'too_big':
      return wordMost(issue);
    case 'invalid_format':
      return wordFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'has unknown fields';
    case 'invalid_key':
      return 'is a name that is not accepted here';
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return 'is not accepted';
  }
};

/** The maximum number of fields in one refusal. */
export const MAX_FIELD_ERRORS = 20;

/** A schema's issues by field path; an unknown field is named like any other. */
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

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a time',
};

const typeName = (expected: string): string => TYPE_NAMES[expected] ?? 'of another type';

const wordChoice = (values: readonly unknown[]): string => {
  const named = values.map(String);
  return named.length === 1 ? (named[0] ?? '') : `one of ${named.join(', ')}`;
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

const wordLeast = ({ origin, minimum, inclusive, exact }: RawIssue & { code: 'too_small' }) => {
  const unit = UNITS[origin];
  if (unit === undefined)
    return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  if (exact === true) return `must have ${minimum} ${unit}`;
  return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${minimum} ${unit}`;
};

const wordMost = ({ origin, maximum, inclusive, exact }: RawIssue & { code: 'too_big' }) => {
  const unit = UNITS[origin];
  if (unit === undefined)
    return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
  return exact === true ? `must have ${maximum} ${unit}` : `must have at most ${maximum} ${unit}`;
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id, as 0197e0b2-0000-7000-8000-000000000000',
  email: 'an e-mail address',
  url: 'a URL',
  datetime: 'a time, as 2026-11-26T08:00:00Z',
  date: 'a day, as 2026-11-26',
};

const wordFormat = ({ format, pattern }: RawIssue & { code: 'invalid_format' }): string => {
  const name = FORMATS[format];
  if (name !== undefined) return `must be ${name}`;
  return pattern === undefined ? 'has the wrong format' : `must match ${pattern}`;
};

/** The issues of the alternative that fits best. */
const closestOf = ({ path, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] => {
  const [closest = []] = errors.toSorted((left, right) => left.length - right.length);
  return closest
    .slice(0, MAX_FIELD_ERRORS)
    .map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
};

type Coded = Pick<FieldError, 'code' | 'limit'>;

const codeOf = (issue: z.core.$ZodIssue): Coded => {
  // The value itself is not available, but the message says whether there was one.
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
