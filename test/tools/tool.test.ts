import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createTools, TOOLS } from '../../src/tools/index.js';
import { toToolSettings, toToolVariables } from '../../src/tools/variables.js';
import { declareTool } from '../../src/tools/tool.js';

// What a file of src/tools holds; the one line in its index.ts is the list that the functions are given here.
const tides = declareTool({
  name: 'tides',
  description: 'The tides of a harbour. It knows no weather.',
  input: z.strictObject({ harbour: z.string() }),
  risk: 'external',
  timeoutSec: 3,
  create:
    () =>
    async ({ harbour }) => ({
      summary: 'value returned',
      candidates: [],
      degraded: [],
      evidence: [{ kind: 'value', text: `High water in ${harbour} at noon.` }],
    }),
});
const untimed = declareTool({
  name: 'moon',
  description: 'The phase of the moon.',
  input: z.strictObject({}),
  risk: 'safe',
  create: () => async () => ({ summary: '', candidates: [], degraded: [], evidence: [] }),
});
const ADDED = [tides, untimed];

const settingsIn = (environment: Record<string, string>) => {
  const env = z.object(toToolVariables(ADDED)).parse(environment);
  return toToolSettings(env, ADDED);
};

// Neither of the two asks for any of what the tools of this house work with.
const parts = {} as Omit<Parameters<typeof createTools>[0], 'timeoutMs' | 'settings'>;

describe('an added tool', () => {
  it('brings its own setting for its time limit', () => {
    expect(settingsIn({}).timeoutMs).toEqual({ tides: 3_000, other: 10_000 });
    expect(
      settingsIn({ TIDES_TIMEOUT_SEC: '7', TOOL_EXECUTION_TIMEOUT_SEC: '2' }).timeoutMs,
    ).toEqual({
      tides: 7_000,
      other: 2_000,
    });
    expect(toToolVariables(ADDED)).toMatchObject({
      TIDES_TIMEOUT_SEC: { description: 'Time limit of the tool tides.' },
    });
  });

  it('runs with its own time limit, or the common one if it declares none', () => {
    const tools = createTools({ ...parts, ...settingsIn({}) }, ADDED);

    expect(tools).toMatchObject([
      { name: 'tides', risk: 'external', timeoutMs: 3_000 },
      { name: 'moon', risk: 'safe', timeoutMs: 10_000 },
    ]);
  });

  it('has its arguments validated by its own schema', async () => {
    const [tool] = createTools({ ...parts, ...settingsIn({}) }, [tides]);

    // Refused before anything is asked of the context.
    const refused = tool?.run({ harbour: 7 }, {} as Parameters<typeof tool.run>[1]);

    await expect(refused).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('the environment', () => {
  it('has a setting for each tool that declares its own limit', () => {
    expect(Object.keys(toToolVariables(TOOLS))).toEqual(
      expect.arrayContaining([
        'RAG_SEARCH_TIMEOUT_SEC',
        'MEMORY_SEARCH_TIMEOUT_SEC',
        'CREATE_MEMORY_TIMEOUT_SEC',
        'DOCUMENT_RETRIEVAL_TIMEOUT_SEC',
        'TOOL_EXECUTION_TIMEOUT_SEC',
      ]),
    );
  });
});
