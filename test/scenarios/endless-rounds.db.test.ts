import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Tool } from '../../src/tools/tool.js';
import { playBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { createScenario, type Scenario } from '../support/scenario.js';
import { weather, withStandIns } from '../support/stand-in-tools.js';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

describe.each(PROTOCOLS)('endless rounds of tool calls, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it.each([3, 10, 20])(
    'stop after exactly %i rounds if the model always calls tools, and the answer says so',
    async (limit) => {
      const { member } = await scenario.house({
        policy: { tools: { weather: true } },
        profile: { language: 'hu' },
      });
      let round = 0;
      const next = () => {
        round += 1;
        return write.call([{ name: 'weather', arguments: { city: `Town ${round}` } }], 'decide');
      };
      const chat = scripted(
        { decide: [next], answer: ['Az 1. városban 15 °C van [1].'] },
        { repeat: ['decide'] },
      );

      const answer = await scenario.asker({
        chat,
        tools: withStandIns(weather((city) => `${city}: 15 °C`)),
        settings: { maxAgentIterations: limit },
      })(member, 'Milyen idő van most a magyar városokban?');

      expect(answer).toMatchObject({
        status: 'partial',
        stopReason: 'max_iterations',
        language: 'hu',
      });
      expect(answer.answer).toMatch(/^Elértem a lépések felső határát/);
      expect(answer.toolCalls.map(({ arguments: { city } }) => city)).toEqual(
        Array.from({ length: limit }, (_, index) => `Town ${index + 1}`),
      );
    },
  );

  it('show the model the errors of tools that throw until the rounds are used up', async () => {
    const { member } = await scenario.house();
    let round = 0;
    const chat = scripted(
      { decide: [() => write.search(`holiday ${(round += 1)}`, 'decide')] },
      { repeat: ['decide'] },
    );
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) => ({ ...tool, run: () => Promise.reject(new Error('broken')) }));

    const answer = await scenario.asker({ chat, tools })(member, 'When are the holidays of 2027?');

    expect(JSON.stringify(chat.requests[1])).toContain('tool_failed');
    expect(answer).toMatchObject({ status: 'partial', stopReason: 'max_iterations' });
    expect(answer.toolCalls).toHaveLength(5);
    expect(answer.degraded).toHaveLength(5);
  });
});
