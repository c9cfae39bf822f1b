import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAskQuestions } from '../../src/evaluation/ask-questions.js';
import { createEvaluation } from '../../src/evaluation/index.js';
import { Expectations } from '../../src/evaluation/golden-questions-repository.js';
import type { EvaluationRunId, GoldenQuestionId, UserId } from '../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../src/shared/scope.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
let evaluation: ReturnType<typeof createEvaluation>;

beforeAll(async () => {
  bench = await createWorkbench();
  evaluation = createEvaluation(bench.test);
  tenant = await bench.test.tenant();
});

afterAll(() => bench.destroy());

const QUESTION = 'How many quokkas are allowed in a garden?';

const addRules = async (at: TestTenant, visibility = 'tenant', owner = at.admin) => {
  const { documentId } = await addKnowledge(bench, at, {
    owner,
    visibility,
    title: 'Zoo rules',
    passages: [{ content: 'Seven quokkas are allowed in a garden.', page: 3 }],
  });
  return documentId;
};

type Golden = {
  question?: string;
  askedAs?: UserId | null;
  expectations?: Parameters<typeof Expectations.parse>[0];
};

const addGolden = async (
  scope: UserScope,
  { question = QUESTION, askedAs = null, expectations = { facts: ['seven'] } }: Golden = {},
): Promise<GoldenQuestionId> => {
  const created = await evaluation.goldenQuestions.create(scope, {
    question,
    language: 'en',
    askedAs,
    status: 'active',
    expectations: Expectations.parse(expectations),
  });
  return created.id;
};

const asking = (installation: Record<string, unknown> = {}) => {
  const program = bench.program({ chat: null });
  return createAskQuestions({
    database: bench.test.database,
    personScope: createPersonScope(bench.test),
    installation,
    runUnstored: ({ scope, input, signal }) => program(scope, input.message, { signal }),
  });
};

/** Works on the run as the loop would, until it has ended. */
const work = async (scope: UserScope, runId: EvaluationRunId, installation = {}) => {
  const ask = asking(installation);
  const { signal } = new AbortController();
  for (;;) {
    const { dueInMs } = await ask({ tenantId: scope.tenantId, runId, epoch: 1 }, signal);
    if (dueInMs === null) return evaluation.evaluationRuns.get(scope, runId);
  }
};

const runAll = async (scope: UserScope, installation = {}) => {
  const { id } = await evaluation.evaluationRuns.start(scope, { name: null });
  return work(scope, id, installation);
};

const resultsOf = async (scope: UserScope, id: EvaluationRunId) =>
  (await evaluation.evaluationRuns.results(scope, id, { limit: 100 })).items;

describe('a run of golden questions', () => {
  it('stores a verdict for each question, with hits, time and cost', async () => {
    const at = await bench.test.tenant();
    const rules = await addRules(at);
    await addGolden(at.admin, {
      expectations: { facts: ['seven quokkas'], documents: [{ documentId: rules, pages: [3] }] },
    });
    await addGolden(at.admin, { expectations: { facts: ['nine'] } });
    await addGolden(at.admin, {
      expectations: { documents: [{ documentId: rules, pages: [4] }] },
    });
    await addGolden(at.admin, {
      question: 'What does the ferry to Ulmen cost?',
      expectations: { refusal: true },
    });

    const run = await runAll(at.admin, { version: '1' });

    expect(run).toMatchObject({ state: 'done', total: 4, settings: { version: '1' } });
    expect(run.figures).toMatchObject({
      answered: 4,
      right: 2,
      wrong: 2,
      failed: 0,
      leaks: 0,
      ranked: 2,
      hitsAt1: 1,
      hitsAt10: 1,
      promptTokens: 0,
      costUsd: 0,
    });
    const [first, second] = await resultsOf(at.admin, run.id);
    expect(first).toMatchObject({
      verdict: 'right',
      question: QUESTION,
      answer: expect.stringContaining('Seven quokkas'),
      outcome: { hitRank: 1, citedDocuments: [rules], missingFacts: [] },
    });
    expect(second).toMatchObject({ verdict: 'wrong', outcome: { missingFacts: [0] } });
    await work(at.admin, run.id);
    expect(await evaluation.evaluationRuns.get(at.admin, run.id)).toEqual(run);
  });

  it('continues after an interruption, and asks no question twice', async () => {
    const at = await bench.test.tenant();
    await addRules(at);
    for (let index = 0; index < 7; index += 1) await addGolden(at.admin);
    const { id } = await evaluation.evaluationRuns.start(at.admin, { name: 'twice' });
    const { signal } = new AbortController();

    const first = await asking()({ tenantId: at.tenantId, runId: id, epoch: 1 }, signal);
    const before = await resultsOf(at.admin, id);
    const run = await work(at.admin, id);

    expect(first).toEqual({ dueInMs: 0 });
    expect(run.figures.answered).toBe(7);
    const executions = (await resultsOf(at.admin, id)).map(({ executionId }) => executionId);
    expect(executions.slice(0, 5)).toEqual(before.slice(0, 5).map((one) => one.executionId));
    expect(new Set(executions).size).toBe(7);
  });

  it('can be stopped, and questions that were not asked stay without a verdict', async () => {
    const at = await bench.test.tenant();
    await addGolden(at.admin);
    const { id } = await evaluation.evaluationRuns.start(at.admin, { name: null });

    await evaluation.evaluationRuns.stop(at.admin, id);
    const run = await work(at.admin, id);

    expect(run).toMatchObject({ state: 'stopped', figures: { answered: 0 } });
  });

  it('keeps asking the version that it was started with', async () => {
    const at = await bench.test.tenant();
    const golden = await addGolden(at.admin);
    const { id } = await evaluation.evaluationRuns.start(at.admin, { name: null });
    await evaluation.goldenQuestions.update(at.admin, golden, { question: 'Another question?' });

    await work(at.admin, id);

    expect(await resultsOf(at.admin, id)).toMatchObject([{ version: 1, question: QUESTION }]);
    const versions = await evaluation.goldenQuestions.versions(at.admin, golden);
    expect(versions.map(({ question }) => question)).toEqual(['Another question?', QUESTION]);
  });
});

