import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseFirst } from '../../src/shared/parse-first.js';

const counting = () => {
  const counted = { worded: 0 };
  const word = () => {
    counted.worded += 1;
    return 'is wrong';
  };
  return { counted, word };
};

describe('a value that matches a schema', () => {
  it('is returned as the schema transforms it', () => {
    expect(parseFirst(z.object({ n: z.coerce.number() }), { n: '1' }, { most: 5 })).toEqual({
      success: true,
      data: { n: 1 },
    });
  });
});

describe('a value that does not match a schema', () => {
  it('is described by its first issues, and no others are put into words', () => {
    const { counted, word } = counting();

    const parsed = parseFirst(z.array(z.string()), new Array(100_000).fill(1), { most: 3, word });

    expect(parsed).toMatchObject({
      success: false,
      issues: [0, 1, 2].map((at) => ({ path: [at], message: 'is wrong' })),
    });
    expect(counted.worded).toBe(3);
  });

  it('has at most about 200 issues put into words in a union of 50,000 wrong values', () => {
    const { counted, word } = counting();
    const schema = z.union([z.string(), z.array(z.union([z.string(), z.boolean()]))]);

    const parsed = parseFirst(schema, new Array(50_000).fill(1), { most: 3, word });

    expect(parsed).toMatchObject({ success: false, issues: [{ code: 'invalid_union' }] });
    expect(counted.worded).toBeLessThan(300);
  });

  it("is described in the library's words if we have none", () => {
    const parsed = parseFirst(z.string(), 1, { most: 5 });

    expect(parsed).toMatchObject({ issues: [{ message: expect.stringContaining('string') }] });
  });
});
