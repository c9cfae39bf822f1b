import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const fillsDisk = (): Promise<never> =>
  Promise.reject(new AppError('insufficient_storage', 'The disk of the database is full.'));

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: [
      {
        content: 'Remote work is allowed three days a week. The team lead approves the days.',
        chapter: 'Remote work',
        page: 5,
      },
      {
        content: 'Annual leave is 25 days. Unused leave expires in March.',
        chapter: 'Leave',
        page: 7,
      },
      { content: 'Travel costs are refunded within thirty days.', chapter: 'Travel', page: 9 },
    ],
  });
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Utazási szabályzat',
    language: 'hu',
    passages: ['A belföldi napidíj 6000 forint. A külföldi napidíj 50 euró naponta.'],
  });
});

afterAll(() => bench.destroy());

describe('a turn with a model', () => {
  it('decides, searches and answers with a citation that was verified by code', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search('How many days of remote work are allowed?')],
      answer: ['Remote work is allowed three days a week [1].'],
    });

    const answer = await bench.asker({ chat })(
      tenant.member,
      'How many days of remote work are allowed?',
    );

    chat.verify();
    expect(answer).toMatchObject({
      status: 'success',
      responseType: 'answer',
      stopReason: 'answered',
      language: 'en',
      answer:
        'Remote work is allowed three days a week [1].\n\nSources:\n[1] HR Manual – Remote work (p. 5)',
      grounding: 1,
      degraded: [],
      usage: { promptTokens: 200, cachedTokens: 0, completionTokens: 20, costUsd: 0.002 },
    });
    expect(answer.citations).toMatchObject([
      {
        number: 1,
        title: 'HR Manual',
        pageStart: 5,
        quote: 'Remote work is allowed three days a week.',
        verification: 'exact',
      },
    ]);
    expect(answer.timings.nodes.map(({ node, status }) => `${node} ${status}`)).toEqual([
      'initialize success',
      'prepare_query success',
      'agent_decide success',
      'tools success',
      'finalize success',
    ]);
  });

  it('saves message, citations, receipt, node executions and usage before it answers', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search('When are travel costs refunded?')],
      answer: ['Travel costs are refunded within thirty days [1].'],
    });

    const answer = await bench.asker({ chat })(tenant.member, 'When are travel costs refunded?');

    const stored = await bench.test.database.withScope(tenant.member, (tx) =>
      tx.executions.find(answer.executionId),
    );
    expect(stored).toMatchObject({
      question: 'When are travel costs refunded?',
      answer: answer.answer,
      execution: {
        status: 'success',
        iterationCount: 1,
        workflowPath: ['iteration_1_tools'],
        receipt: { queries: ['When are travel costs refunded?'], droppedMarkers: 0 },
      },
      citations: [{ number: 1, verification: 'exact' }],
    });
    expect(stored?.nodeExecutions).toHaveLength(5);
    expect(stored?.modelCalls.map(({ purpose }) => purpose)).toEqual(['decide', 'answer']);
    expect(stored?.execution.receipt?.candidates).toContainEqual(
      expect.objectContaining({ outcome: 'cited' }),
    );
  });

  it('asks a clarifying question, as a turn of its own, if the question is ambiguous', async () => {
    const chat = createScriptedChatModel({ decide: [decide.ask('Which leave do you mean?')] });

    const answer = await bench.asker({ chat })(tenant.member, 'How long is the leave of the team?');

    expect(answer).toMatchObject({
      responseType: 'clarification',
      stopReason: 'clarification',
      answer: 'Which leave do you mean?',
      citations: [],
      toolCalls: [],
    });
  });

  it('reports that nothing was found, without asking the model to answer', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search('What is the capital of France?'), decide.answer()],
    });

    const answer = await bench.asker({ chat })(tenant.member, 'What is the capital of France?');

    chat.verify();
    expect(answer).toMatchObject({
      status: 'success',
      responseType: 'not_found',
      stopReason: 'not_found',
      citations: [],
      grounding: null,
    });
  });

  it('shows the second decision the results of the first search', async () => {
    const chat = createScriptedChatModel({
      decide: [
        decide.search('unicorns of the moon', 'decide'),
        decide.search('How long is annual leave?'),
      ],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat })(tenant.member, 'How long is annual leave?');

    const [, second] = chat.requests;
    expect(second?.messages.at(-1)?.content).toContain('0 chunks match');
    expect(answer.answer).toContain('Annual leave is 25 days [1].');
    expect(answer.toolCalls).toHaveLength(2);
  });

  it('removes markers without a source and neutralises links that no source contains', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search('How long is annual leave?')],
      answer: ['Annual leave is 25 days [1][9]. See ![x](https://evil.example/p.png).'],
    });

    const answer = await bench.asker({ chat })(tenant.member, 'How long is annual leave?');

    expect(answer.answer).not.toContain('evil.example');
    expect(answer.answer).not.toContain('[9]');
    expect(answer.citations).toHaveLength(1);
  });
});

