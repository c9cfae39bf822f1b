import { describe, expect, it } from '@jest/globals';
import { createExecutions } from '../../src/conversations/executions.js';
import { createSessions } from '../../src/conversations/sessions.js';
import { AppError } from '../../src/shared/errors.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import type { TestTenant } from '../support/tenant.js';

const { bench, tenant, addManual } = setUpManual(['Annual leave is 25 days.']);

const RIGHT = 'Annual leave is 25 days [1].';
const MADE_UP = 'Overtime is paid with 40 euros an hour [1].';

type Asked = {
  own?: TestTenant;
  first?: string;
  second?: string | Error;
  isStreamed?: boolean;
  isStrict?: boolean;
};

const strictTenant = async () => {
  const own = await bench().test.tenant();
  await addManual(own);
  await bench().test.database.withScope(own.system, (tx) =>
    tx.settings.update({ policy: TenantPolicy.parse({ groundedOnly: 'strict' }) }),
  );
  return own;
};

const ask = async ({ first = `${RIGHT} ${MADE_UP}`, second = RIGHT, own, ...how }: Asked) => {
  const { emit, events, deltas } = listen();
  const chat = createScriptedChatModel({
    decide: [decide.search(QUESTION)],
    answer: [
      async (_request, _signal, say) => {
        await say(first);
        return first;
      },
      second,
    ],
  });
  const { member } = how.isStrict === true ? await strictTenant() : (own ?? tenant());
  const said = await bench().asker({ chat })(member, QUESTION, {
    ...(how.isStreamed === true && { emit, isStreamed: true }),
  });
  const written = chat.requests.filter(({ purpose }) => purpose === 'answer');
  return { said, written, events, deltas };
};

type Said = Awaited<ReturnType<typeof ask>>['said'];

const verdictsIn = (events: readonly TurnEvent[]) =>
  events.filter((event) => event.type === 'verdicts').map(({ verdicts }) => verdicts);

describe('an answer with a statement that no source supports', () => {
  it('is rewritten once by the model before the reader sees any of it', async () => {
    const { said, written } = await ask({});

    expect(said.answer).toContain(RIGHT);
    expect(said.answer).not.toContain('40 euros');
    expect(said).toMatchObject({ status: 'success', grounding: 1 });
    expect(written).toHaveLength(2);
    expect(written[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: `${RIGHT} ${MADE_UP}` },
      { role: 'user', content: expect.stringContaining('40 euros') },
    ]);
  });

  it.each([
    ['contains more unsupported statements', `${RIGHT} ${MADE_UP} Lunch costs 7 euros [1].`],
    ['loses what was supported', 'I would rather not say.'],
    ['is empty', ''],
    ['fails', new AppError('model_unavailable', 'Away.')],
  ])('stays unchanged if the second answer %s', async (_, second) => {
    const { said } = await ask({ second });

    expect(said.answer).toContain(`${RIGHT} ${MADE_UP}`);
    expect(said.statements).toMatchObject([{ verdict: 'exact' }, { verdict: 'unsupported' }]);
    expect(said).toMatchObject({ status: 'success', degraded: [] });
  });

  it('is not rewritten if it is streamed', async () => {
    const { said, written } = await ask({ isStreamed: true });

    expect(written).toHaveLength(1);
    expect(said.answer).toContain('40 euros');
  });

  it('is rewritten in the stream of a strict tenant, which sends verdicts once', async () => {
    const { said, written, events, deltas } = await ask({ isStreamed: true, isStrict: true });

    expect(written).toHaveLength(2);
    expect(deltas().join('')).toBe(said.answer);
    expect(verdictsIn(events)).toMatchObject([[{ verdict: 'exact', start: 0 }]]);
    expect(said.answer).not.toContain('40 euros');
  });
});

describe('the text of an answer before its repair', () => {
  const SESSION_PAGE = { limit: 10 };
  const messagesOf = ({ member }: TestTenant, { sessionId }: Said) =>
    createSessions(bench().test).messages(member, sessionId, SESSION_PAGE);
  const receiptFor = (reader: TestTenant['member'], { executionId }: Said) =>
    createExecutions(bench().test).readExecution(reader, executionId);

  it('is kept in its message and receipt for its owner only', async () => {
    const own = tenant();

    const { said } = await ask({});

    const { items } = await messagesOf(own, said);
    expect(items).toMatchObject([
      { textBeforeRepair: `${RIGHT} ${MADE_UP}`, content: said.answer },
      { textBeforeRepair: null },
    ]);
    expect(items[0]).not.toHaveProperty('beforeRepair');
    expect(await receiptFor(own.member, said)).toMatchObject({
      textBeforeRepair: `${RIGHT} ${MADE_UP}`,
    });
    expect(await receiptFor(own.admin, said)).toMatchObject({ textBeforeRepair: null });
  });

  it.each([
    ['is supported', { first: RIGHT }],
    ['stays as it was', { second: 'I would rather not say.' }],
    ['is streamed', { isStreamed: true }],
  ])('is not kept if the answer %s', async (_, asked) => {
    const { said } = await ask(asked);

    const { items } = await messagesOf(tenant(), said);
    expect(items[0]).toMatchObject({ content: said.answer, textBeforeRepair: null });
  });

  it('is hidden once a source that the model read for it is withdrawn, cited or not', async () => {
    const own = await bench().test.tenant();
    await addManual(own);
    const { documentId } = await addKnowledge(bench(), own, {
      owner: own.admin,
      title: 'Rules for managers',
      passages: ['Annual leave of managers is 31 days.'],
    });
    const { said } = await ask({ own });
    await bench().test.database.withScope(own.admin, (tx) =>
      tx.documents.update(documentId, { visibility: 'private' }),
    );

    const { items } = await messagesOf(own, said);

    expect(items[0]).toMatchObject({ content: said.answer, textBeforeRepair: null });
    expect(await receiptFor(own.member, said)).toMatchObject({
      answer: said.answer,
      textBeforeRepair: null,
    });
  });

  it('is deleted with its message', async () => {
    const own = tenant();
    const { said } = await ask({});

    await createSessions(bench().test).delete(own.member, said.sessionId);

    await expect(messagesOf(own, said)).rejects.toMatchObject({ code: 'not_found' });
    await expect(receiptFor(own.member, said)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an answer that its sources support', () => {
  it('is written only once', async () => {
    const { written } = await ask({ first: RIGHT });

    expect(written).toHaveLength(1);
  });
});
