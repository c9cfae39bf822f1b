import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApi } from '../../src/compose/routes.js';
import { createHttpServer } from '../../src/http/listener.js';
import { ANY_CONNECTIONS } from '../support/serve-api.js';
import { listen } from '../../src/http/listener.js';
import { createShutdown } from '../../src/http/shutdown.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { askForEvents, collectEvents, readEvents } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import {
  QUESTION,
  serveStreams,
  TIMING,
  turnOf,
  writesUntilAborted,
  type AskedTurn,
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

describe('a client of a stream', () => {
  it('cancels the turn by disconnecting, and frees its slots', async () => {
    let asked: AskedTurn | null = null;
    const { ask, streams } = await serve({
      maxStreamsPerUser: 1,
      maxParallelChatsPerUser: 1,
      runTurn: (turn) => {
        asked = turn;
        return writesUntilAborted(turn);
      },
    });
    const client = new AbortController();
    await readEvents(await ask(client.signal)).next();

    client.abort();

    await eventually(
      () => asked?.signal.aborted,
      (isAborted) => isAborted === true,
    );
    await eventually(
      () => streams.open,
      (count) => count === 0,
    );
    const again = await eventually(ask, ({ status }) => status === 200);
    await again.body?.cancel();
  });

  it('that never reads is disconnected, and slows the writer down until then', async () => {
    let written = 0;
    let asked: AskedTurn | null = null;
    const { api, key, streams } = await serve({
      streamTiming: { ...TIMING, stallLimitMs: 100 },
      runTurn: turnOf(async (emit, turn) => {
        asked = turn;
        const text = 'x'.repeat(64 * 1024);
        while (!turn.signal.aborted && written < 2000) {
          await emit({ type: 'delta', text });
          written += 1;
        }
        turn.signal.throwIfAborted();
      }),
    });
    const body = JSON.stringify(QUESTION);
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();

    socket.write(
      `POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.apiKey}\r\n` +
        'Accept: text/event-stream\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );

    await eventually(
      () => asked?.signal.aborted,
      (isAborted) => isAborted === true,
    );
    socket.destroy();
    // What fits into the kernel's buffers of both ends, and no more.
    expect(written).toBeLessThan(1000);
    expect(streams.open).toBe(0);
  });

  it('that has too many streams open gets an error with a time to wait', async () => {
    const { ask, shed } = await serve({ maxStreamsPerUser: 2, runTurn: writesUntilAborted });
    const client = new AbortController();
    await Promise.all([ask(client.signal), ask(client.signal)]);

    const third = await ask();

    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('1');
    expect(await third.json()).toMatchObject({ code: 'too_many_streams' });
    expect(shed).toEqual(['too_many_streams']);
    client.abort();
  });
});

describe('an open stream', () => {
  it('is notified when the server shuts down, and the server closes after that', async () => {
    const shutdown = createShutdown({ isBehindProxy: false });
    const fake = createFakeApiDeps({ runTurn: writesUntilAborted, ...shutdown });
    const server = createHttpServer(createApi(fake.deps), ANY_CONNECTIONS);
    const settings = { host: 'HOST', port: 'PORT' };
    const listener = await listen(server, { host: '127.0.0.1', port: 0, settings });
    const { apiKey: key } = fake.keys.issue({ role: 'member' });
    const asked = Array.from({ length: 3 }, () =>
      askForEvents({ url: listener.url, key, body: QUESTION }),
    );
    const responses = await Promise.all(asked);

    const closed = listener.close({ ...shutdown.drain, graceMs: 20 });

    const streams = await Promise.all(responses.map(collectEvents));
    await closed;
    const data = { status: 503, code: 'shutting_down' };
    for (const events of streams) expect(events.at(-1)).toMatchObject({ event: 'error', data });
  });

  type Key = Awaited<ReturnType<typeof serveStreams>>['key'];
  it.each<[string, string, (key: Key) => void]>([
    ['unauthenticated', 'its key is revoked', (key) => key.revoke()],
    [
      'account_inactive',
      'its user is suspended',
      ({ holder }) => void (holder.userStatus = 'suspended'),
    ],
    ['forbidden', "its user's role changes", ({ holder }) => void (holder.role = 'admin')],
    [
      'forbidden',
      'its key loses a permission',
      ({ holder }) => void (holder.keyPermissions = ['search']),
    ],
  ])('ends with %s when %s', async (code, _when, change) => {
    const { ask, key } = await serve({
      runTurn: writesUntilAborted,
      streamTiming: { ...TIMING, recheckMs: 20 },
    });
    const response = await ask();

    change(key);

    const events = await collectEvents(response);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code } });
  });
});
