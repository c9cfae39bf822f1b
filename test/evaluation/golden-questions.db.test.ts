import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGoldenQuestions } from '../../src/evaluation/golden-questions.js';
import { Expectations } from '../../src/evaluation/golden-questions-repository.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';

let test: TestDatabase;
let tenant: TestTenant;
let golden: ReturnType<typeof createGoldenQuestions>;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
  golden = createGoldenQuestions(test);
});

afterAll(() => test.destroy());

const GIVEN = {
  question: 'Which colour is the sky?',
  language: 'en',
  askedAs: null,
  status: 'active',
  expectations: Expectations.parse({ facts: ['blue | azure'], absent: ['green'] }),
} as const;

/** An answer of this person, and what they said of it. */
const answered = async (
  asker: UserScope,
  feedback?: { rating: 'up' | 'down'; shareWithAdmin: boolean },
) => {
  const { database } = test;
  const turn = turnOf(await openSession(database, asker), 'Which colour?');
  await startTurn(database, asker, turn);
  await finishTurn(database, asker, { ...turn, content: 'Blue [1].', citations: [storedCitation] });
  if (feedback !== undefined) {
    await database.withScope(asker, async (tx) => {
      const { items } = await tx.sessions.messages(turn.sessionId, { limit: 1 });
      await tx.feedback.save(items[0]!.id, { comment: null, ...feedback });
    });
  }
  return turn.executionId;
};

describe('a golden question', () => {
  it('is active only if it expects something, and not a refusal and an answer at once', async () => {
    const refused = { code: 'validation_failed' };
    const none = Expectations.parse({});
    const both = Expectations.parse({ refusal: true, facts: ['blue'] });

    await expect(
      golden.create(tenant.admin, { ...GIVEN, expectations: none }),
    ).rejects.toMatchObject(refused);
    await expect(
      golden.create(tenant.admin, { ...GIVEN, expectations: both }),
    ).rejects.toMatchObject(refused);
    const draft = { ...GIVEN, status: 'draft' as const, expectations: none };
    const { id } = await golden.create(tenant.admin, draft);
    await expect(golden.update(tenant.admin, id, { status: 'active' })).rejects.toMatchObject(
      refused,
    );
  });

  it('leaves an audit entry for each change, without the words of the question', async () => {
    const at = await test.tenant();
    const { id } = await golden.create(at.admin, GIVEN);
    await golden.update(at.admin, id, { status: 'retired' });
    await golden.delete(at.admin, id);

    const { items } = await test.database.withScope(at.admin, (tx) => tx.audit.list({ limit: 9 }));

    expect(items.map(({ action }) => action)).toEqual([
      'golden_question.delete',
      'golden_question.update',
      'golden_question.create',
    ]);
    expect(JSON.stringify(items)).not.toContain('sky');
  });

  it('gets a new version if its question changes, but not if its status does', async () => {
    const { id } = await golden.create(tenant.admin, GIVEN);

    const retired = await golden.update(tenant.admin, id, { status: 'retired' });
    const changed = await golden.update(tenant.admin, id, { question: 'What colour is it?' });

    expect([retired.version, changed.version]).toEqual([1, 2]);
    expect(changed).toMatchObject({ status: 'retired', expectations: GIVEN.expectations });
  });
});

describe('a golden question made from a chat turn', () => {
  it('expects the documents that a good answer cited, and remembers the turn', async () => {
    const own = await answered(tenant.admin);
    const shared = await answered(tenant.member, { rating: 'up', shareWithAdmin: true });

    for (const id of [own, shared]) {
      expect(await golden.createFromExecution(tenant.admin, id)).toMatchObject({
        question: 'Which colour?',
        status: 'active',
        originExecutionId: id,
        expectations: { documents: [{ documentId: storedCitation.documentId }], facts: [] },
      });
    }
  });

  it('is a draft without expectations if the answer was rated bad', async () => {
    const id = await answered(tenant.member, { rating: 'down', shareWithAdmin: true });

    expect(await golden.createFromExecution(tenant.admin, id)).toMatchObject({
      status: 'draft',
      expectations: { documents: [] },
    });
  });

  it('is refused if its asker does not share the words of the question', async () => {
    const silent = await answered(tenant.member);
    const kept = await answered(tenant.member, { rating: 'down', shareWithAdmin: false });
    const foreign = await answered((await test.tenant()).member, {
      rating: 'up',
      shareWithAdmin: true,
    });

    for (const id of [silent, kept, foreign]) {
      await expect(golden.createFromExecution(tenant.admin, id)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});

describe('an export of golden questions as lines of JSON', () => {
  it('can be imported again, and contains the field names of other programs', async () => {
    const [one, other] = [await test.tenant(), await test.tenant()];
    await golden.create(one.admin, GIVEN);

    const lines = await golden.exportLines(one.admin);
    const imported = await golden.importLines(other.admin, lines);

    expect(imported).toEqual({ created: 1, refused: [] });
    const { items } = await golden.list(other.admin, { limit: 5 });
    expect(items).toMatchObject([GIVEN]);
    expect(JSON.parse(lines)).toMatchObject({
      user_input: GIVEN.question,
      reference: 'blue',
      vars: { question: GIVEN.question },
      assert: [
        { type: 'icontains-any', value: ['blue', 'azure'] },
        { type: 'not-icontains', value: 'green' },
      ],
      input: { question: GIVEN.question },
      expected_output: { reference: 'blue' },
    });
  });

  it('reports each line that cannot be imported, and imports the others', async () => {
    const at = await test.tenant();
    const lines = [
      '{"user_input": "From ragas?"}',
      '',
      'no JSON',
      '{"vars": {"question": "From promptfoo?"}}',
      '{"input": "From Langfuse?", "expectations": {"facts": ["yes"]}}',
      `{"question": "As a stranger?", "askedAs": "${tenant.member.userId}"}`,
      '{"question": 7}',
      '{"question": "Too much?", "expectations": {"other": 1}}',
    ].join('\n');

    const { created, refused } = await golden.importLines(at.admin, lines);

    expect(created).toBe(3);
    expect(refused.map(({ line }) => line)).toEqual([3, 6, 7, 8]);
    const { items } = await golden.list(at.admin, { limit: 9 });
    expect(items.map(({ status }) => status)).toEqual(['active', 'draft', 'draft']);
  });
});
