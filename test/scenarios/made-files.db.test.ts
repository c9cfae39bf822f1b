import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import type { Workbench } from '../support/workbench.js';
import { createExecutions } from '../../src/conversations/executions.js';
import {
  createScriptedChatModel,
  decide,
  playBy,
  PROTOCOLS,
} from '../fakes/scripted-chat-model.js';
import { createScenario, receiptOf, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

const QUESTION = 'Write the three days of remote work into report.md, please.';
const FILES = '\n\nFiles:\n- [report.md](/v1/files/report.md)';
const NAMES = ['create_file', 'write_file', 'read_file', 'search_text'];
const POLICY = { tools: Object.fromEntries(NAMES.map((name) => [name, true])) };
const CREATE = { name: 'create_file', arguments: { name: 'report.md', content: 'Three days.\n' } };

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

type Asked = Parameters<ReturnType<Workbench['asker']>>[2];

const ask = (
  tenant: TestTenant,
  chat: Parameters<Workbench['asker']>[0] & object,
  { message = QUESTION, ...asked }: Asked & { message?: string } = {},
): Promise<ChatAnswer> =>
  scenario.asker(chat)(tenant.member, message, { options: { tools: NAMES }, ...asked });
const read = async (tenant: TestTenant, name: string) =>
  Buffer.from(await scenario.services().workspace.read(tenant.member, name)).toString();

describe.each(PROTOCOLS)('a file created by a tool in the protocol %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('is listed with a link below the answer, even if the model did not mention it', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = scripted({
      decide: write.lookUp([CREATE]),
      answer: ['Created the file "report.md" [1].'],
    });

    const answer = await ask(house, { chat });

    expect(answer.answer).toContain(
      `Created the file "report.md" [1].${FILES}\n\nSources:\n[1] Tool result`,
    );
    expect(answer.toolCalls).toMatchObject([
      { name: 'create_file', ok: true, files: [{ name: 'report.md', url: '/v1/files/report.md' }] },
    ]);
    expect(await read(house, 'report.md')).toBe('Three days.\n');
  });
});

describe('a file created by a tool', () => {
  it('is named in the deltas of a stream as in the answer', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE])],
      answer: [
        async (_request, _signal, say) => {
          for (const piece of ['Created the file ', '"report.md" [1]. ', 'Ask for more.'])
            await say(piece);
          return 'Created the file "report.md" [1]. Ask for more.';
        },
      ],
    });
    const deltas: string[] = [];

    const { answer } = await ask(
      house,
      { chat },
      {
        isStreamed: true,
        emit: (event) => {
          if (event.type === 'delta') deltas.push(event.text);
        },
      },
    );

    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(answer);
    expect(answer).toContain(FILES);
  });

  it('is named below quoted sentences, in the language of the answer', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE])],
      answer: ['Nothing that cites.'],
    });

    const { answer, degraded } = await ask(
      house,
      { chat },
      { options: { tools: NAMES, language: 'hu' } },
    );

    expect(degraded).toMatchObject([{ node: 'finalize', effect: 'basic_response' }]);
    expect(answer).toContain('\n\nFájlok:\n- [report.md](/v1/files/report.md)');
  });

  it('is named if the model then asks a clarifying question', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE], 'decide'), decide.ask('Which days do you mean?')],
    });

    const { answer, responseType } = await ask(house, { chat });

    expect([responseType, answer]).toEqual(['clarification', `Which days do you mean?${FILES}`]);
  });

  it("is linked only by us: the model's own links lose their targets", async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE])],
      answer: [
        'Here: [report.md](sandbox:/mnt/report.md), [mirror](/v1/files/other.md), [here](https://evil.example/a) [1].',
      ],
    });

    const { answer } = await ask(house, { chat });

    expect(answer).not.toMatch(/sandbox:|other\.md\)|evil\.example/);
    expect(answer.match(/\]\(/g)).toHaveLength(1);
    expect(answer).toContain(FILES);
  });

  it('is stored with the execution for its owner, and no admin learns its name from it', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE])],
      answer: ['Done [1].'],
    });
    const answer = await ask(house, { chat });
    const { readExecution } = createExecutions({ database: scenario.test.database });

    const own = await readExecution(house.member, answer.executionId);
    const foreign = await readExecution(house.admin, answer.executionId);

    expect(own.toolCalls[0]?.files).toEqual([{ name: 'report.md', url: '/v1/files/report.md' }]);
    expect(foreign.toolCalls[0]?.files).toBeNull();
    expect(JSON.stringify(foreign)).not.toContain('report.md');
  });

  it('does not exist if the call failed, and the model is told so', async () => {
    const house = await scenario.house({ policy: POLICY });
    const twice = () =>
      createScriptedChatModel({
        decide: [decide.call([CREATE], 'decide'), decide.answer()],
        answer: ['Done [1].'],
      });
    await ask(house, { chat: twice() });

    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE], 'decide'), decide.answer()],
    });
    const answer = await ask(house, { chat });

    expect(answer.toolCalls).toMatchObject([{ ok: false, files: [] }]);
    expect(answer.degraded).toEqual([]);
    expect(answer.answer).not.toContain('/v1/files/');
    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(toolCalls[0]?.error).toEqual({
      code: 'conflict',
      message: 'There is a file "report.md" already.',
    });
  });
});

