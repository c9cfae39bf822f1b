import { afterEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { AppError } from '../../src/shared/errors.js';
import { eventually } from '../support/eventually.js';
import { serveStreams, TIMING, turnOf, type AskedTurn } from '../support/streaming-api.js';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

type Play = Parameters<typeof turnOf>[0];

/** The API with a turn that a test plays, and the openai package before it. */
const serve = async (play: Play, timing: Partial<typeof TIMING> = {}) => {
  const seen: { asked: AskedTurn | null } = { asked: null };
  const served = await serveStreams({
    runUnstored: async (asked) => {
      seen.asked = asked;
      const answer = await turnOf(play)(asked);
      return { ...answer, sessionId: null, messageId: null };
    },
    streamTiming: { ...TIMING, ...timing },
  });
  open.push(served.api);
  const { apiKey } = served.key;
  const client = new OpenAI({ baseURL: `${served.api.url}/openai/v1`, apiKey, maxRetries: 0 });
  return { ...served, client, seen };
};

const asked = {
  model: 'default',
  messages: [{ role: 'user' as const, content: 'How many days?' }],
};

const untilAborted = ({ signal }: AskedTurn): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new AppError('cancelled', 'Stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });

const isAborted = ({ asked: turn }: { asked: AskedTurn | null }) =>
  eventually(
    () => turn?.signal.aborted,
    (aborted) => aborted === true,
  );

describe('a client that disconnects', () => {
  it.each<[string, Play]>([
    ['before the first word', (_emit, turn) => untilAborted(turn)],
    [
      'between two words',
      async (emit, turn) => {
        await emit({ type: 'delta', text: 'Three' });
        await untilAborted(turn);
      },
    ],
    [
      'while a tool works',
      async (emit, turn) => {
        await emit({ type: 'tool', name: 'rag_search', phase: 'start' });
        await untilAborted(turn);
      },
    ],
  ])('cancels its turn, in a stream of either API, %s', async (_when, play) => {
    const { client, seen, streams } = await serve(play);

    const chat = await client.chat.completions.create({ ...asked, stream: true });
    chat.controller.abort();
    await isAborted(seen);
    const response = await client.responses.create({
      model: 'default',
      input: 'How?',
      stream: true,
    });
    response.controller.abort();
    await isAborted(seen);

    await eventually(
      () => streams.open,
      (count) => count === 0,
    );
  });

  it('cancels its turn without a stream', async () => {
    const { client, seen } = await serve((_emit, turn) => untilAborted(turn));
    const controller = new AbortController();
    const { signal } = controller;
    const answer = client.chat.completions.create(asked, { signal });
    answer.catch(() => undefined);
    await eventually(
      () => seen.asked !== null,
      (isAsked) => isAsked,
    );

    controller.abort();

    await isAborted(seen);
    await expect(answer).rejects.toThrow(OpenAI.APIUserAbortError);
  });
});

const writes: Play = async (emit, turn) => {
  await emit({ type: 'delta', text: 'Three' });
  await untilAborted(turn);
};

describe('a stream whose key is revoked', () => {
  it('ends with an error that the openai package throws', async () => {
    const { client, key } = await serve(writes, { recheckMs: 20 });
    const stream = await client.chat.completions.create({ ...asked, stream: true });

    key.revoke();

    const reading = (async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('ends a response as failed', async () => {
    const { client, key } = await serve(writes, { recheckMs: 20 });
    const stream = await client.responses.create({ model: 'default', input: 'How?', stream: true });

    key.revoke();

    const events = [];
    for await (const event of stream) events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error' } },
    });
  });
});

describe('a turn that fails', () => {
  it('before its stream begins is refused with a status that says not to retry', async () => {
    const { api, key } = await serve(async () => undefined);
    const body = { ...asked, model: 'nobody', stream: true };

    const answer = await api.call('POST', '/openai/v1/chat/completions', {
      key: key.apiKey,
      body,
    });

    expect(answer).toMatchObject({ status: 404, json: { error: { param: 'model' } } });
  });

  it('in the middle sends the sentence for its error code', async () => {
    const { client } = await serve(async (emit) => {
      await emit({ type: 'delta', text: 'Three' });
      throw new AppError('model_unavailable', 'connect ECONNREFUSED 10.0.0.5');
    });
    const stream = await client.chat.completions.create({ ...asked, stream: true });

    const reading = (async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
    })();

    await expect(reading).rejects.toThrow('The language model is not available.');
  });
});
