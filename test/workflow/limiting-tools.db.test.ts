import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Tool } from '../../src/tools/tool.js';
import { createScriptedChatModel, decideBy } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { withStandIns } from '../support/stand-in-tools.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
});

afterAll(() => bench.destroy());

const weather: Tool = {
  name: 'weather',
  description: 'Current weather and 2 days ahead, no history.',
  parameters: { type: 'object', properties: {} },
  timeoutMs: 1_000,
  risk: 'safe',
  run: () => Promise.reject(new Error('Nobody asks it.')),
};

const withWeather = withStandIns(weather);

/** Decides to answer at once, with this text. */
const modelThatSays = (text: string) =>
  createScriptedChatModel({ decide: [decideBy.tools.answer(text)] }, { protocol: 'tools' });

describe('a request that exceeds the enabled tools', () => {
  const ask = (text: string, question = 'What was the weather in Budapest yesterday?') =>
    bench.asker({ chat: modelThatSays(text), tools: withWeather })(tenant.member, question);

  it('is answered with the limitation of the tool that the model names', async () => {
    const answer = await ask('The weather tool knows no history.');

    expect(answer).toMatchObject({
      status: 'success',
      responseType: 'answer',
      stopReason: 'answered',
      citations: [],
      grounding: null,
      toolCalls: [],
    });
    expect(answer.answer).toBe(
      'This request is beyond what the enabled tools can do.\n\nweather: Current weather and 2 days ahead, no history.',
    );
  });

  it('gets none of what the model says in addition', async () => {
    const answer = await ask('The weather tool has no history, but it was 31 degrees and sunny.');

    expect(answer.answer).not.toMatch(/31|sunny/);
  });

  it('is answered as not found if the model names no tool, or only a search tool', async () => {
    const facts = [
      'Paris is the capital of France.',
      'No rag_search is needed: Paris is the capital of France.',
    ];
    for (const fact of facts) {
      const answer = await ask(fact, 'What is the capital of France?');

      expect(answer).toMatchObject({ responseType: 'not_found', citations: [] });
      expect(answer.answer).not.toContain('Paris');
    }
  });
});

describe('the text that comes with a decision to answer', () => {
  it('becomes the answer to small talk without another model call', async () => {
    const chat = modelThatSays('<think>Hm.</think>Hello! See [1] or www.evil.example.');

    const answer = await bench.asker({ chat })(tenant.member, 'Hello!');

    chat.verify();
    expect(answer).toMatchObject({
      answer: 'Hello! See or (link removed)',
      responseType: 'answer',
      citations: [],
      grounding: null,
    });
  });

  it('is written again by the model if it is empty', async () => {
    const chat = createScriptedChatModel(
      { decide: [decideBy.tools.answer('<think>Hm.</think>[7]')], answer: ['Hello!'] },
      { protocol: 'tools' },
    );

    const answer = await bench.asker({ chat })(tenant.member, 'Hello!');

    expect(answer.answer).toBe('Hello!');
  });
});

describe('a question about the conversation', () => {
  const QUESTION = 'What is the budget of the marketing campaign?';

  const talk = async () => {
    const own = await bench.test.tenant();
    const knowledge = await addKnowledge(bench, own, {
      owner: own.admin,
      title: 'Campaigns',
      passages: ['The budget of the marketing campaign is 9000 euro.'],
    });
    const { sessionId } = await bench.asker()(own.member, QUESTION);
    return { own, sessionId, ...knowledge };
  };

  const modelThatAnswers = (text: string) =>
    createScriptedChatModel({
      rewrite: [JSON.stringify({ rewritten: QUESTION, intent: 'other' })],
      decide: [decideBy.structured.answer()],
      answer: [text],
    });

  it('uses the sources of earlier answers as evidence', async () => {
    const { own, sessionId, documentId } = await talk();
    const chat = modelThatAnswers(
      'I said that the budget of the marketing campaign is 9000 euro [1].',
    );

    const answer = await bench.asker({ chat })(own.member, 'What did you just say?', { sessionId });

    expect(answer).toMatchObject({
      status: 'success',
      responseType: 'answer',
      toolCalls: [],
      citations: [
        {
          type: 'document',
          documentId,
          verification: expect.stringMatching(/^(?:exact|supported)$/),
        },
      ],
    });
  });

  it('needs no source for what was said in the conversation', async () => {
    const { own, sessionId } = await talk();
    const chat = modelThatAnswers('You asked for the budget.');

    const answer = await bench.asker({ chat })(own.member, 'What did I just ask?', { sessionId });

    expect(answer).toMatchObject({
      answer: 'You asked for the budget.',
      responseType: 'answer',
      status: 'success',
      // It is shown, and the sources of the earlier answer do not carry it.
      citations: [],
      grounding: 0,
      statements: [{ verdict: 'unchecked', citations: [] }],
    });
  });

  it('does not see a source that its reader may no longer see', async () => {
    const { own, sessionId, documentId } = await talk();
    await bench.test.database.withScope(own.admin, (tx) => tx.documents.markDeleting(documentId));
    const chat = modelThatAnswers('I cannot say.');

    await bench.asker({ chat })(own.member, 'What did you just say?', { sessionId });

    expect(JSON.stringify(chat.requests)).not.toContain('9000');
  });
});
