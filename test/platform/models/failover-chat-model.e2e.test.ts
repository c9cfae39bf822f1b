import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createFailoverChatModel,
  type FailoverOptions,
} from '../../../src/platform/models/failover-chat-model.js';
import { isLeftAlone } from '../../../src/platform/models/left-alone.js';
import type { ChatModel, ChatRequest } from '../../../src/platform/models/model.js';
import { AppError, isAppError } from '../../../src/shared/errors.js';
import type { ChatScript, Fault } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

type Logged = { fields: Record<string, unknown>; message: string };

/** Two endpoints, each played by a server of its own. */
const setUpTwo = async (
  { main, spare = () => 'From the spare.' }: { main: ChatScript; spare?: ChatScript },
  options: Partial<FailoverOptions> = {},
) => {
  const first = await setUp(main, { backend: 'main', model: 'big' });
  const second = await setUp(spare, { backend: 'spare', model: 'small' });
  const clock = { now: 0 };
  const warnings: Logged[] = [];
  const breakers: string[] = [];
  const both = ['main', 'spare'];
  const chat = createFailoverChatModel({
    backends: new Map([
      ['main', first.model],
      ['spare', second.model],
    ]),
    order: { decide: both, rewrite: both, answer: both, verify: both, summary: both },
    failover: true,
    metrics: {
      breakerChanged: ({ backend, state }) => {
        breakers.push(`${backend} ${state}`);
      },
    },
    logger: {
      warn: (fields, message) => {
        warnings.push({ fields, message });
      },
    },
    now: () => clock.now,
    ...options,
  });
  const complete = (asked: ChatRequest = request, { signal } = new AbortController()) =>
    chat.complete(asked, { signal, deadlineAt: Date.now() + 30_000 });
  return { main: first.server, spare: second.server, chat, complete, clock, warnings, breakers };
};

const status = (code: number, headers: Record<string, string> = {}): Fault => ({
  fault: 'status',
  status: code,
  headers,
});

