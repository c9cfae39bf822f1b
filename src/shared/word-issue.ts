import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** A schema's complaint in words that follow the name of a field: "must not be empty". A message of the schema's own wins over these. */
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
      return 'has fields that are not known';
    case 'invalid_key':
      return 'is a name that is not accepted here';
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return 'is not accepted';
  }
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
  return pattern === undefined ? 'has another form than is asked for' : `must match ${pattern}`;
};
