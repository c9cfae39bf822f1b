import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApi } from '../../src/compose/routes.js';
import { createHttpServer } from '../../src/http/listener.js';
import { listen, type Listener } from '../../src/http/listener.js';
import { AppError } from '../../src/shared/errors.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { ANY_CONNECTIONS, toAnswer } from '../support/serve-api.js';

const ADDRESS = { host: '127.0.0.1', port: 0, settings: { host: 'HOST', port: 'PORT' } };

let fake: ReturnType<typeof createFakeApiDeps>;
let listener: Listener;
let shutdown: AbortController;
let isShuttingDown: boolean;
let endTurn: (error: AppError) => void;
let started: Promise<void>;

beforeEach(async () => {
  shutdown = new AbortController();
  isShuttingDown = false;
  let start: () => void = () => undefined;
  started = new Promise((resolve) => (start = resolve));
  fake = createFakeApiDeps({
    isShuttingDown: () => isShuttingDown,
    shutdownSignal: shutdown.signal,
    runTurn: ({ signal }) =>
      new Promise((_resolve, reject) => {
        endTurn = reject;
        signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
        start();
      }),
  });
  listener = await listen(createHttpServer(createApi(fake.deps), ANY_CONNECTIONS), ADDRESS);
});

afterEach(() => shutdown.abort());

const ask = async () => {
  const { apiKey } = fake.keys.issue({ role: 'admin' });
  const response = await fetch(`${listener.url}/v1/chat`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'How many days?' }),
  });
  return toAnswer(response, 'POST');
};

const close = (graceMs: number, handOverMs = 0) =>
  listener.close({
    handOverMs,
    refuse: () => {
      isShuttingDown = true;
    },
    graceMs,
    giveUp: () => shutdown.abort(),
  });

describe('a server that shuts down', () => {
  it('answers a question that outlasts the grace period with 503 before it closes', async () => {
    const answer = ask();
    await started;

    await close(20);

    expect(await answer).toMatchObject({ status: 503, json: { code: 'shutting_down' } });
    await expect(fetch(listener.url)).rejects.toThrow();
  });

  it('lets a question finish within the grace period', async () => {
    const answer = ask();
    await started;
    const closed = close(60_000);

    endTurn(new AppError('session_busy', 'The session answers another question.'));

    expect(await answer).toMatchObject({ json: { code: 'session_busy' } });
    await closed;
    expect(shutdown.signal.aborted).toBe(false);
  });

  it('tells probes and new requests that it is shutting down while a question is running', async () => {
    const running = ask();
    await started;
    const closed = close(60_000);

    const ready = await toAnswer(await fetch(`${listener.url}/readyz`), 'GET');
    const alive = await toAnswer(await fetch(`${listener.url}/healthz`), 'GET');
    const refused = await ask();

    expect(ready).toMatchObject({ status: 503, json: { status: 'shutting_down' } });
    expect(alive.status).toBe(200);
    expect(refused).toMatchObject({ status: 503, json: { code: 'shutting_down' } });
    endTurn(new AppError('deadline_exceeded', 'Stopped.'));
    await Promise.all([running, closed]);
  });

  it('keeps serving for a while behind a proxy, and closes each connection after its response', async () => {
    const closed = close(60_000, 1000);

    const answers = await Promise.all([1, 2].map(() => fetch(`${listener.url}/v1/me`)));

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close']);
    await closed;
    await expect(fetch(listener.url)).rejects.toThrow();
  });

  it('closes at once if no request is running, despite keep-alive connections', async () => {
    await fetch(`${listener.url}/healthz`).then((response) => response.text());
    const longerThanThisTestMay = 60_000;

    await expect(close(longerThanThisTestMay)).resolves.toBeUndefined();
  });
});

describe('listening on an unavailable address', () => {
  it('names the settings to change if the port is in use', async () => {
    const port = Number(new URL(listener.url).port);
    const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

    const second = listen(createServer(), { ...ADDRESS, port, settings });

    await expect(second).rejects.toMatchObject({
      name: 'ListenError',
      message: `Port ${port} of 127.0.0.1 is in use: set METRICS_PORT to another, or METRICS_HOST to another address.`,
    });
    await close(0);
  });

  it('names the setting of an address that does not belong to this machine', async () => {
    const second = listen(createServer(), { ...ADDRESS, host: '192.0.2.1' });

    await expect(second).rejects.toThrow(
      /^192\.0\.2\.1 is not an address of this machine: set HOST/,
    );
    await close(0);
  });
});
