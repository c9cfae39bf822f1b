import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createReadCallFigures } from '../../src/conversations/call-figures.js';
import type { ModelCall } from '../../src/shared/execution.js';
import { AssistantId, newId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { ID_OF_ROW, MADE_AT, rowsReadBy } from '../support/rows-read.js';
import type { TestTenant } from '../support/tenant.js';
import { finishedTurn, openSession, startTurn, turnOf } from '../support/turn.js';

let test: TestDatabase;
let tenant: TestTenant;
let stranger: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
  stranger = await test.tenant();
});

afterAll(() => test.destroy());

const callOf = (model: string, call: Partial<ModelCall> = {}): ModelCall => ({
  purpose: 'answer',
  model,
  promptTokens: 100,
  cachedTokens: 0,
  completionTokens: 10,
  costUsd: 0.5,
  durationMs: 3,
  outcome: 'ok',
  ...call,
});

const addTurn = async (
  { member }: TestTenant,
  assistantId: AssistantId,
  modelCalls: readonly ModelCall[],
): Promise<void> => {
  const sessionId = await openSession(test.database, member);
  const turn = await startTurn(test.database, member, { ...turnOf(sessionId), assistantId });
  const finished = finishedTurn({ ...turn, content: 'Two weeks.' });
  await test.database.withScope(member, (tx) => tx.executions.finish({ ...finished, modelCalls }));
};

const readFigures = ({ admin }: TestTenant) => {
  const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  return test.database.withScope(admin, (tx) => tx.executions.callFigures(range));
};

const defaultOf = ({ admin }: TestTenant) =>
  test.database.withScope(admin, async (tx) => {
    const assistant = await tx.assistants.findDefault();
    if (assistant === null) throw new Error('The tenant has no assistant.');
    return assistant;
  });

describe('the call figures by assistant', () => {
  it('sum up questions, tokens and cost by model, the most expensive first', async () => {
    const { id, slug, name } = await defaultOf(tenant);
    const gone = newId(AssistantId);
    await addTurn(tenant, id, [
      callOf('small', { costUsd: 0.25, cachedTokens: 60 }),
      callOf('small', { costUsd: null, promptTokens: 40 }),
      callOf('large', { costUsd: 3 }),
    ]);
    await addTurn(tenant, id, [callOf('small', { costUsd: 0.25, cachedTokens: 20 })]);
    await addTurn(tenant, gone, [callOf('own', { costUsd: null })]);
    await addTurn(tenant, gone, []);

    const { assistants, models } = await readFigures(tenant);

    const known = { assistantId: id, slug, name };
    const unknown = { assistantId: gone, slug: null, name: null };
    const unpriced = {
      questions: 1,
      calls: 1,
      promptTokens: 100,
      cachedTokens: 0,
      completionTokens: 10,
      costUsd: null,
      unpricedCalls: 1,
    };
    const priced = { ...unpriced, unpricedCalls: 0 };
    const asked = { ...priced, calls: 0, promptTokens: 0, completionTokens: 0 };
    expect(assistants).toEqual([
      { ...known, model: 'large', ...priced, costUsd: 3 },
      {
        ...known,
        model: 'small',
        questions: 2,
        calls: 3,
        promptTokens: 240,
        cachedTokens: 80,
        completionTokens: 30,
        costUsd: 0.5,
        unpricedCalls: 1,
      },
      { ...unknown, model: 'own', ...unpriced },
      { ...unknown, model: null, ...asked },
    ]);
    expect(models.find(({ model }) => model === 'small')).toMatchObject({ cachedTokens: 80 });
  });

  it('never include figures or names of another tenant', async () => {
    const [first, second] = [await test.tenant(), await test.tenant()];
    const foreign = await defaultOf(second);
    await addTurn(first, foreign.id, [callOf('of-first')]);
    await addTurn(second, foreign.id, [callOf('of-second')]);

    const ofFirst = await readFigures(first);
    const ofSecond = await readFigures(second);

    expect(ofFirst.assistants).toMatchObject([{ model: 'of-first', slug: null, name: null }]);
    expect(ofSecond.assistants).toMatchObject([{ model: 'of-second', slug: foreign.slug }]);
    expect(await readFigures(stranger)).toEqual({ tools: [], models: [], assistants: [] });
  });
  it('are limited to the assistants that a key is bound to', async () => {
    const where = await test.tenant();
    const { id, slug } = await defaultOf(where);
    await addTurn(where, id, [callOf('bound')]);
    await addTurn(where, newId(AssistantId), [callOf('other')]);

    const { assistants } = await readFigures({
      ...where,
      admin: makeUserScope({ ...where.admin, assistantIds: [id] }),
    });

    expect(assistants).toMatchObject([{ slug, model: 'bound' }]);
  });
});

