import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { DocumentId, newId, type SessionId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database, ScopedRepositories } from '../../src/compose/repositories.js';
import type { ChatRequest, Embedder } from '../../src/platform/models/model.js';
import type { Tool } from '../../src/tools/tool.js';
import type { DecisionWriter } from '../fakes/decisions.js';
import { playBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, type Scenario } from '../support/scenario.js';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

/** The id under which the prompt shows the user's current message. */
const messageIdIn = (request: ChatRequest): string =>
  /\(message id (\S+)\)/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? '';

const remembers = (write: DecisionWriter, quote: string) => (request: ChatRequest) =>
  write.call(
    [{ name: 'create_memory', arguments: { messageId: messageIdIn(request), quote } }],
    'decide',
  );

const memoriesOf = async (scope: UserScope) => {
  const { items } = await scenario.test.database.withScope(scope, (tx) =>
    tx.memories.list({ limit: 10 }),
  );
  return items;
};

describe.each(PROTOCOLS)("another user's document, requested by %s", (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('looks to the model like one that does not exist', async () => {
    const house = await scenario.house();
    const foreign = await scenario.house();
    const { documentId } = await addKnowledge(scenario, foreign, {
      owner: foreign.admin,
      passages: ['The takeover price is 40 million.'],
    });
    const observe = async (id: DocumentId): Promise<string> => {
      const call = { name: 'document_retrieval', arguments: { documentId: id } };
      const chat = scripted({
        decide: [write.call([call], 'decide'), write.answer()],
      });
      await scenario.asker({ chat })(house.member, 'What does the document say?');
      const told = chat.requests[1]?.messages.at(-1)?.content ?? '';
      return told
        .replaceAll(id, 'ID')
        .replace(/<<(data|end) \S+/g, '')
        .replace(/message id \S+/g, '');
    };

    const observed = [await observe(documentId), await observe(newId(DocumentId))];

    expect(observed[0]).toContain('not_found');
    expect(observed[0]).toBe(observed[1]);
  });
});

describe.each(PROTOCOLS)('memories of a model that decides by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('of an unknown type are refused with an argument error to the model', async () => {
    const { member } = await scenario.house();
    const call = { name: 'memory_search', arguments: { query: 'me', memoryType: 'opinion' } };
    const chat = scripted({
      decide: [write.call([call], 'decide'), write.answer(), write.answer()],
    });

    const answer = await scenario.asker({ chat })(member, 'What do you know about my desk?');

    expect(answer.toolCalls[0]).toMatchObject({ name: 'memory_search', ok: false });
    expect(JSON.stringify(chat.requests[1])).toMatch(/invalid_arguments: memoryType/);
    expect(answer.degraded).toEqual([]);
  });

  it('are pending and found at once while the embedder is down', async () => {
    const { member } = await scenario.house();
    const embedder: Embedder = {
      model: 'down',
      dimensions: 8,
      embed: () => Promise.reject(new AppError('embedder_unavailable', 'Down.')),
    };
    const message = 'Please remember: my desk is on the third floor.';
    const quote = 'my desk is on the third floor.';
    const storing = scripted({
      decide: [remembers(write, quote), write.answer()],
      answer: ['Remembered: my desk is on the third floor [1].'],
    });

    await scenario.asker({ chat: storing, embedder })(member, message);
    const finding = scripted({
      decide: write.lookUp([{ name: 'memory_search', arguments: { query: 'desk floor' } }]),
      answer: ['Your desk is on the third floor [1].'],
    });
    const answer = await scenario.asker({ chat: finding, embedder })(member, 'Where is my desk?');

    expect(await memoriesOf(member)).toMatchObject([{ content: quote, embedded: false }]);
    expect(answer.citations).toMatchObject([{ type: 'memory', quote }]);
  });

  it('are not stored late by a call that timed out', async () => {
    const { member } = await scenario.house();
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const writes: Promise<unknown>[] = [];
    const { database } = scenario.test;
    const slowSessions = (tx: ScopedRepositories): ScopedRepositories => ({
      ...tx,
      sessions: {
        ...tx.sessions,
        findUserMessage: async (id) => {
          await gate;
          return tx.sessions.findUserMessage(id);
        },
      },
    });
    const withScope: Database['withScope'] = (scope, work) => {
      const done = database.withScope(scope, (tx) => work(slowSessions(tx)));
      writes.push(done);
      return done;
    };
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) => (tool.name === 'create_memory' ? { ...tool, timeoutMs: 50 } : tool));
    const chat = scripted({
      decide: [remembers(write, 'my desk is on the third floor'), write.answer()],
    });

    const answer = await scenario.asker({ chat, tools, database: { ...database, withScope } })(
      member,
      'Please remember: my desk is on the third floor.',
    );
    goOn();
    await Promise.allSettled(writes);

    expect(answer.toolCalls).toMatchObject([{ name: 'create_memory', ok: false }]);
    expect(answer.degraded).toMatchObject([{ node: 'tools', reason: 'tool_timeout' }]);
    expect(await memoriesOf(member)).toEqual([]);
  });
});

describe("a user's sessions", () => {
  it('of somebody else are not found', async () => {
    const { admin, member } = await scenario.house();
    const { sessionId } = await scenario.asker()(admin, 'Hello!');

    const turn = scenario.asker()(member, 'Hello!', { sessionId });

    await expect(turn).rejects.toMatchObject({ code: 'not_found' });
  });

  it('beyond the tenth close the one that was idle longest, which opens again when it is named', async () => {
    const { member } = await scenario.house();
    const ask = scenario.asker();
    const ids: SessionId[] = [];
    for (let count = 0; count < 11; count += 1) {
      ids.push((await ask(member, 'Hello!')).sessionId);
    }
    const statusOf = async (id?: SessionId) => {
      const session = await scenario.test.database.withScope(member, (tx) => tx.sessions.find(id!));
      return session?.status;
    };
    const [first, second] = ids;
    expect(await Promise.all(ids.map(statusOf))).toEqual([
      'closed',
      ...Array.from({ length: 10 }, () => 'open'),
    ]);

    const again = await ask(member, 'Hello!', { sessionId: first! });

    expect(again.sessionId).toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['open', 'closed']);
  });
});
