import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { narrowScope } from '../../src/shared/scope.js';
import { withCachedResults } from '../../src/tools/cached-results.js';
import { defineTool, type ToolContext, type ToolResult } from '../../src/tools/tool.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.destroy());

/** A tool whose every run returns another number. */
const createCounter = (cacheSec: number | undefined, evidence?: ToolResult['evidence']) => {
  let runs = 0;
  const tool = defineTool({
    name: 'counter',
    description: 'Counts.',
    input: z.strictObject({ of: z.string().optional(), by: z.number().optional() }),
    timeoutMs: 1000,
    risk: 'external',
    ...(cacheSec !== undefined && { cacheSec }),
    run: async () => {
      runs += 1;
      const value = { kind: 'value', text: `run ${runs}`, url: 'https://x.example/' } as const;
      return { summary: `${runs}`, evidence: evidence ?? [value] };
    },
  });
  return withCachedResults(tool, test);
};

// Neither the tool nor what is around it asks for anything else of the context.
const contextOf = (scope: ToolContext['scope']) => ({ scope }) as ToolContext;

describe('a tool that declares how long its results are valid', () => {
  it('returns the cached result for equal arguments, whatever the order of their keys', async () => {
    const tool = createCounter(60);
    const { admin } = await test.tenant();

    await tool.run({ of: 'sheep', by: 2 }, contextOf(admin));
    const again = await tool.run({ by: 2, of: 'sheep' }, contextOf(admin));
    const other = await tool.run({ of: 'goats', by: 2 }, contextOf(admin));

    const value = { kind: 'value', text: 'run 1', url: 'https://x.example/' };
    expect(again).toEqual({ summary: '1', evidence: [value], cached: true });
    expect(other).toMatchObject({ summary: '2' });
  });

  it('shares no result between tenants', async () => {
    const tool = createCounter(60);
    const [first, second] = [await test.tenant(), await test.tenant()];

    await tool.run({}, contextOf(first.admin));

    expect(await tool.run({}, contextOf(second.admin))).toMatchObject({ summary: '2' });
  });

  it('shares no result between keys that may see different documents', async () => {
    const tool = createCounter(60);
    const { admin } = await test.tenant();
    const filter = { type: 'eq', key: 'language', value: 'en' } as const;
    const limited = narrowScope(admin, filter, { from: 'key' });

    await tool.run({}, contextOf(admin));

    expect(await tool.run({}, contextOf(limited))).toMatchObject({ summary: '2' });
    expect(await tool.run({}, contextOf(limited))).toMatchObject({ summary: '2', cached: true });
  });

  it('runs again once that time is over, and the next cleanup deletes the result', async () => {
    const tool = createCounter(0);
    const { admin } = await test.tenant();
    const sweep = () =>
      test.database.withScope(makeSystemScope(admin.tenantId), (tx) =>
        tx.toolResults.removeExpired(),
      );

    await tool.run({}, contextOf(admin));

    expect(await tool.run({}, contextOf(admin))).toMatchObject({ summary: '2' });
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
  });

  it('does not cache a result that is too large', async () => {
    const tool = createCounter(60, [{ kind: 'value', text: 'x'.repeat(64_001) }]);
    const { admin } = await test.tenant();

    await tool.run({}, contextOf(admin));

    expect(await tool.run({}, contextOf(admin))).toMatchObject({ summary: '2' });
  });
});

describe('a tool that does not declare how long its results are valid', () => {
  it('runs every time', async () => {
    const tool = createCounter(undefined);
    const { admin } = await test.tenant();

    await tool.run({}, contextOf(admin));

    expect(await tool.run({}, contextOf(admin))).toMatchObject({ summary: '2' });
  });
});