describe('several model endpoints', () => {
  it('serve a tenant without a running call before a tenant with several', async () => {
    const finished: string[] = [];
    const { chat, main } = await setUpTwo(
      {
        main: (_, call) =>
          call === 1 ? { fault: 'slow', content: 'Fine.', pauseMs: 50 } : 'Fine.',
      },
      { concurrency: new Map([['main', 1]]) },
    );
    const ask = async (tenantId: string): Promise<void> => {
      const { signal } = new AbortController();
      await chat.complete(request, { signal, tenantId });
      finished.push(tenantId);
    };

    const calls = [ask('busy'), ask('busy'), ask('busy'), ask('busy')];
    await main.received(1);
    await Promise.all([...calls, ask('other')]);

    expect(finished.indexOf('other')).toBe(1);
  });

  it('stay in use when calls fail because the caller asked for long thinking', async () => {
    const { complete, main, breakers } = await setUpTwo(
      { main: () => status(503) },
      { failover: false },
    );
    const wished = { ...request, wishes: { reasoningEffort: 'xhigh' as const } };

    for (let tries = 0; tries < 8; tries += 1) {
      await expect(complete(wished)).rejects.toMatchObject({ code: 'model_unavailable' });
    }

    expect(main.requests.length).toBeGreaterThanOrEqual(8);
    expect(breakers).not.toContain('main open');
  });

  it('receive a request that names an endpoint only there, even if it fails', async () => {
    const { complete, main, spare } = await setUpTwo({
      main: () => 'From the first.',
      spare: () => status(404),
    });

    await expect(complete({ ...request, backend: 'spare' })).rejects.toMatchObject({
      code: 'model_unavailable',
    });

    expect([main.requests.length, spare.requests.length]).toEqual([0, 1]);
    expect(await complete({ ...request, backend: 'nobody' })).toMatchObject({ backend: 'main' });
  });

  it('act as one model: the first answers while it can', async () => {
    const { complete, spare } = await setUpTwo({ main: () => 'From the first.' });

    expect(await complete()).toMatchObject({
      content: 'From the first.',
      backend: 'main',
      switched: false,
    });
    expect(spare.requests).toHaveLength(0);
  });

  it.each<[string, Fault, number]>([
    ['500 after three tries', status(500), 3],
    ['429 for longer than it may take', status(429, { 'retry-after': '60' }), 1],
    ['401', status(401), 1],
    ['403', status(403), 1],
    ['404', status(404), 1],
    ['an unexplained refusal', status(400), 1],
    ['a page of HTML', { fault: 'html' }, 1],
    ['a broken connection', { fault: 'cut' }, 3],
  ])('replace one that answers with %s', async (_, fault, tries) => {
    const { complete, main } = await setUpTwo({ main: () => fault });

    expect(await complete()).toMatchObject({
      content: 'From the spare.',
      backend: 'spare',
      model: 'small',
      switched: true,
    });
    expect(main.requests).toHaveLength(tries);
  });

  it('start again in the middle of a text that its reader can discard', async () => {
    const { chat } = await setUpTwo({ main: () => ({ fault: 'cut', after: ['Half'] }) });
    const drafts = [''];

    const answer = await chat.complete(request, {
      signal: new AbortController().signal,
      onText: (text) => {
        drafts[0] = `${drafts[0]}${text}`;
      },
      mayBeginAnew: () => {
        drafts.unshift('');
        return true;
      },
    });

    expect(answer).toMatchObject({ content: 'From the spare.', switched: true });
    expect(drafts).toEqual(['From the spare.', 'Half']);
  });

  it('are used in the order that is set for each purpose', async () => {
    const { complete, chat } = await setUpTwo(
      { main: () => 'From the first.' },
      {
        order: {
          decide: ['spare'],
          rewrite: ['main'],
          answer: ['spare', 'main'],
          verify: ['main', 'spare'],
          summary: ['main'],
        },
      },
    );

    const backendFor = async (purpose: ChatRequest['purpose']) =>
      (await complete({ ...request, purpose })).backend;

    expect(await backendFor('decide')).toBe('spare');
    expect(await backendFor('repair')).toBe('spare');
    expect(await backendFor('rewrite')).toBe('main');
    expect(await backendFor('answer')).toBe('spare');
    expect(await backendFor('summary')).toBe('main');
    expect(chat.model).toBe('small');
  });

  it.each([
    [401, 'Model endpoint refuses the key', ['LLM_MAIN_API_KEY']],
    [404, 'Model endpoint has no such address or model', ['LLM_MAIN_BASE_URL', 'LLM_MAIN_MODEL']],
  ])('warn about status %i and name the settings to check', async (...wrong) => {
    const [code, message, check] = wrong;
    const { complete, warnings } = await setUpTwo(
      { main: () => status(code) },
      { settingsOf: (name) => `LLM_${name.toUpperCase()}` },
    );

    await complete();

    const fields = { backend: 'main', next: 'spare', errorCode: 'model_unavailable' };
    expect(warnings).toEqual([{ fields: { ...fields, status: code, check }, message }]);
  });

  it('fail with the error of the last endpoint', async () => {
    const { complete } = await setUpTwo({
      main: () => status(500),
      spare: () => ({ fault: 'html' }),
    });

    await expect(complete()).rejects.toMatchObject({ code: 'model_invalid_output' });
  });

  it('are not tried one after the other by a cancelled call', async () => {
    const { complete, main, spare } = await setUpTwo({ main: () => ({ fault: 'hang' }) });
    const controller = new AbortController();

    const answer = complete(request, controller);
    await main.received(1);
    controller.abort();

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(spare.requests).toHaveLength(0);
  });

  it('do not start again once part of the answer has been read', async () => {
    const { chat, spare } = await setUpTwo({ main: () => ({ fault: 'cut', after: ['Three'] }) });
    const texts: string[] = [];

    const answer = chat.complete(request, {
      signal: new AbortController().signal,
      onText: (text) => void texts.push(text),
    });

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(texts).toEqual(['Three']);
    expect(spare.requests).toHaveLength(0);
  });

  it('replace a stream that broke before its first word', async () => {
    const { chat } = await setUpTwo({ main: () => ({ fault: 'cut' }) });
    const texts: string[] = [];

    const { switched } = await chat.complete(request, {
      signal: new AbortController().signal,
      onText: (text) => void texts.push(text),
    });

    expect(switched).toBe(true);
    expect(texts.join('')).toBe('From the spare.');
  });
});