describe('two runs', () => {
  it('are compared question by question, next to the noise between equal runs', async () => {
    const at = await bench.test.tenant();
    const golden = await addGolden(at.admin);
    const before = await runAll(at.admin, { weak: true });
    const again = await runAll(at.admin, { weak: true });
    await addRules(at);
    const after = await runAll(at.admin, { weak: false });

    const compared = await evaluation.evaluationRuns.compare(at.admin, {
      before: before.id,
      after: after.id,
    });

    expect(compared).toMatchObject({ pairs: 1, changed: 1, won: 1, lost: 0, p: 1 });
    expect(compared.noise).toMatchObject({ runId: again.id, changed: 0 });
    expect(compared.items).toMatchObject([
      { questionId: golden, question: QUESTION, before: 'refused', after: 'right' },
    ]);
    await expect(
      evaluation.evaluationRuns.compare(at.admin, {
        before: before.id,
        after: after.id,
        noise: after.id,
      }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the user as whom a run asks a question', () => {
  it('is a test user, whose rights decide what is found', async () => {
    const at = await bench.test.tenant();
    const tester = await at.addUser();
    const rules = await addRules(at, 'private');
    await addGolden(at.admin, { askedAs: tester.userId, expectations: { refusal: true } });
    await addGolden(at.admin, { expectations: { documents: [{ documentId: rules }] } });

    const run = await runAll(at.admin);

    expect(run.figures).toMatchObject({ right: 2, leaks: 0 });
  });

  it('is never an administrator or somebody who ever had a credential or a document', async () => {
    const { database } = bench.test;
    const activated = await tenant.addUser();
    await database.withScope(tenant.system, (tx) => tx.users.activate(activated.userId));
    const other = await tenant.addUser({ role: 'admin' });
    const owner = await tenant.addUser();
    await addRules(tenant, 'private', owner);

    for (const { userId: askedAs } of [activated, other, owner]) {
      await expect(addGolden(tenant.admin, { askedAs })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
  });

  it('is no longer used once they have a credential', async () => {
    const at = await bench.test.tenant();
    const tester = await at.addUser();
    await addGolden(at.admin, { askedAs: tester.userId });
    await bench.test.database.withScope(at.system, (tx) => tx.users.activate(tester.userId));

    const run = await runAll(at.admin);

    expect(await resultsOf(at.admin, run.id)).toMatchObject([
      { verdict: 'failed', executionId: null, outcome: { errorCode: 'account_inactive' } },
    ]);
  });
});

describe('the view that an administrator has of a run', () => {
  it('contains codes, ids and scores, but no text, of a source that they may not read', async () => {
    const at = await bench.test.tenant();
    const other = await at.addUser({ role: 'admin' });
    const rules = await addRules(at, 'private');
    await addGolden(at.admin, { expectations: { documents: [{ documentId: rules }] } });
    const { id } = await runAll(at.admin);

    const [own] = await resultsOf(at.admin, id);
    const foreign = await resultsOf(other, id);

    expect(own?.answer).toContain('Seven');
    expect(foreign).toMatchObject([
      { verdict: 'right', answer: null, outcome: { citedDocuments: [rules], hitRank: 1 } },
    ]);
    expect(JSON.stringify(foreign)).not.toMatch(/seven/i);
    const seen = [
      await evaluation.evaluationRuns.get(other, id),
      await evaluation.evaluationRuns.compare(other, { before: id, after: id }),
      await evaluation.goldenQuestions.list(other, { limit: 10 }),
      await evaluation.goldenQuestions.exportLines(other),
    ];
    expect(JSON.stringify(seen)).not.toMatch(/seven/i);
  });

  it('loses an answer for everybody when its source is deleted, withdrawn or made private', async () => {
    const at = await bench.test.tenant();
    const other = await at.addUser({ role: 'admin' });
    const rules = await addRules(at);
    await addGolden(at.admin);
    const { id } = await runAll(at.admin);
    const answerFor = async (scope: UserScope) => (await resultsOf(scope, id))[0]?.answer ?? null;
    const change = (visibility: 'private' | 'tenant') =>
      bench.test.database.withScope(at.admin, (tx) => tx.documents.update(rules, { visibility }));

    expect(await answerFor(other)).toContain('Seven');
    await change('private');
    expect(await answerFor(other)).toBeNull();
    await change('tenant');
    await bench.test.database.withScope(at.admin, (tx) => tx.documents.markDeleting(rules));

    expect([await answerFor(other), await answerFor(at.admin)]).toEqual([null, null]);
  });

  it('is refused with a key that sees only some documents', async () => {
    const filter = { type: 'eq', key: 'language', value: 'en' } as const;
    const narrow = narrowScope(tenant.admin, filter, { from: 'key' });

    for (const attempt of [
      () => evaluation.goldenQuestions.list(narrow, { limit: 10 }),
      () => evaluation.evaluationRuns.list(narrow, { limit: 10 }),
      () => evaluation.evaluationRuns.start(narrow, { name: null }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('contains no runs of another tenant', async () => {
    const [one, other] = [await bench.test.tenant(), await bench.test.tenant()];
    const golden = await addGolden(one.admin);
    const { id } = await evaluation.evaluationRuns.start(one.admin, { name: null });

    for (const attempt of [
      () => evaluation.goldenQuestions.get(other.admin, golden),
      () => evaluation.goldenQuestions.versions(other.admin, golden),
      () => evaluation.evaluationRuns.get(other.admin, id),
      () => evaluation.evaluationRuns.results(other.admin, id, { limit: 1 }),
      () => evaluation.evaluationRuns.stop(other.admin, id),
      () => evaluation.evaluationRuns.compare(other.admin, { before: id, after: id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await evaluation.goldenQuestions.exportLines(other.admin)).toBe('');
  });
});

describe('a leak', () => {
  it('is counted for a document that the question says may not be shown', async () => {
    const at = await bench.test.tenant();
    const rules = await addRules(at);
    await addGolden(at.admin, { expectations: { hidden: [rules] } });

    const run = await runAll(at.admin);

    expect(run.figures.leaks).toBe(1);
    expect(await resultsOf(at.admin, run.id)).toMatchObject([{ outcome: { leaks: [rules] } }]);
  });

  it('is counted for a document that search showed although its asker may not read it', async () => {
    const at = await bench.test.tenant();
    const tester = await at.addUser();
    const rules = await addRules(at, 'private');
    await addGolden(at.admin, { askedAs: tester.userId, expectations: { refusal: true } });
    const program = bench.program({ chat: null });
    const { id } = await evaluation.evaluationRuns.start(at.admin, { name: null });
    const ask = createAskQuestions({
      database: bench.test.database,
      personScope: createPersonScope(bench.test),
      installation: {},
      // A search that forgets who asks.
      runUnstored: ({ input }) => program(at.admin, input.message),
    });

    await ask({ tenantId: at.tenantId, runId: id, epoch: 1 }, new AbortController().signal);

    const run = await evaluation.evaluationRuns.get(at.admin, id);
    expect(run.figures).toMatchObject({ leaks: 1, wrong: 1 });
    expect(await resultsOf(at.admin, id)).toMatchObject([{ outcome: { leaks: [rules] } }]);
  });
});
