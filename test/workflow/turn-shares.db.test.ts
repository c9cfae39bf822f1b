import { describe, expect, it } from '@jest/globals';
import {
  createScriptedChatModel,
  decide,
  type ScriptedChatModel,
} from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';

const { bench, tenant, addManual } = setUpManual([
  { content: 'Annual leave is 25 days.', page: 5 },
]);

const otherHouse = async () => {
  const other = await bench().test.tenant();
  await addManual(other);
  return other;
};

/** A model that writes no answer before it is told to; `asked` counts who waits for one. */
const createHeldModel = () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = {
    asked: 0,
    release: () => {
      release();
    },
  };
  const scripted: ScriptedChatModel = createScriptedChatModel(
    {
      decide: [decide.search(QUESTION)],
      answer: [
        async () => {
          held.asked += 1;
          await released;
          return 'Annual leave is 25 days [1].';
        },
      ],
    },
    { repeat: ['decide', 'answer'] },
  );
  return { scripted, held };
};

describe('chat turns of several tenants', () => {
  it("answer a tenant with one question long before another tenant's flood of questions is over", async () => {
    const other = await otherHouse();
    const ask = bench().asker();
    const answered: string[] = [];
    const turn = async (name: string, person: Parameters<typeof ask>[0]) => {
      await ask(person, QUESTION);
      answered.push(name);
    };

    await Promise.all([
      ...Array.from({ length: 40 }, () => turn('flood', tenant().member)),
      turn('other', other.member),
    ]);

    // Three of the flood are worked on when it comes, and those that follow wait for it.
    expect(answered.indexOf('other')).toBeLessThan(10);
    expect(answered).toHaveLength(41);
  });

  it("answer a colleague long before one user's flood of questions is over", async () => {
    const ask = bench().asker();
    const answered: string[] = [];
    const turn = async (name: string, person: Parameters<typeof ask>[0]) => {
      await ask(person, QUESTION);
      answered.push(name);
    };

    await Promise.all([
      ...Array.from({ length: 40 }, () => turn('flood', tenant().member)),
      turn('colleague', tenant().admin),
    ]);

    expect(answered.indexOf('colleague')).toBeLessThan(10);
  });

  it('are all in progress while they wait for a model', async () => {
    const { scripted: chat, held } = createHeldModel();
    const ask = bench().asker({ chat });
    const reached = new Promise<void>((resolve) => {
      const complete = chat.complete.bind(chat);
      chat.complete = (request, options) => {
        if (request.purpose === 'answer' && held.asked === 11) resolve();
        return complete(request, options);
      };
    });
    const turns = Array.from({ length: 12 }, () => ask(tenant().member, QUESTION));

    await reached;
    held.release();

    const answers = await Promise.all(turns);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'success'));
  });
});