describe('without failover', () => {
  it('the failure of the first endpoint is final', async () => {
    const { complete, spare } = await setUpTwo({ main: () => status(500) }, { failover: false });

    await expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(spare.requests).toHaveLength(0);
  });
});

describe('an endpoint that keeps failing', () => {
  const BREAKER = { failures: 2, windowMs: 60_000, openMs: 10_000 };

  it('is left out, and returned to use by a single successful call', async () => {
    const health = { isWell: false };
    const { complete, main, clock, breakers } = await setUpTwo(
      { main: () => (health.isWell ? 'From the first.' : status(401)) },
      { breaker: BREAKER },
    );

    await complete();
    await complete();
    await complete();
    expect(main.requests).toHaveLength(2);

    health.isWell = true;
    clock.now = BREAKER.openMs;
    expect((await complete()).backend).toBe('main');
    expect(breakers).toEqual([
      'main closed',
      'spare closed',
      'main open',
      'main half_open',
      'main closed',
    ]);
  });

  it('is refused at once if there is no other', async () => {
    const { complete, main } = await setUpTwo(
      { main: () => status(401) },
      { breaker: BREAKER, failover: false },
    );
    for (let count = 0; count < 2; count += 1) await complete().catch(() => undefined);

    await expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(main.requests).toHaveLength(2);
  });

  it('stays in use however often callers cancel', async () => {
    const { complete, main } = await setUpTwo(
      { main: () => ({ fault: 'hang' }) },
      { breaker: BREAKER },
    );

    for (let count = 1; count <= 4; count += 1) {
      const controller = new AbortController();
      const answer = complete(request, controller).catch(() => undefined);
      await main.received(count);
      controller.abort();
      await answer;
    }

    expect(main.requests).toHaveLength(4);
  });

  it('stays in use if prompts are too long for it', async () => {
    const { complete, main } = await setUpTwo(
      { main: () => ({ fault: 'status', status: 400, code: 'context_length_exceeded' }) },
      { breaker: BREAKER },
    );

    for (let count = 0; count < 4; count += 1) await complete();

    expect(main.requests).toHaveLength(4);
  });

  it('is skipped while a probe takes its only slot', async () => {
    const { complete, main, clock } = await setUpTwo(
      { main: (_, callNumber) => (callNumber > 2 ? { fault: 'hang' } : status(401)) },
      { breaker: BREAKER, concurrency: new Map([['main', 1]]) },
    );
    await complete();
    await complete();
    clock.now = BREAKER.openMs;
    const controller = new AbortController();
    const probe = complete(request, controller).catch(() => undefined);
    await main.received(3);

    expect((await complete()).backend).toBe('spare');

    controller.abort();
    await probe;
  });

  const FILTERED = "The response was filtered due to the prompt triggering Azure's policy.";
  it.each([
    ['a content filter refuses questions', 400, 'content_filter', FILTERED, 4],
    ['it cannot read what was asked', 422, '', 'messages.1.content: Input should be a string', 4],
    ['it does not know the model', 400, '', 'The model `gpt-9` does not exist: see messages', 2],
    ['the account has no credit', 400, '', 'Your credit balance is too low: see input', 2],
    ['nothing explains the refusal', 400, '', 'Bad.', 2],
  ])('is asked again or left out depending on the reason of its refusals: %s', async (...given) => {
    const [, status, code, message, asked] = given;
    const { complete, main } = await setUpTwo(
      { main: () => ({ fault: 'status', status, code, message }) },
      { breaker: BREAKER },
    );

    for (let count = 0; count < 4; count += 1) await complete();

    expect(main.requests).toHaveLength(asked);
  });
});