describe('a turn without a model', () => {
  it('searches and quotes the best sentences with citations, below a line that says no model wrote it', async () => {
    const answer = await bench.asker()(tenant.member, 'When does unused leave expire?');

    expect(answer).toMatchObject({ status: 'success', responseType: 'answer', grounding: 1 });
    expect(answer.answer).toContain('No language model wrote this');
    expect(answer.answer).toContain('Unused leave expires in March.');
    expect(answer.usage).toEqual({
      promptTokens: 0,
      cachedTokens: 0,
      completionTokens: 0,
      costUsd: 0,
    });
  });

  it('answers a Hungarian question in Hungarian from a Hungarian document', async () => {
    const answer = await bench.asker()(tenant.member, 'Mennyi a külföldi napidíj?');

    expect(answer.language).toBe('hu');
    expect(answer.answer).toContain('A külföldi napidíj 50 euró naponta.');
    expect(answer.answer).toContain('Források:');
  });

  it('returns a greeting without a search', async () => {
    const answer = await bench.asker()(tenant.member, 'Hello!');

    expect(answer).toMatchObject({ responseType: 'answer', toolCalls: [], citations: [] });
    expect(answer.timings.nodes.map(({ node }) => node)).not.toContain('tools');
  });

  it.each([
    ['Thanks!', 'You’re welcome!'],
    ['Köszönöm szépen!', 'Szívesen!'],
    ['再见', '再见！'],
    [
      'Hi there',
      'Hello! Ask me a question about the documents of your organisation.\n\nNo language model is set up here, so I quote sentences from documents. I can also calculate, for example “12 % of 340”.',
    ],
  ])('replies to %j in the same language', async (message, expected) => {
    expect((await bench.asker()(tenant.member, message)).answer).toBe(expected);
  });

  it('says that the index is being rebuilt if it found nothing meanwhile', async () => {
    const { database } = bench.test;
    const { platform } = database;
    const indexedUnder = async () => [
      { fingerprint: 'test', subjects: 1 },
      { fingerprint: 'of another store', subjects: 1 },
    ];
    const tasks = { ...platform.tasks, indexedUnder };
    const ask = bench.asker({ database: { ...database, platform: { ...platform, tasks } } });

    const answer = await ask(tenant.member, 'Who won the football world cup?');

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'not_found' });
    expect(answer.answer).toContain('The search index is being rebuilt');
  });

  it('returns the answer and a warning that it was not saved if the database disk is full', async () => {
    const { database } = bench.test;
    const withScope: typeof database.withScope = (scope, work) =>
      database.withScope(scope, (tx) =>
        work({ ...tx, executions: { ...tx.executions, finish: fillsDisk } }),
      );

    const answer = await bench.asker({ database: { ...database, withScope } })(
      tenant.member,
      'How many days of remote work are allowed?',
    );

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.degraded).toContainEqual({
      node: 'finalize',
      reason: 'not_saved',
      effect: 'the answer is missing in the session',
    });
  });

  it('says that nothing was found if no passage covers the question', async () => {
    const answer = await bench.asker()(tenant.member, 'Who won the football world cup?');

    expect(answer).toMatchObject({ responseType: 'not_found', stopReason: 'not_found' });
  });
});