/** A question of the member, and how it was answered. */
const askInVain = async (
  { member }: TestTenant,
  question: string,
  responseType: 'answer' | 'not_found',
) => {
  const sessionId = await openSession(test.database, member);
  const turn = await startTurn(test.database, member, {
    ...turnOf(sessionId, question),
    assistantId: newId(AssistantId),
  });
  const finished = finishedTurn({ ...turn, content: 'Nothing was found.' });
  const { answer, execution } = finished;
  if (answer === null) throw new Error('A finished turn has an answer.');
  await test.database.withScope(member, (tx) =>
    tx.executions.finish({ ...finished, execution: { ...execution, responseType } }),
  );
  return answer.message.id;
};

const lastMinute = () => ({
  from: new Date(Date.now() - 60_000),
  to: new Date(Date.now() + 60_000),
});

describe('the daily figures', () => {
  it('count questions, missing answers, negative ratings and people of one tenant', async () => {
    const where = await test.tenant();
    await askInVain(where, 'How long is the notice period?', 'answer');
    const id = await askInVain(where, 'Who repairs the lift?', 'not_found');
    await test.database.withScope(where.member, (tx) =>
      tx.feedback.save(id, { rating: 'down', comment: null, shareWithAdmin: false }),
    );

    const read = ({ admin }: TestTenant) =>
      test.database.withScope(admin, (tx) => tx.executions.dailyFigures(lastMinute()));
    const { whole, days } = await read(where);

    const figures = { questions: 2, answered: 1, notFound: 1, badMarks: 1, people: 1 };
    expect(whole).toMatchObject(figures);
    expect(days.reduce((sum, { questions }) => sum + questions, 0)).toBe(2);
    expect(await read(stranger)).toMatchObject({ whole: { questions: 0, p95Ms: null }, days: [] });
  });
});

describe('unanswered questions', () => {
  it('are shown in full only if the asker shares them, and never to another tenant', async () => {
    const where = await test.tenant();
    await askInVain(where, 'May I see my own file?', 'not_found');
    const id = await askInVain(where, 'Who repairs the lift?', 'not_found');
    await askInVain(where, 'How long is the notice period?', 'answer');
    await test.database.withScope(where.member, (tx) =>
      tx.feedback.save(id, { rating: 'down', comment: null, shareWithAdmin: true }),
    );

    const read = ({ admin }: TestTenant) =>
      test.database.withScope(admin, (tx) => tx.executions.unanswered(lastMinute()));
    const { shared, asked } = await read(where);

    expect(shared).toMatchObject([{ messageId: id, question: 'Who repairs the lift?' }]);
    expect(asked).toHaveLength(2);
    expect(await read(stranger)).toEqual({ shared: [], asked: [] });
  });
});

describe('the figures of a small tenant next to a large one', () => {
  const OWN = 2000;
  const OTHERS = 20_000;
  let where: TestTenant;

  beforeAll(async () => {
    where = await test.tenant();
    const other = await test.tenant();
    const addTurns = ({ tenantId, member }: TestTenant, turns: number) => `
      INSERT INTO executions (tenant_id, id, user_id, workflow_path, status, started_at)
        SELECT '${tenantId}', ${ID_OF_ROW}, '${member.userId}', '{}', 'success', ${MADE_AT} FROM generate_series(1, ${turns}) n;
      INSERT INTO model_calls (tenant_id, execution_id, position, purpose, model, prompt_tokens, completion_tokens, duration_ms, outcome)
        SELECT '${tenantId}', ${ID_OF_ROW}, call, 'answer', 'model-' || call, 10, 5, 1, 'ok'
        FROM generate_series(1, ${turns}) n, generate_series(1, 2) call;`;
    await queryAsOwner(
      test,
      `BEGIN; ${addTurns(where, OWN)} ${addTurns(other, OTHERS)} COMMIT; ANALYZE executions, model_calls, assistants;`,
    );
  }, 120_000);

  it.each([
    // Two hours more of turns are looked at, for clocks may differ.
    ['an hour', 60, 3 * 180 + 2 * 2 * 180],
    ['the whole time', OWN + 1, (3 + 2 * 2) * OWN],
  ])(
    'are computed only from its own turns of the period: %s',
    async (_what, minutes, ofOwnTurns) => {
      const [from, to] = [new Date(Date.now() - minutes * 60_000), new Date()];

      const read = await rowsReadBy({ url: test.url, scope: where.admin }, (tx) =>
        createReadCallFigures(tx, where.admin)({ from, to }),
      );

      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(ofOwnTurns + 100);
    },
  );
});
