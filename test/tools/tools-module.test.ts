import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadOperatorTools, parseConfig } from '../../config/index.js';
import { z } from 'zod';
import { AppError } from '../../src/shared/errors.js';
import { createTools, TOOL_REGISTRY, type ToolsModule } from '../../src/tools/index.js';
import { declareTool } from '../../src/tools/tool.js';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-tools-module-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A module under a name of its own, for each is loaded once. */
const write = async (source: string): Promise<string> => {
  files += 1;
  const path = join(folder, `module-${files}.mjs`);
  await writeFile(path, source);
  return path;
};

const loadFrom = (path: string) => loadOperatorTools({ TOOLS_MODULE: path }, TOOL_REGISTRY);
const load = async (source: string) => loadFrom(await write(source));

/** A module of one tool, with these parts in place of the usual ones. */
const moduleOf = (parts: Record<string, string> = {}, tools = 'declareTool(tool)'): string => {
  const tool = {
    name: "'tides'",
    description: "'The tides. No weather.'",
    input: 'z.strictObject({ harbour: z.string() })',
    risk: "'safe'",
    create: `() => async ({ harbour }) => ({ summary: '1', evidence: [{ kind: 'value', text: harbour }] })`,
    ...parts,
  };
  const fields = Object.entries(tool).map(([name, value]) => `${name}: ${value}`);
  return `export default ({ declareTool, z, AppError }) => {
    const tool = { ${fields.join(', ')} };
    return [${tools}];
  };`;
};

// None of these tools asks for what ours work with.
const parts = {} as Omit<Parameters<typeof createTools>[0], 'timeoutMs' | 'settings'>;

const runWith = async (
  source: string,
  given: { variables?: Record<string, string>; input?: unknown } = {},
) => {
  const variables = { ...given.variables, TOOLS_MODULE: await write(source) };
  const { tools: settings } = parseConfig(variables, await loadFrom(variables.TOOLS_MODULE));
  const added = settings.declared.filter(({ name }) => name === 'tides');
  const [tool] = createTools({ ...parts, ...settings }, added);
  const context = {} as Parameters<NonNullable<typeof tool>['run']>[1];
  return tool?.run(given.input ?? { harbour: 'Vlissingen' }, context);
};