describe('an endpoint that misses its limits', () => {
  /** One that takes as long as it is told, past the limit of whoever asks. */
  const setUpSlow = () => {
    const clock = { now: 0 };
    const asked: string[] = [];
    const told: string[] = [];
    const speed = { tookMs: 33_000 };
    const slow: ChatModel = {
      model: 'slow',
      complete: async ({ purpose }) => {
        asked.push(purpose);
        clock.now += speed.tookMs;
        if (speed.tookMs < 1_000 || purpose === 'decide') return { content: 'In time.' } as never;
        throw new AppError('deadline_exceeded', 'The deadline passed during a call of a model.');
      },
    };
    const only = ['slow'];
    const chat = createFailoverChatModel({
      backends: new Map([['slow', slow]]),
      order: { decide: only, rewrite: only, answer: only, verify: only, summary: only },
      failover: true,
      metrics: { breakerChanged: () => undefined },
      logger: { warn: () => undefined },
      onLeftAlone: ({ task, isLeftAlone }) => told.push(`${task} ${isLeftAlone}`),
      now: () => clock.now,
    });
    const ask = (purpose: ChatRequest['purpose']) =>
      chat.complete({ ...request, purpose }, { signal: new AbortController().signal }).then(
        ({ content }) => content,
        (error: unknown) => (isLeftAlone(error) ? 'left alone' : 'missed'),
      );
    return { ask, asked, told, clock, speed };
  };

  it('three times in a row is not used for that kind of work, whatever its speed, but for all others', async () => {
    const { ask, told } = setUpSlow();

    const answers = [];
    for (let turn = 0; turn < 4; turn += 1) answers.push(await ask('decide'), await ask('answer'));

    expect(answers.filter((_, at) => at % 2 === 0)).toEqual(Array(4).fill('In time.'));
    expect(answers.filter((_, at) => at % 2 === 1)).toEqual([
      ...Array(3).fill('missed'),
      'left alone',
    ]);
    expect(told).toEqual(['decide false', 'answer false', 'answer true']);
  });

  it('is not blamed for calls that wait for a slot', async () => {
    const told: boolean[] = [];
    const { complete, main, clock } = await setUpTwo(
      { main: (_, callNumber) => (callNumber === 1 ? { fault: 'hang' } : 'In time.') },
      {
        concurrency: new Map([['main', 1]]),
        onLeftAlone: ({ isLeftAlone }) => told.push(isLeftAlone),
      },
    );
    const [first, ...waiting] = Array.from({ length: 4 }, () => new AbortController());
    const calls = [first!, ...waiting].map((each) => complete(request, each));
    const ends = Promise.all(
      calls.map((call) => call.catch((error: unknown) => isAppError(error) && error.code)),
    );
    await main.received(1);

    clock.now += 33_000;
    for (const late of waiting) late.abort(new DOMException('Too late.', 'TimeoutError'));
    first?.abort();

    expect(await ends).toEqual(['cancelled', ...Array(3).fill('deadline_exceeded')]);
    expect((await complete()).backend).toBe('main');
    expect(told).not.toContain(true);
  });

  it('is probed after one minute, then after two, and used again once it keeps the limits', async () => {
    const { ask, asked, told, clock, speed } = setUpSlow();
    for (let turn = 0; turn < 3; turn += 1) await ask('answer');

    clock.now += 60_000;
    expect(await ask('answer')).toBe('missed');
    clock.now += 60_000;
    expect(await ask('answer')).toBe('left alone');
    clock.now += 60_000;
    speed.tookMs = 500;
    expect([await ask('answer'), await ask('answer')]).toEqual(['In time.', 'In time.']);

    expect(asked).toHaveLength(6);
    expect(told.at(-1)).toBe('answer false');
  });
});
