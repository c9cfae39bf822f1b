import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parsePart } from '../../src/http/index.js';
import { createRoutes } from '../../src/compose/routes.js';
import { isAppError, type AppError } from '../../src/shared/errors.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { HOSTILE_VALUES, malformedBodies } from '../support/malformed.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

const routes = createRoutes(createFakeApiDeps().deps).map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}));
const withBody = routes.filter(({ body }) => body !== undefined);
// One that names no field takes whatever a client sends along.
const withQuery = routes.filter(({ query }) => Object.keys(query?.shape ?? {}).length > 0);

const refusalOf = (schema: z.ZodType, value: unknown): AppError | null => {
  try {
    parsePart(schema, value);
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
};

const refusalsOf = (schema: z.ZodType | undefined, values: readonly unknown[]): AppError[] =>
  values.flatMap((value) => refusalOf(schema ?? z.never(), value) ?? []);

const wordsOf = (refusals: readonly AppError[]): string[] => [
  ...new Set(refusals.flatMap(({ errors = [] }) => errors.map(({ message }) => message))),
];

/** Matches what the schema library says by itself, and what cannot follow the name of a field. */
const OF_THE_LIBRARY =
  /expected|received|invalid|too (?:small|big)|unrecogni[sz]ed|>=|<=|\bregex\b/i;
const PREDICATE = /^(?:is|are|must|may|has|holds)\b/;

const requireOurWords = (words: readonly string[]): void => {
  expect(words.length).toBeGreaterThan(0);
  for (const message of words) {
    expect(message).not.toMatch(OF_THE_LIBRARY);
    expect(message).toMatch(PREDICATE);
  }
};

describe('the error about an invalid field', () => {
  it.each(withBody)(
    'in the body of $name is in our own words, whatever was sent',
    ({ name, body }) => {
      const sent = [...malformedBodies(VALID_BODIES[name] ?? {}), null, 'text', [], 42];

      requireOurWords(wordsOf(refusalsOf(body, sent)));
    },
  );

  it.each(withQuery)(
    'in the query of $name is in our own words, whatever was sent',
    ({ query }) => {
      const names = [...Object.keys(query?.shape ?? {}), 'unheardOf'];
      const sent = names.flatMap((name) => HOSTILE_VALUES.map((value) => ({ [name]: value })));

      requireOurWords(wordsOf(refusalsOf(query, sent)));
    },
  );

  it("is also part of the problem's sentence", () => {
    const schema = z.strictObject({ title: z.string().min(1), topK: z.int().max(50) });

    expect(refusalOf(schema, { title: '', topK: 3 })?.message).toBe(
      'The request was refused: title must not be empty.',
    );
    expect(refusalOf(schema, { topK: 51, a: 1, b: 2, c: 3 })?.message).toBe(
      'The request was refused: title is missing; topK must be at most 50; a is not known; and 2 more.',
    );
    expect(refusalOf(schema, 'text')?.message).toBe(
      'The request was refused: the body must be an object.',
    );
  });

  it('has a code and its number, so that programs can translate it', () => {
    const schema = z.strictObject({
      name: z.string().min(3),
      topK: z.int().max(50),
      tools: z.array(z.string()).max(1),
      address: z.email(),
      sort: z.enum(['title', 'size']),
      age: z.number(),
    });
    const sent = { name: 'a', topK: 51, tools: ['a', 'b'], address: 'b', sort: 'c', other: 1 };

    const errors = refusalOf(schema, sent)?.errors ?? [];

    expect(
      Object.fromEntries(errors.map(({ path, code, limit }) => [path, [code, limit]])),
    ).toEqual({
      name: ['too_short', 3],
      topK: ['too_big', 50],
      tools: ['too_many', 1],
      address: ['wrong_format', undefined],
      sort: ['not_a_choice', undefined],
      age: ['missing', undefined],
      other: ['unknown', undefined],
    });
  });

  it('is only worded as far as it is shown, however many fields are wrong', () => {
    let worded = 0;
    const count = () => {
      worded += 1;
      return 'must be a text';
    };
    const schema = z.array(z.string({ error: count }));

    const refusal = refusalOf(schema, new Array(100_000).fill(1));

    expect(refusal?.errors).toHaveLength(20);
    expect(worded).toBe(20);
  });

  it('names no more unknown fields than are shown, however many there are', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1]);

    expect(refusalOf(z.strictObject({}), Object.fromEntries(names))?.errors).toHaveLength(20);
  });
});
