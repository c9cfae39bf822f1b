import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { wordIssue } from '../../src/shared/word-issue.js';

const word = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: wordIssue }).error?.issues[0]?.message;

describe('a validation error', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['is missing', z.string(), undefined],
    ['is missing', z.enum(['up', 'down']), undefined],
    ['must be a text', z.string(), 5],
    ['must be a number', z.coerce.number(), 'abc'],
    ['must be a whole number', z.int(), 1.5],
    ['must be true or false', z.boolean(), 'yes'],
    ['must be a list', z.array(z.string()), {}],
    ['must be an object', z.strictObject({}), []],
    ['must be one of up, down', z.enum(['up', 'down']), 'left'],
    ['must be on', z.literal('on'), 'off'],
    ['must not be empty', z.string().min(1), ''],
    ['must not be empty', z.array(z.string()).min(1), []],
    ['must have at least 12 characters', z.string().min(12), 'short'],
    ['must have at most 2 entries', z.array(z.int()).max(2), [1, 2, 3]],
    ['must have 3 characters', z.string().length(3), 'ab'],
    ['must be at least 1', z.int().min(1), 0],
    ['must be more than 0', z.number().positive(), 0],
    ['must be at most 50', z.int().max(50), 51],
    ['must be an e-mail address', z.email(), 'ada'],
    ['must be a time, as 2026-11-26T08:00:00Z', z.iso.datetime({ offset: true }), 'now'],
    ['must be a day, as 2026-11-26', z.iso.date(), 'today'],
    ['must be an id, as 0197e0b2-0000-7000-8000-000000000000', z.uuid(), '7'],
    ['must match /^[a-z]{2}$/', z.string().regex(/^[a-z]{2}$/), 'eng'],
  ])('is worded: %s', (words, schema, value) => {
    expect(word(schema, value)).toBe(words);
  });

  it('keeps the words that the schema itself defines', () => {
    expect(word(z.string().regex(/^a$/, 'must be an a'), 'b')).toBe('must be an a');
  });
});
