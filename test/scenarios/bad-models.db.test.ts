import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFailoverChatModel } from '../../src/platform/models/failover-chat-model.js';
import type { ChatModel } from '../../src/platform/models/model.js';
import { createChatModel } from '../../src/platform/models/failover-chat-model.js';
import { createLimit } from '../../src/shared/async.js';
import type { DecisionProtocolName } from '../../src/workflow/decide/index.js';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import { BAD_ANSWERS, BAD_MODELS } from '../fakes/openai-server/bad-models.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatScript } from '../fakes/openai-server/replies.js';
import { PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';
import { WORKFLOW } from '../support/workflow-settings.js';
import { openai } from '../../src/platform/models/providers/openai/index.js';

type Question = {
  question: string;
  /** Matches a right answer; null where the documents do not say. */
  accept: RegExp | null;
  cites?: string;
  after?: string;
};

const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Staff Handbook': [
    'The company was founded by two sisters. It has offices in Graz and Linz.\n\nAnnual leave is 27 days for everybody who works full time. Whoever works part time has a share of it.\n\nLeave is requested from the team lead three weeks before it begins.',
    'Overtime is paid with a supplement of 50 percent. On Sundays the supplement is 100 percent.\n\nThe probation period ends after four months. During probation the notice period is one week.',
  ],
  'Travel Rules': [
    'The following expenses are refunded:\n\n- train tickets of the second class\n- hotels up to 140 EUR a night\n- taxis after 22:00\n\nReceipts are handed in within 30 days after the journey.',
    'Flights are booked by the travel desk, which is reached at travel@example.test. Its hours are 8:00 to 16:00.',
  ],
  'Boiler Manual': [
    'The boiler must be serviced every two years. The next service is due on 14 March 2027.\n\nWhen the display shows E17 the water pressure is too low. Fill in water until the gauge shows 1.6 bar.',
  ],
};

const QUESTIONS: readonly Question[] = [
  { question: 'How many days is annual leave?', accept: /27 days/, cites: 'Staff Handbook' },
  {
    question: 'What about part time?',
    accept: /a share of it/,
    cites: 'Staff Handbook',
    after: 'How many days is annual leave for full time employees?',
  },
  {
    question: 'Which expenses are refunded?',
    accept: /train[^]*140[^]*22:00/,
    cites: 'Travel Rules',
  },
  {
    question: 'When is the next service of the boiler due?',
    accept: /14 March/,
    cites: 'Boiler Manual',
  },
  {
    question: 'What does E17 on the display mean?',
    accept: /water pressure/,
    cites: 'Boiler Manual',
  },
  {
    question: 'How high is the supplement for overtime?',
    accept: /50 percent/,
    cites: 'Staff Handbook',
  },
  {
    question: 'When does the probation period end?',
    accept: /four months/,
    cites: 'Staff Handbook',
  },
  { question: 'How is the travel desk reached?', accept: /travel@example/, cites: 'Travel Rules' },
  { question: 'By when are receipts handed in?', accept: /30 days/, cites: 'Travel Rules' },
  { question: 'Hello!', accept: /./ },
  { question: 'Who is the chief executive of the bank of Spain?', accept: null },
  { question: 'How many golden bicycles does every employee own?', accept: null },
  { question: 'What is the penalty for late service of the lift?', accept: null },
];

const quotedAnswers = new Map<Question, ChatAnswer>();
let bench: Workbench;
let tenant: TestTenant;
const servers: OpenAiServer[] = [];

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  for (const [title, passages] of Object.entries(DOCUMENTS)) {
    await addKnowledge(bench, tenant, { owner: tenant.admin, title, passages });
  }
  for (const question of QUESTIONS) {
    quotedAnswers.set(question, await ask(null, question, false));
  }
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await bench.destroy();
});

const connect = async (chat: ChatScript, protocol: DecisionProtocolName): Promise<ChatModel> => {
  const server = await startOpenAiServer({ chat });
  servers.push(server);
  const model = createChatModel({
    provider: openai,
    backend: 'bad',
    baseUrl: server.baseUrl,
    apiKey: '',
    model: 'bad',
    prices: {},
    protocol,
    firstTokenMs: 30_000,
    streamIdleMs: 10_000,
    retry: { maxTries: 1 },
  });
  const only = ['bad'];
  return createFailoverChatModel({
    backends: new Map([['bad', model]]),
    order: { decide: only, rewrite: only, answer: only, verify: only, summary: only },
    failover: false,
    metrics: { breakerChanged: () => undefined },
    logger: createSilentLogger([]),
  });
};

