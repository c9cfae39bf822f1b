import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UserPreferences } from '../../../src/tenancy/schema.js';
import type { ChatMessage } from '../../../src/platform/models/model.js';
import { decideBy } from '../../fakes/decisions.js';
import { createScriptedChatModel } from '../../fakes/scripted-chat-model.js';
import type { TestTenant } from '../../support/tenant.js';
import { createWorkbench, type Workbench } from '../../support/workbench.js';

const QUESTION = 'How long is annual leave?';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await bench.test.database.withScope(tenant.system, async (tx) => {
    await tx.settings.update({ systemPrompt: 'Call the staff colleagues.' });
    await tx.users.update(tenant.member.userId, {
      systemPrompt: `Use short words. ${'x'.repeat(5_000)}`,
      timezone: 'Pacific/Kiritimati',
      preferences: UserPreferences.parse({ name: 'Réka', city: 'Pécs' }),
    });
  });
});

afterAll(() => bench.destroy());

const asks = () =>
  createScriptedChatModel({ decide: [decideBy.structured.ask('Which?')] }, { repeat: ['decide'] });

const promptsOf = async (ask: (chat: ReturnType<typeof asks>) => Promise<unknown>) => {
  const chat = asks();
  await ask(chat);
  const messages: readonly ChatMessage[] = chat.requests.at(-1)?.messages ?? [];
  return { messages, system: messages[0]?.content ?? '', question: messages.at(-1)?.content ?? '' };
};

describe('the prompt for a decision', () => {
  it('has its parts in a fixed order: rules, tools, the tenant, the user, the date', async () => {
    const { system } = await promptsOf((chat) => bench.asker({ chat })(tenant.member, QUESTION));

    const parts = [
      'These rules have the last word',
      'rag_search: ',
      'Arguments: {"type":"object"',
      'Reply with one JSON object',
      'Call the staff colleagues.',
      'Use short words.',
      'Language of the answer: en.',
      'Time zone: Pacific/Kiritimati.',
      'Date: 2',
    ];
    const places = parts.map((part) => system.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  it("marks a user's settings as preferences and limits their length", async () => {
    const { system } = await promptsOf((chat) => bench.asker({ chat })(tenant.member, QUESTION));

    expect(system).toMatch(/preference of style.+where the rules allow:\nUse short words\./);
    expect(/x{900,}/.exec(system)?.[0].length).toBeLessThanOrEqual(1_000);
  });

  it('states what each tool cannot do', async () => {
    const { system } = await promptsOf((chat) => bench.asker({ chat })(tenant.member, QUESTION));

    expect(system).toContain('no web, no live data, no calculations');
  });

  it("gives the user's name and city as data next to the question", async () => {
    const { system, question } = await promptsOf((chat) =>
      bench.asker({ chat })(tenant.member, QUESTION),
    );

    expect(system).not.toMatch(/Réka|Pécs/);
    expect(question).toContain(QUESTION);
    expect(question).toMatch(
      /<<data ([0-9a-f-]{36}) about the user>>\nname: Réka\ncity: Pécs\n<<end \1>>/,
    );
  });

  it('contains the ten messages before the question, oldest first, and the question once', async () => {
    const { messages } = await promptsOf(async (chat) => {
      const ask = bench.asker({ chat });
      let { sessionId } = await ask(tenant.admin, 'Question number 0?');
      for (const turn of [1, 2, 3, 4, 5, 6]) {
        ({ sessionId } = await ask(tenant.admin, `Question number ${turn}?`, { sessionId }));
      }
    });

    const asked = messages.flatMap(({ role, content }) =>
      role === 'user' ? [content.split('\n').at(-1)] : [],
    );
    expect(messages).toHaveLength(12);
    expect(asked).toEqual([1, 2, 3, 4, 5, 6].map((turn) => `Question number ${turn}?`));
  });
});