describe('a module with added tools', () => {
  it('gives its tools the variables that they declare, and no others', async () => {
    const source = moduleOf({
      settings: "{ TIDES_KEY: z.string().min(3).describe('Its key.') }",
      timeoutSec: '3',
      create: `(deps, settings) => async () => ({ summary: Object.keys(settings).join(), evidence: [] })`,
    });
    const found = await runWith(source, { variables: { TIDES_KEY: 'abc' } });

    expect(found).toEqual({ summary: 'TIDES_KEY', evidence: [] });
  });

  it('has its variables included in the check of the environment: required, limited and misspelt ones', async () => {
    const source = moduleOf({
      settings: '{ TIDES_KEY: z.string().min(3), TIDES_PLACE: z.string().optional() }',
      timeoutSec: '3',
    });
    const tools = await load(source);

    expect(() => parseConfig({}, tools)).toThrow('TIDES_KEY');
    expect(() => parseConfig({ TIDES_KEY: 'abc', TIDES_TIMEOUT_SEC: '0' }, tools)).toThrow(
      'TIDES_TIMEOUT_SEC',
    );
    const { misspelt, tools: settings } = parseConfig(
      { TIDES_KEY: 'abc', TIDES_PLAEC: 'here', TIDES_TIMEOUT_SEC: '7' },
      tools,
    );
    expect(misspelt).toEqual([{ variable: 'TIDES_PLAEC', meant: 'TIDES_PLACE' }]);
    expect(settings.timeoutMs).toMatchObject({ tides: 7000 });
  });

  it("has its tools' arguments validated", async () => {
    await expect(runWith(moduleOf(), { input: { harbour: 7 } })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it.each([
    ['throws', "throw new Error('canary')", 'tool_failed'],
    ['returns nothing', 'return undefined', 'tool_failed'],
    ['returns no evidence', "return { summary: 'x' }", 'tool_failed'],
    ['returns a summary that is not text', 'return { summary: 7, evidence: [] }', 'tool_failed'],
    ['invents a code', "throw new AppError('canary_code', 'x')", 'tool_failed'],
    [
      'throws a code that is reserved for us',
      "throw new AppError('forbidden', 'x')",
      'tool_failed',
    ],
    ['reports what it did not find', "throw new AppError('not_found', 'No harbour.')", 'not_found'],
  ])('whose tool %s is reported with one of our error codes', async (_, statement, code) => {
    const create = `() => async () => { ${statement}; }`;

    const failed = runWith(moduleOf({ create }));

    await expect(failed).rejects.toMatchObject({ code });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringMatching(/canary/) });
  });

  it("has TypeScript types that include the tool's settings", () => {
    const makeTools: ToolsModule = (kit) => [
      kit.declareTool({
        name: 'tides',
        description: 'The tides. No weather.',
        input: kit.z.strictObject({ harbour: kit.z.string() }),
        risk: 'safe',
        settings: { TIDES_KEY: kit.z.string() },
        create:
          (_deps, { TIDES_KEY }) =>
          async ({ harbour }) => ({ summary: harbour.concat(TIDES_KEY), evidence: [] }),
      }),
    ];

    expect(makeTools({ declareTool, z, AppError })).toMatchObject([{ name: 'tides' }]);
  });

  it('may set a tool up or leave it out', async () => {
    expect(await runWith(moduleOf({ create: '() => null' }))).toBeUndefined();
  });
});

describe('the startup', () => {
  it.each([
    ['that is not there', null, 'cannot be loaded'],
    ['that cannot be read', 'export default ({', 'cannot be loaded'],
    ['that throws', "throw new Error('no licence');", 'cannot be loaded: no licence.'],
    ['without a default export', 'export const a = 1;', 'has no function as its default export'],
    [
      'that returns a list of invalid values',
      'export default [];',
      'has no function as its default',
    ],
    ['that does not return a list', 'export default () => 7;', 'returns no list of tools'],
    ['that rejects', "export default async () => { throw new Error('later'); };", 'later'],
    [
      'that exports tools instead of a function',
      moduleOf({}, 'tool'),
      'its declareTool has not made',
    ],
    ['with a bad name', moduleOf({ name: "'Tides!'" }), '"Tides!": name: must be 1 to 48 of'],
    ['with a reserved name', moduleOf({ name: "'__proto__'" }), '"__proto__": name: must be'],
    ['without a name', moduleOf({ name: 'undefined' }), 'the tool without a name: name:'],
    ['without a description', moduleOf({ description: "' '" }), '"tides": description:'],
    ['with an unknown risk', moduleOf({ risk: "'none'" }), '"tides": risk:'],
    ['without a schema', moduleOf({ input: '{}' }), '"tides": input: must be an object schema'],
    [
      'with a schema that JSON Schema cannot express',
      moduleOf({ input: 'z.strictObject({ day: z.date() })' }),
      '"tides": input: must be an object schema that JSON can describe',
    ],
    ['with invalid settings', moduleOf({ settings: '{ TIDES_KEY: 7 }' }), 'settings.TIDES_KEY'],
    ['with an invalid time limit', moduleOf({ timeoutSec: '0' }), '"tides": timeoutSec:'],
    ['with an unknown field', moduleOf({ risks: '1' }), 'Unrecognized key: "risks"'],
    [
      'with a tool named like ours',
      moduleOf({ name: "'rag_search'" }),
      'has the name of one of ours',
    ],
    [
      'with the same tool twice',
      moduleOf({}, 'declareTool(tool), declareTool(tool)'),
      'is added twice',
    ],
    [
      'with a tool that reads our variables',
      moduleOf({ settings: '{ DATABASE_URL: z.string() }' }),
      'reads the variable DATABASE_URL, which is ours',
    ],
    [
      'with a tool whose time limit setting has the name of ours',
      moduleOf({ name: "'finalize'", timeoutSec: '3' }),
      'reads the variable FINALIZE_TIMEOUT_SEC, which is ours',
    ],
  ])('is refused with a module %s', async (_, source, problem) => {
    const refused = source === null ? loadFrom(join(folder, 'nowhere.mjs')) : load(source);

    await expect(refused).rejects.toThrow(/^Configuration refused:\n {2}TOOLS_MODULE: [^\n]*$/);
    await expect(refused).rejects.toThrow(problem);
  });

  it('is refused with a tool that cannot be set up', async () => {
    const throwing = moduleOf({ create: "() => { throw new Error('no disk'); }" });
    const nonsense = moduleOf({ create: '() => 7' });
    const promised = moduleOf({ create: 'async () => () => 7' });

    await expect(runWith(throwing)).rejects.toThrow(
      'TOOLS_MODULE: the tool "tides" cannot be set up: no disk.',
    );
    await expect(runWith(nonsense)).rejects.toThrow('neither a function nor null');
    await expect(runWith(promised)).rejects.toThrow('neither a function nor null');
  });
});
