import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFailoverChatModel } from '../../src/platform/models/failover-chat-model.js';
import type { ChatModel } from '../../src/platform/models/model.js';
import { AppError } from '../../src/shared/errors.js';
import { createChatModel } from '../../src/platform/models/failover-chat-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import { createScriptedChatModel, decideBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';
import { openai } from '../../src/platform/models/providers/openai/index.js';

const QUESTION = 'How long is annual leave?';
const ANSWER = 'Annual leave is 25 days [1].';

let scenario: Scenario;
let house: TestTenant;
let down: OpenAiServer;

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house();
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.'],
  });
  down = await startOpenAiServer({
    chat: () => ({ fault: 'status', status: 503, headers: {} }),
  });
});
afterAll(async () => {
  await down.close();
  await scenario.destroy();
});

describe.each(PROTOCOLS)(
  'a turn whose first endpoint answers 503 and whose second decides by %s',
  (protocol) => {
    const write = decideBy[protocol];

    const twoEndpoints = ({ failover }: { failover: boolean }) => {
      const second = createScriptedChatModel(
        {
          decide: write.lookUp([{ name: 'rag_search', arguments: { query: QUESTION } }]),
          answer: [ANSWER],
        },
        { protocol },
      );
      const first = createChatModel({
        provider: openai,
        backend: 'first',
        baseUrl: down.baseUrl,
        apiKey: '',
        model: 'big',
        prices: {},
        protocol,
        firstTokenMs: 30_000,
        streamIdleMs: 10_000,
        retry: { maxTries: 1 },
      });
      const both = ['first', 'second'];
      const chat = createFailoverChatModel({
        backends: new Map([
          ['first', first],
          ['second', second],
        ]),
        order: { decide: both, rewrite: both, answer: both, verify: both, summary: both },
        failover,
        metrics: { breakerChanged: () => undefined },
        logger: createSilentLogger([]),
      });
      return { chat, second };
    };

    it('is answered by the second endpoint, and says so', async () => {
      const { chat, second } = twoEndpoints({ failover: true });

      const answer = await scenario.asker({ chat })(house.member, QUESTION);

      second.verify();
      expect(answer.status).toBe('degraded');
      expect(answer.answer).toContain(ANSWER);
      expect(new Set(answer.degraded.map(({ reason }) => reason))).toEqual(
        new Set(['backend_switched']),
      );
    });

    it('recovers node by node if failover is off', async () => {
      const { chat, second } = twoEndpoints({ failover: false });

      const answer = await scenario.asker({ chat })(house.member, QUESTION);

      expect(second.requests).toEqual([]);
      expect(answer.answer).toContain('Annual leave is 25 days.');
      expect(answer.degraded).toEqual([
        { node: 'agent_decide', reason: 'model_unavailable', effect: 'default_tools' },
        { node: 'finalize', reason: 'model_unavailable', effect: 'basic_response' },
      ]);
    });
  },
);

describe('a model that misses the time limit for answers three times but not for decisions', () => {
  it('is no longer asked for answers, which say so and are quoted at once', async () => {
    const clock = { now: 0 };
    const decides = createScriptedChatModel(
      {
        decide: decideBy.structured.lookUp([
          { name: 'rag_search', arguments: { query: QUESTION } },
        ]),
      },
      { repeat: ['decide'] },
    );
    let answersAsked = 0;
    const slow: ChatModel = {
      model: 'slow',
      complete: async (request, options) => {
        if (request.purpose !== 'answer') return decides.complete(request, options);
        answersAsked += 1;
        clock.now += 20_000;
        throw new AppError('deadline_exceeded', 'The deadline passed during a call of a model.');
      },
    };
    const only = ['slow'];
    const chat = createFailoverChatModel({
      backends: new Map([['slow', slow]]),
      order: { decide: only, rewrite: only, answer: only, verify: only, summary: only },
      failover: true,
      metrics: { breakerChanged: () => undefined },
      logger: createSilentLogger([]),
      now: () => clock.now,
    });
    const reasons = [];
    const ask = scenario.asker({ chat });

    for (let turn = 0; turn < 4; turn += 1) {
      const { answer, degraded } = await ask(house.member, QUESTION);
      expect(answer).toContain('Annual leave is 25 days.');
      reasons.push(degraded.map(({ reason }) => reason));
    }

    expect(reasons).toEqual([['timeout'], ['timeout'], ['timeout'], ['model_left_alone']]);
    expect(answersAsked).toBe(3);
  });
});
