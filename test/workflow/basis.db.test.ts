import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { createScenario, receiptOf, type Scenario } from '../support/scenario.js';

const NAMES = ['run_python', 'run_shell'];
const POLICY = { tools: Object.fromEntries(NAMES.map((name) => [name, true])) };
const QUESTION = 'Add up the numbers in sales.csv and write the sum into total.txt, please.';
const CODE =
  'total = sum(map(int, open("sales.csv").read().split()))\nprint(total)\nopen("total.txt", "w").write(str(total))';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

const modelThatRuns = (code: string, answer: string) =>
  createScriptedChatModel({
    decide: [decide.call([{ name: 'run_python', arguments: { code } }])],
    answer: [answer],
  });

describe('a turn with code execution', () => {
  it("answers with the code's output and links the file that it created", async () => {
    const house = await scenario.house({ policy: POLICY });
    const { workspace } = scenario.services();
    const bytes = Buffer.from('1\n41\n');
    await workspace.write(house.member, 'sales.csv', { bytes, mode: 'create' });
    const chat = modelThatRuns(CODE, 'The sum is 42 [1].');

    const answer = await scenario.asker({ chat })(house.member, QUESTION, {
      options: { tools: NAMES },
    });

    expect(answer.answer).toContain('The sum is 42 [1].');
    expect(answer.answer).toContain('[total.txt](/v1/files/total.txt)');
    expect(answer.toolCalls).toMatchObject([{ name: 'run_python', ok: true }]);
    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(toolCalls[0]?.summary).toBe('exit code 0, 1 files written, 0 removed');
    expect(Buffer.from(await workspace.read(house.member, 'total.txt')).toString()).toBe('42');
  });

  it.each([
    ['the tenant has code off', {}],
    ['neither the user nor the request names it', POLICY],
  ])('does not run code if %s', async (_, policy) => {
    const house = await scenario.house({ policy });
    const chat = modelThatRuns('open("x", "w").write("x")', 'It is done.');

    const answer = await scenario.asker({ chat })(house.member, QUESTION);

    expect(answer.toolCalls.filter(({ ok }) => ok)).toEqual([]);
    expect(await scenario.services().workspace.list(house.member)).toEqual([]);
  });

  it('does not keep other tenants from being answered if it loops', async () => {
    const looping = await scenario.house({ policy: POLICY });
    const other = await scenario.house({ policy: POLICY });
    const given = new AbortController();
    const loop = scenario
      .asker({ chat: modelThatRuns('while True: pass', 'It is done.') })(looping.member, QUESTION, {
        options: { tools: NAMES },
        signal: given.signal,
      })
      .catch((error: unknown) => error);
    const chat = modelThatRuns('print(6 * 7)', 'It is 42 [1].');

    const answer = await scenario.asker({ chat })(other.member, 'What is six times seven?', {
      options: { tools: NAMES },
    });
    given.abort();
    await loop;

    expect(answer.answer).toContain('It is 42 [1].');
  });
});
