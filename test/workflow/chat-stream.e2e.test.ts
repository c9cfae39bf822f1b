import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ChatEvent } from '../../src/workflow/routes.js';
import { AppError } from '../../src/shared/errors.js';
import { collectEvents, readEvents, textOf } from '../support/event-stream.js';
import {
  QUESTION,
  serveStreams,
  TIMING,
  turnOf,
  writesUntilAborted,
} from '../support/streaming-api.js';

const open: { close: () => Promise<void> }[] = [];
const serve = async (overrides: Parameters<typeof serveStreams>[0]) => {
  const served = await serveStreams(overrides);
  open.push(served.api);
  return served;
};
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

describe('POST /v1/chat for text/event-stream', () => {
  it('reports the events of a turn in order, and its deltas add up to the answer', async () => {
    const { ask } = await serve({
      runTurn: turnOf(async (emit) => {
        const node = { type: 'node', node: 'initialize' } as const;
        await emit({ ...node, phase: 'end', durationMs: 4, status: 'success' });
        const [reasoning, tools] = ['Look it up.', ['rag_search']];
        const decision = { decision: 'CALL_TOOLS', reasoning, tools, confidence: 0.8 };
        await emit({ type: 'decision', iteration: 0, ...decision });
        await emit({ type: 'tool', name: 'rag_search', phase: 'start' });
        await emit({ type: 'tool', name: 'rag_search', phase: 'end', ok: true });
        for (const text of ['Three days', '\na week', ' [1].']) await emit({ type: 'delta', text });
      }),
    });

    const response = await ask();
    const events = await collectEvents(response);

    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(events.map(({ event }) => event)).toEqual([
      'execution',
      'node',
      'node',
      'decision',
      'tool',
      'tool',
      'delta',
      'delta',
      'delta',
      'answer',
    ]);
    expect(textOf(events)).toBe('Three days\na week [1].');
    for (const event of events) expect(ChatEvent.parse(event)).toEqual(event);
  });

  it('loses nothing for a client that reads more slowly than the model writes', async () => {
    const pieces = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(10_000));
    const { ask } = await serve({
      runTurn: turnOf(async (emit) => {
        for (const text of pieces) await emit({ type: 'delta', text });
      }),
    });
    const read: { event: string; data: unknown }[] = [];

    for await (const one of readEvents(await ask())) {
      if ('event' in one) read.push(one);
      await nextTurn();
    }

    expect(textOf(read) === pieces.join('')).toBe(true);
    expect(read.at(-1)?.event).toBe('answer');
  });

  it('sends the whole answer as one delta if it was not written piece by piece', async () => {
    const { ask } = await serve({ runTurn: turnOf(async () => undefined) });

    const events = await collectEvents(await ask());

    expect(events.at(-1)).toMatchObject({ event: 'answer', data: { answer: textOf(events) } });
    expect(textOf(events)).not.toBe('');
  });

  it.each(['session_busy', 'not_found', 'storage_unavailable'] as const)(
    'answers %s with its HTTP status if the turn has not begun',
    async (code) => {
      const { ask } = await serve({
        runTurn: async ({ emit }) => {
          await emit?.({ type: 'node', node: 'initialize', phase: 'start' });
          throw new AppError(code, 'Refused.', { retryAfterSec: 1 });
        },
      });

      const response = await ask();

      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(await response.json()).toMatchObject({ code, status: response.status });
    },
  );

  it('ends with an error that reveals nothing internal if something breaks after the first delta', async () => {
    const { ask, logLines } = await serve({
      runTurn: turnOf(async (emit) => {
        await emit({ type: 'delta', text: 'Three' });
        throw new Error('column "secret" does not exist');
      }),
    });

    const response = await ask();
    const events = await collectEvents(response);

    const requestId = response.headers.get('x-request-id');
    const data = { status: 500, code: 'internal_error', requestId };
    expect(events.at(-1)).toMatchObject({ event: 'error', data });
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(logLines.filter((line) => line.includes('Request failed'))).toHaveLength(1);
  });

  it('keeps a quiet stream open with comments', async () => {
    const { ask } = await serve({
      runTurn: writesUntilAborted,
      streamTiming: { ...TIMING, heartbeatMs: 10 },
    });
    const client = new AbortController();
    const comments: string[] = [];

    for await (const one of readEvents(await ask(client.signal))) {
      if ('comment' in one) comments.push(one.comment);
      if (comments.length === 2) break;
    }

    expect(comments).toEqual(['still here', 'still here']);
  });

  it('answers with JSON if the client accepts anything, and refuses clients that accept neither', async () => {
    const { api, key } = await serve({});
    const accepting = (accept: string) =>
      api.call('POST', '/v1/chat', {
        key: key.apiKey,
        body: QUESTION,
        headers: { Accept: accept },
      });

    const [anything, neither] = [await accepting('*/*'), await accepting('text/html')];

    expect(anything.headers.get('content-type')).toMatch(/^application\/json/);
    expect(neither.json).toMatchObject({ status: 406, code: 'not_acceptable' });
  });
});
