import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { compose, type Application } from '../../src/compose/index.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

const SCRIPT = join(import.meta.dirname, '../../scripts/run-node.ts');

const USER_CONTEXT = {
  language: null,
  timezone: 'Europe/Budapest',
  preferences: {},
  tenantPrompt: null,
  userPrompt: null,
  answerLanguage: null,
  answerLength: null,
  indexLanguages: ['en'],
  permissions: [],
  allowedTools: [],
  policy: { tools: {}, groundedOnly: true },
};
const STATE = {
  originalQuery: 'How long is the notice period?',
  userContext: USER_CONTEXT,
  maxIterations: 5,
  queryLanguage: 'en',
  queryIntent: 'question',
};

let folder: string;
let application: Application;
let person: string[];

const stateFile = async (state: unknown): Promise<string> => {
  const file = join(folder, 'state.json');
  await writeFile(file, typeof state === 'string' ? state : JSON.stringify(state));
  return file;
};

type Ended = { code: number; stdout: string; stderr: string };

const runNode = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'debug' };
    const command = ['--import', 'tsx', SCRIPT, ...args];
    const child = execFile(process.execPath, command, { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-node-'));
  const config = parseConfig(
    { DATA_DIR: join(folder, 'data'), PORT: '0', METRICS_PORT: '0' },
    TOOLS,
  );
  application = await compose(config, { logger: createSilentLogger(), durability: 'off' });
  const { tenant, admin } = await application.features.tenants.create({
    slug: 'acme',
    name: 'Acme',
    admin: { email: 'admin@acme.example' },
  });
  person = ['--tenant', tenant.id, '--user', admin.id];
}, 60_000);
afterAll(async () => {
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

describe('npm run node', () => {
  it('runs one node on a state and prints the changes, even next to a running server', async () => {
    const file = await stateFile(STATE);

    const { code, stdout, stderr } = await runNode('agent_decide', file, ...person);

    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      decision: { decision: 'CALL_TOOLS', then: 'answer' },
      workflowPath: ['iteration_1_tools'],
    });
  }, 60_000);

  it('lists by name what the state lacks', async () => {
    const userContext = { ...USER_CONTEXT, policy: undefined };
    const file = await stateFile({ ...STATE, queryIntent: undefined, userContext });

    const { code, stdout, stderr } = await runNode('agent_decide', file, ...person);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'The state has no userContext.policy, queryIntent, which agent_decide needs.\n',
    );
  }, 60_000);

  it.each([
    [
      'a node that does not exist',
      ['agent_think'],
      /initialize, prepare_query, agent_decide, tools, finalize\./,
    ],
    ['a file that does not exist', ['tools', 'none.json'], /^none\.json cannot be read\.$/m],
    ['a call without a user', ['tools'], /^Usage: npm run node -- NODE STATE\.json --tenant ID/],
  ])(
    'refuses %s in one sentence',
    async (_what, args, sentence) => {
      const file = await stateFile(STATE);
      const isNobody = args.length === 1 && args[0] === 'tools';
      const given = args.length === 1 ? [...args, file] : args;

      const { code, stderr } = await runNode(...given, ...(isNobody ? [] : person));

      expect(code).toBe(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toContain('    at ');
    },
    60_000,
  );

  it('refuses a person who does not exist', async () => {
    const file = await stateFile(STATE);
    const stranger = ['--tenant', person[1] ?? '', '--user', person[1] ?? ''];

    const { code, stderr } = await runNode('agent_decide', file, ...stranger);

    expect(code).toBe(1);
    expect(stderr).toContain('There is no such user in this tenant.');
  }, 60_000);
});
