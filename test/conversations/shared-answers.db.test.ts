import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Receipt } from '../../src/conversations/execution.js';
import { createSharedAnswers } from '../../src/conversations/shared-answers.js';
import { newId, SharedAnswerId, type MessageId, type SessionId } from '../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../src/shared/scope.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
let sharer: UserScope;
let colleague: UserScope;
let shared: ReturnType<typeof createSharedAnswers>;

beforeAll(async () => {
  bench = await createWorkbench();
  shared = createSharedAnswers({ database: bench.test.database });
  tenant = await bench.test.tenant();
  [sharer, colleague] = [await tenant.addUser(), await tenant.addUser()];
});

afterAll(() => bench.destroy());

const add = async (title: string) => {
  const owner = tenant.admin;
  const { documentId } = await addKnowledge(bench, tenant, {
    owner,
    title,
    passages: [`${title} is blue.`],
  });
  const { items } = await bench.test.database.withScope(owner, (tx) =>
    tx.chunks.listOfDocument(documentId, { limit: 1 }),
  );
  return { documentId, chunkId: items[0]!.id };
};

type Cited = Partial<typeof storedCitation>;

/** An answer of the sharer that cites these sources. */
const answered = async (...cited: readonly Cited[]) =>
  answeredIn(await openSession(bench.test.database, sharer), { cited });

const answeredIn = async (
  sessionId: SessionId,
  { cited = [], read = [] }: { cited?: readonly Cited[]; read?: Receipt['sources'] },
) => {
  const { database } = bench.test;
  const turn = turnOf(sessionId, 'Which colour?');
  await startTurn(database, sharer, turn);
  const citations = cited.map((one, at) => ({ ...storedCitation, ...one, number: at + 1 }));
  await finishTurn(database, sharer, { ...turn, content: 'It is blue [1].', citations, read });
  const { items } = await database.withScope(sharer, (tx) =>
    tx.sessions.messages(turn.sessionId, { limit: 1 }),
  );
  return { sessionId: turn.sessionId, messageId: items[0]!.id };
};

const share = (messageId: MessageId) => shared.share(sharer, { messageId, days: 7 });

const shareOne = async (title: string) => {
  const document = await add(title);
  const answer = await answered(document);
  return { ...document, ...answer, id: (await share(answer.messageId)).id };
};

const hides = (scope: UserScope, id: SharedAnswerId) =>
  expect(shared.open(scope, id)).rejects.toMatchObject({ code: 'not_found' });

describe('a shared answer link', () => {
  it('shows a colleague the answer as it was given, with its sources', async () => {
    const { id, messageId, documentId } = await shareOne('Sky');

    const opened = await shared.open(colleague, id);

    expect(opened).toMatchObject({
      messageId,
      question: 'Which colour?',
      answer: 'It is blue [1].',
    });
    expect(opened.citations).toMatchObject([{ documentId, title: 'Sky' }]);
    expect(opened).not.toHaveProperty('read');
  });

  it('does not open for anyone who may not read one of its sources, until they may', async () => {
    const [one, other] = [await add('Sea'), await add('Ice')];
    const { id } = await share((await answered(one, other)).messageId);
    const setVisibility = (visibility: 'private' | 'tenant') =>
      bench.test.database.withScope(tenant.admin, (tx) =>
        tx.documents.update(other.documentId, { visibility }),
      );

    await setVisibility('private');
    await hides(colleague, id);
    await setVisibility('tenant');
    const filter = { type: 'eq', key: 'documentId', value: one.documentId } as const;
    await hides(narrowScope(colleague, filter, { from: 'key' }), id);

    await expect(shared.open(colleague, id)).resolves.toMatchObject({ id });
  });

  it('ends with its sources, message, sharer or expiry, and does not exist for other tenants', async () => {
    const { database } = bench.test;
    const [gone, deleted, ended] = [await shareOne('A'), await shareOne('B'), await shareOne('C')];
    const other = await bench.test.tenant();
    await hides(other.admin, ended.id);
    await hides(colleague, newId(SharedAnswerId));

    await database.withScope(tenant.admin, (tx) => tx.documents.markDeleting(gone.documentId));
    await database.withScope(sharer, (tx) => tx.sessions.delete(deleted.sessionId));
    const past = createSharedAnswers({
      database,
      now: () => new Date(Date.now() - 8 * 86_400_000),
    });
    await past.share(sharer, { messageId: ended.messageId, days: 7 });

    for (const { id } of [gone, deleted, ended]) await hides(colleague, id);
    expect((await shared.list(sharer, { limit: 50 })).items.map(({ id }) => id)).not.toContain(
      ended.id,
    );
  });

  it('does not open once its sharer is suspended', async () => {
    const { id } = await shareOne('D');
    const setStatus = (status: 'active' | 'suspended') =>
      bench.test.database.withScope(tenant.admin, (tx) =>
        tx.users.update(sharer.userId, { status }),
      );

    await setStatus('suspended');
    await hides(colleague, id);
    await setStatus('active');
  });

  it('is listed and revoked only by its sharer', async () => {
    const { id, messageId } = await shareOne('E');
    const again = await share(messageId);
    const [own, others] = await Promise.all([
      shared.list(sharer, { limit: 50 }),
      shared.list(colleague, { limit: 50 }),
    ]);
    await expect(shared.revoke(colleague, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(shared.open(colleague, id)).resolves.toBeDefined();

    await shared.revoke(sharer, id);

    expect(again.id).toBe(id);
    expect(own.items.map((item) => item.id)).toContain(id);
    expect(others.items).toEqual([]);
    await hides(colleague, id);
    await hides(sharer, id);
  });

  it.each<[string, Cited]>([
    ['a memory', { type: 'memory', documentId: null, documentVersion: null, chunkId: null }],
    ['a tool result', { type: 'tool', documentId: null, documentVersion: null, chunkId: null }],
    ['a deleted document', {}],
  ])('is refused if the answer is based on %s', async (_, cited) => {
    const { messageId } = await answered(cited);

    await expect(share(messageId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('does not open for anyone who may not read a source of an earlier answer in it', async () => {
    const secret = await add('G');
    const { sessionId } = await answered(secret);
    const { messageId } = await answeredIn(sessionId, {});
    const { id } = await share(messageId);
    await expect(shared.open(colleague, id)).resolves.toMatchObject({ id });

    await bench.test.database.withScope(tenant.admin, (tx) =>
      tx.documents.update(secret.documentId, { visibility: 'private' }),
    );

    await hides(colleague, id);
  });

  it('is refused if the model read a tool result, then or in an earlier turn', async () => {
    const none = { chunkId: null, memoryId: null, coverage: null, outcome: 'in_prompt' } as const;
    const read = [{ ...none, type: 'tool', toolCallId: 'call-1' } as const];
    const { sessionId, messageId } = await answeredIn(
      await openSession(bench.test.database, sharer),
      { cited: [await add('H')], read },
    );
    const later = await answeredIn(sessionId, {});

    await expect(share(messageId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(share(later.messageId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused for another person’s answer, and for a question', async () => {
    const { messageId, sessionId } = await answered(await add('F'));
    const { items } = await bench.test.database.withScope(sharer, (tx) =>
      tx.sessions.messages(sessionId, { limit: 2 }),
    );

    const asColleague = shared.share(colleague, { messageId, days: 7 });
    await expect(asColleague).rejects.toMatchObject({ code: 'not_found' });
    await expect(share(items[1]!.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