describe('a file that is read twice in a turn', () => {
  const READ = { name: 'read_file', arguments: { name: 'report.md' } };

  it('is read again only if it changed in between', async () => {
    const house = await scenario.house({ policy: POLICY });
    const write = { name: 'write_file', arguments: { name: 'report.md', content: 'Four days.' } };
    const chat = createScriptedChatModel({
      decide: [
        decide.call([CREATE], 'decide'),
        decide.call([READ], 'decide'),
        decide.call([READ], 'decide'),
        decide.call([write], 'decide'),
        decide.call([READ], 'answer'),
      ],
      answer: ['It says "Four days." [5].'],
    });

    const answer = await ask(house, { chat });

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    const reads = toolCalls.filter(({ name }) => name === 'read_file');
    expect(reads.map(({ cached }) => cached)).toEqual([false, true, false]);
    const written = chat.requests.find(({ purpose }) => purpose === 'answer');
    expect(written?.messages.at(-1)?.content).toContain(
      '"report.md", lines 1 to 1 of 1:\nFour days.',
    );
  });
});

describe('the workspace tools of a turn', () => {
  it('are offered only if the tenant enables them and the user or the request names them', async () => {
    const house = await scenario.house({ policy: POLICY });
    const chat = createScriptedChatModel({
      decide: [decide.call([CREATE], 'decide'), decide.answer()],
    });

    const answer = await ask(house, { chat }, { options: {} });

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(toolCalls[0]?.error?.code).toBe('unknown_tool');
    expect(await scenario.services().workspace.list(house.member)).toEqual([]);
  });

  it('use the files of the person who asks, even if others have a file of that name', async () => {
    const house = await scenario.house({ policy: POLICY });
    const { workspace } = scenario.services();
    const colleague = await house.addUser();
    const bytes = Buffer.from('canary of a colleague');
    await workspace.write(colleague, 'report.md', { bytes, mode: 'create' });
    const calls = [
      { name: 'read_file', arguments: { name: 'report.md' } },
      { name: 'search_text', arguments: { text: 'canary' } },
      { name: 'write_file', arguments: { name: 'report.md', content: 'mine' } },
      {
        name: 'read_file',
        arguments: { name: 'report.md', userId: colleague.userId, scope: { kind: 'system' } },
      },
    ];
    const chat = createScriptedChatModel({
      decide: [decide.call(calls, 'decide'), decide.answer()],
      answer: ['Done [1].'],
    });

    const answer = await ask(house, { chat });

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(toolCalls[3]?.error?.code).toBe('invalid_arguments');
    expect(JSON.stringify([answer, chat.requests])).not.toContain('canary of a colleague');
    expect(await read(house, 'report.md')).toBe('mine');
    expect(Buffer.from(await workspace.read(colleague, 'report.md')).toString()).toBe(
      'canary of a colleague',
    );
  });
});
