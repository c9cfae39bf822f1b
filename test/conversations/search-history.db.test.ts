import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConversations } from '../../src/conversations/index.js';
import { ExecutionId, newId, type ChunkId, type DocumentId } from '../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../src/shared/scope.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
});

afterAll(() => bench.destroy());

const say = async (scope: UserScope, message: string) => {
  const { database } = bench.test;
  const turn = turnOf(await openSession(database, scope), message);
  await startTurn(database, scope, turn);
  return turn;
};

const search = (
  scope: UserScope,
  query: string,
  { language = 'en', executionId = newId(ExecutionId), topK = 5 } = {},
) => {
  const { signal } = new AbortController();
  const options = { query, topK, language, executionId, signal };
  return bench.services().searchHistory(scope, options);
};

const contentsOf = (found: Awaited<ReturnType<typeof search>>) =>
  found.map(({ content }) => content);

describe('a search in the conversation history', () => {
  it.each([
    ['en', 'Our canteen opens at eleven.', 'When does the canteen open?'],
    ['hu', 'A parkolóban három hely van fenntartva.', 'parkoló fenntartott hely'],
    ['zh', '我们的会议室在三楼。', '会议室在哪里'],
    ['vi', 'Phòng họp của chúng tôi ở tầng ba.', 'phòng họp tầng ba'],
  ])('finds what the user said in other sessions (%s)', async (language, message, query) => {
    const user = await tenant.addUser();
    await say(user, 'Something else entirely: unicorns.');
    await say(user, message);

    expect(contentsOf(await search(user, query, { language }))).toEqual([message]);
  });

  it('does not find another user’s messages, not even for an admin', async () => {
    const user = await tenant.addUser();
    await say(user, 'My locker code is four digits.');

    expect(await search(tenant.admin, 'locker code')).toEqual([]);
  });

  it('leaves out the question being answered', async () => {
    const user = await tenant.addUser();
    await say(user, 'The printer is broken.');
    const { executionId } = await say(user, 'What did I say about the printer?');

    const found = await search(user, 'printer', { executionId });

    expect(contentsOf(found)).toEqual(['The printer is broken.']);
  });

  it('returns at most as many as requested, the newest first among equals', async () => {
    const user = await tenant.addUser();
    for (const day of ['Monday', 'Tuesday', 'Friday']) await say(user, `The standup is on ${day}.`);

    const found = await search(user, 'standup', { topK: 2 });

    expect(contentsOf(found)).toEqual(['The standup is on Friday.', 'The standup is on Tuesday.']);
  });

  it('stops when it is cancelled', async () => {
    await say(tenant.member, 'The lift is out of order.');
    const options = { topK: 5, language: 'en', executionId: newId(ExecutionId) };

    const found = bench.services().searchHistory(tenant.member, {
      ...options,
      query: 'lift',
      signal: AbortSignal.abort(),
    });

    await expect(found).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const chunksOf = async (scope: UserScope, ids: readonly DocumentId[]): Promise<ChunkId[]> => {
  const first = (id: DocumentId) =>
    bench.test.database.withScope(scope, (tx) => tx.chunks.listOfDocument(id, { limit: 1 }));
  return (await Promise.all(ids.map(first))).flatMap(({ items }) => items.map(({ id }) => id));
};

describe('an earlier answer in the history', () => {
  const QUESTION = 'What is the codename of the plan?';

  const answered = async () => {
    const own = await bench.test.tenant();
    const { documentId } = await addKnowledge(bench, own, {
      owner: own.admin,
      title: 'Plan',
      passages: ['The codename of the plan is Bluebird.'],
    });
    const { answer } = await bench.asker()(own.member, QUESTION);
    expect(answer).toContain('Bluebird');
    return { own, documentId };
  };

  it('is found by the passages that it cited, which are read again', async () => {
    const { own, documentId } = await answered();

    const found = await search(own.member, 'Bluebird');

    expect(found).toMatchObject([{ role: 'assistant', restsOn: [{ chunk: { documentId } }] }]);
  });

  it('is no longer found if its reader may not see what it cited', async () => {
    const { own, documentId } = await answered();
    await bench.test.database.withScope(own.admin, (tx) =>
      tx.documents.update(documentId, { visibility: 'private' }),
    );

    expect(await search(own.member, 'Bluebird')).toEqual([]);
    expect(contentsOf(await search(own.member, 'codename plan'))).toEqual([QUESTION]);
  });

  it('is found only with a key whose filter includes what it cited', async () => {
    const { own, documentId } = await answered();
    const underKey = (type: 'eq' | 'ne') =>
      narrowScope(own.member, { type, key: 'documentId', value: documentId }, { from: 'key' });

    const inside = await search(underKey('eq'), 'Bluebird');
    const outside = await search(underKey('ne'), 'Bluebird');

    expect(inside).toMatchObject([{ restsOn: [{ chunk: { documentId } }] }]);
    expect(outside).toEqual([]);
  });

  it('is not found with a key that may see only one of its two cited documents', async () => {
    const { own, documentId } = await answered();
    const other = await addKnowledge(bench, own, {
      owner: own.admin,
      title: 'Budget',
      passages: ['The budget of Bluebird is nine.'],
    });
    const chunkIds = await chunksOf(own.admin, [documentId, other.documentId]);
    const turn = await say(own.member, 'What does it cost?');
    await finishTurn(bench.test.database, own.member, {
      ...turn,
      content: 'Bluebird [1] costs nine pelicans [2].',
      citations: chunkIds.map((chunkId, at) => ({
        ...storedCitation,
        chunkId,
        number: at + 1,
        documentId: [documentId, other.documentId][at]!,
      })),
    });
    const filter = { type: 'eq', key: 'documentId', value: other.documentId } as const;

    const found = await search(own.member, 'pelicans');
    const underKey = await search(narrowScope(own.member, filter, { from: 'key' }), 'pelicans');

    expect([found.length, underKey]).toEqual([1, []]);
  });

  it("gives a model nothing of a document outside of the key's filter", async () => {
    const { own, documentId } = await answered();
    const chat = createScriptedChatModel({
      decide: [
        decide.call([{ name: 'search_history', arguments: { query: 'Bluebird' } }]),
        decide.answer(),
      ],
    });
    const filter = { type: 'ne', key: 'documentId', value: documentId } as const;
    const scope = narrowScope(own.member, filter, { from: 'key' });

    const answer = await bench.asker({ chat })(scope, 'What did you say of the bird?');

    const prompts = chat.requests.flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(prompts.join()).toContain('0 earlier messages match');
    expect(prompts.join()).not.toContain('codename of the plan is');
    expect(answer.responseType).toBe('not_found');
  });

  it('is not found if its sources are unknown', async () => {
    const user = await tenant.addUser();
    const turn = await say(user, 'Say it again.');
    await finishTurn(bench.test.database, user, {
      ...turn,
      content: 'The codename is Bluebird.',
      citations: [],
    });

    expect(await search(user, 'Bluebird')).toEqual([]);
  });

  it('is found by its own words if it is based on a returned value', async () => {
    const user = await tenant.addUser();
    const turn = await say(user, 'How warm is it?');
    const content = 'It is 15 °C in Budapest [1].';
    const citation = { ...storedCitation, type: 'tool', toolCallId: 'call_1_1' } as const;
    await finishTurn(bench.test.database, user, {
      ...turn,
      content,
      citations: [{ ...citation, documentId: null, documentVersion: null, chunkId: null }],
    });

    expect(await search(user, 'Budapest')).toMatchObject([{ content, restsOn: [] }]);
  });
});

describe('a search for conversations by their text', () => {
  const find = async (scope: UserScope, text: string) => {
    const { sessions } = createConversations({
      database: bench.test.database,
      settings: { minCoverage: 0.5 },
    });
    const { items, total } = await sessions.list(scope, { limit: 10, text, withTotal: true });
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };

  const answer = async (scope: UserScope, content: string, chunkIds: readonly ChunkId[]) => {
    const turn = await say(scope, 'How is it done?');
    const citations = chunkIds.map((chunkId, at) => ({
      ...storedCitation,
      chunkId,
      number: at + 1,
    }));
    await finishTurn(bench.test.database, scope, { ...turn, content, citations });
    return turn.sessionId;
  };

  it('finds all words, in any case, in one title, question or answer of the caller', async () => {
    const user = await tenant.addUser();
    const { sessionId: asked } = await say(user, 'When does the Ügyfélszolgálat open?');
    const { sessionId: named } = await say(user, 'And then?');
    await bench.test.database.withScope(user, (tx) =>
      tx.sessions.change(named, { title: 'Open positions: ügyfélszolgálat' }),
    );
    const answered = await answer(user, 'It is 100% automatic.', []);

    expect(await find(user, 'open ÜGYFÉL')).toEqual([named, asked]);
    expect(await find(user, ' 100%  automatic ')).toEqual([answered]);
    expect(await find(user, 'when automatic')).toEqual([]);
    expect(await find(tenant.admin, 'ügyfél')).toEqual([]);
  });

  it('finds no answer based on what its reader may not see, with or without other sources', async () => {
    const user = await tenant.addUser();
    const { documentId } = await addKnowledge(bench, tenant, {
      owner: tenant.admin,
      title: 'Move',
      passages: ['The office moves to Gdańsk.'],
    });
    const [chunkId] = await chunksOf(tenant.admin, [documentId]);
    const id = await answer(user, 'To Gdańsk [1], in the spring.', [chunkId!]);
    const before = [await find(user, 'gdańsk'), await find(user, 'how done')];

    await bench.test.database.withScope(tenant.admin, (tx) =>
      tx.documents.update(documentId, { visibility: 'private' }),
    );

    expect(before).toEqual([[id], [id]]);
    expect([await find(user, 'gdańsk'), await find(user, 'how done')]).toEqual([[], [id]]);
  });
});

describe('the search_history tool', () => {
  it('gives an answer the user’s own words with their dates, each cited as a tool result', async () => {
    const user = await tenant.addUser();
    await say(user, 'My badge number is 4711.');
    await say(user, 'My badge is blue.');
    const chat = createScriptedChatModel({
      decide: [decide.call([{ name: 'search_history', arguments: { query: 'badge' } }])],
      answer: ['You said that your badge number is 4711 [2] and that it is blue [1].'],
    });

    const answer = await bench.asker({ chat })(user, 'What did I tell you of my badge?');

    chat.verify();
    const today = new Date().toISOString().slice(0, 10);
    const prompt = chat.requests.at(-1)?.messages.at(-1)?.content;
    expect(prompt).toContain(`${today}, user: My badge is blue.`);
    expect(prompt).toContain(`${today}, user: My badge number is 4711.`);
    expect(answer).toMatchObject({ status: 'success', responseType: 'answer' });
    expect(answer.citations).toMatchObject([{ type: 'tool', toolCallId: 'call_1_1' }]);
  });

  it('says if nothing matched', async () => {
    const user = await tenant.addUser();
    const chat = createScriptedChatModel({
      decide: [
        decide.call([{ name: 'search_history', arguments: { query: 'unicorns' } }], 'decide'),
        decide.answer(),
      ],
    });

    const answer = await bench.asker({ chat })(user, 'What have I told you of unicorns?');

    expect(chat.requests.at(-1)?.messages.at(-1)?.content).toContain('0 earlier messages match');
    expect(answer.responseType).toBe('not_found');
  });
});
