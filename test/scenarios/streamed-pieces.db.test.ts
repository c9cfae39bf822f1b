import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import type { Tool } from '../../src/tools/tool.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';
import type { Overrides } from '../support/workbench.js';

const CITED =
  'Annual leave is 25 days [2][7]. ![x](https://evil.example/y) Travel costs are refunded within thirty days.[1] See [here](https://evil.example).\n\nSources:\n[1] Fake';

const { bench, tenant, addManual } = setUpManual([
  { content: 'Annual leave is 25 days.', page: 5 },
  { content: 'Travel costs and annual leave: costs are refunded within thirty days.', page: 9 },
]);

const tenantWith = async (policy: Partial<TenantPolicy>) => {
  const own = await bench().test.tenant();
  await addManual(own);
  await bench().test.database.withScope(own.system, (tx) =>
    tx.settings.update({ policy: TenantPolicy.parse(policy) }),
  );
  return own;
};

const untilAborted: Tool['run'] = (_input, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
  });

const modelThatWrites = (
  ...answers: Parameters<typeof createScriptedChatModel>[0]['answer'] & object
) => createScriptedChatModel({ decide: [decide.search(QUESTION)], answer: answers });

describe('the pieces of a streamed answer', () => {
  const alwaysSearching = () =>
    createScriptedChatModel(
      { decide: [decide.search(QUESTION, 'decide')], answer: [CITED] },
      { repeat: ['decide'] },
    );

  it.each<[string, string, () => Overrides, object?]>([
    ['cited', QUESTION, () => ({ chat: modelThatWrites(CITED) })],
    [
      'cited in place',
      QUESTION,
      () => ({ chat: modelThatWrites(CITED) }),
      { citationStyle: 'inline' },
    ],
    ['quoted without a model', QUESTION, () => ({})],
    [
      'quoted because the model failed',
      QUESTION,
      () => ({ chat: modelThatWrites(new AppError('model_unavailable', 'Down.')) }),
    ],
    [
      'quoted because the model cites nothing',
      QUESTION,
      () => ({ chat: modelThatWrites('I think it is 99 days. Really.') }),
    ],
    ['not found', 'What is the capital of France?', () => ({})],
    ['small talk without a model', 'Hello!', () => ({})],
    [
      'small talk',
      'Hello!',
      () => ({
        chat: createScriptedChatModel({
          decide: [decide.answer()],
          answer: ['Hello! How can I help? See www.evil.example or not.'],
        }),
      }),
    ],
    [
      'a clarifying question',
      'How long is it?',
      () => ({
        chat: createScriptedChatModel({
          rewrite: [JSON.stringify({ rewritten: 'How long is it?', intent: 'lookup' })],
          decide: [decide.ask('Which leave? [1] Annual or sick?')],
        }),
      }),
    ],
    [
      'preceded by the notice of the step limit',
      QUESTION,
      () => ({ chat: alwaysSearching(), settings: { maxAgentIterations: 2 } }),
    ],
    [
      'preceded by the notice of the deadline',
      QUESTION,
      () => ({
        settings: { requestTimeoutMs: 6_000, finalizeReserveMs: 3_000 },
        tools: (tools) => tools.map((tool) => ({ ...tool, run: untilAborted })),
      }),
    ],
  ])(
    'add up to the answer, byte for byte, when it is %s',
    async (...[, question, overrides, options = {}]) => {
      const { emit, deltas } = listen();

      const answer = await bench().asker(overrides())(tenant().member, question, {
        emit,
        isStreamed: true,
        options,
      });

      expect(deltas().join('')).toBe(answer.answer);
      expect(answer.answer).not.toMatch(/evil|99 days|Fake/);
    },
  );

  it('add up to the answer also when general knowledge is allowed', async () => {
    const own = await tenantWith({ groundedOnly: false });
    const { emit, deltas } = listen();
    const chat = createScriptedChatModel({
      decide: [decide.answer()],
      answer: ['Paris. It is in France.'],
    });

    const answer = await bench().asker({ chat })(own.member, 'What is the capital of France?', {
      emit,
      isStreamed: true,
    });

    expect(answer).toMatchObject({ answer: 'Paris. It is in France.', citations: [] });
    expect(deltas().join('')).toBe(answer.answer);
    expect(deltas().length).toBeGreaterThan(1);
  });

  it('are not sent when nobody reads the stream', async () => {
    const { emit, deltas } = listen();

    await bench().asker({ chat: modelThatWrites(CITED) })(tenant().member, QUESTION, { emit });

    expect(deltas()).toEqual([]);
  });
});