/** So short that a model that hangs costs the test little. */
const settings = {
  nodeTimeoutMs: {
    ...WORKFLOW.nodeTimeoutMs,
    prepare_query: 300,
    agent_decide: 300,
    finalize: 3_500,
  },
};

const ask = async (chat: ChatModel | null, { question, after }: Question, isStreamed: boolean) => {
  const asker = bench.asker({ chat, settings });
  const before = after === undefined ? undefined : await asker(tenant.member, after);
  const { emit, deltas } = listen();
  const asked = { isStreamed, emit, ...(before && { sessionId: before.sessionId }) };
  const answer = await asker(tenant.member, question, asked);
  expect(answer.answer).not.toContain('<<data');
  if (isStreamed) expect(deltas().join('')).toBe(answer.answer);
  return answer;
};

/** right 1, among the closest passages .5; what is not told but answered as if it were −1. */
const score = ({ accept, cites }: Question, given: ChatAnswer): number => {
  if (accept === null) return given.responseType === 'answer' ? -1 : 0;
  const isCited = cites === undefined || given.citations.some(({ title }) => title === cites);
  if (!accept.test(given.answer) || !isCited) return 0;
  return { answer: 1, closest: 0.5, clarification: 0, not_found: 0, unavailable: 0 }[
    given.responseType
  ];
};

describe('these questions without a model', () => {
  it('are mostly answered, so that the comparison proves something', async () => {
    const scores = [];
    for (const question of QUESTIONS)
      scores.push(score(question, await ask(null, question, false)));

    expect(scores.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(8);
  });
});

/** Tries models that decide well and answer badly with one protocol only: they do so by any. */
const modelsFor = (protocol: DecisionProtocolName): string[] =>
  Object.keys(BAD_MODELS).filter((name) => protocol === 'structured' || !BAD_ANSWERS.has(name));

/** All of them by one protocol; by each of the others a third, not the same, for they take minutes. */
const questionsFor = (protocol: DecisionProtocolName): readonly Question[] => {
  const turn = PROTOCOLS.indexOf(protocol);
  return QUESTIONS.filter((_, at) => protocol === 'structured' || at % 3 === turn % 3);
};

/** They say what their sources say and not what was asked: nothing takes the place of that. */
const BESIDE_THE_POINT: ReadonlySet<string> = new Set([
  'quotes the first words of source [1]',
  'quotes the last words of the last source',
  'says half a sentence',
  'cites nothing',
]);

/** Nothing but what sources carry, marked as cut off where it is; a link goes where nothing is cited. */
const isOfSources = ({ answer, statements, degraded, status }: ChatAnswer): boolean =>
  statements.length > 0 &&
  (degraded.length === 0 || status === 'degraded') &&
  statements.every(
    ({ verdict, start, end }) =>
      verdict === 'exact' ||
      verdict === 'supported' ||
      (verdict === 'unchecked' && answer.slice(start, end).includes('(link removed)')),
  );

/** A model that hangs costs time and no work: all its turns wait at once. */
const turnsAtOnce = (name: string): number => (name.startsWith('hangs') ? QUESTIONS.length : 1);

describe.each(PROTOCOLS)('a model that decides by %s and', (protocol) => {
  it.each(modelsFor(protocol))('%s is never worse than no model', async (name) => {
    const chat = await connect(BAD_MODELS[name]!, protocol);
    const asked = questionsFor(protocol);
    const worse = await createLimit(turnsAtOnce(name)).map(asked, async (question, position) => {
      const given = await ask(chat, question, position % 2 === 1);
      if (score(question, given) >= score(question, quotedAnswers.get(question)!)) return [];
      // Where the documents do not say, nothing stands for an answer.
      const mayStand = BESIDE_THE_POINT.has(name) && question.accept !== null;
      if (mayStand && isOfSources(given)) return [];
      const { responseType, degraded, answer } = given;
      return [
        `${question.question} → ${responseType} ${JSON.stringify(degraded)} ${answer.slice(0, 200)}`,
      ];
    });

    expect(worse.flat()).toEqual([]);
  });
});
