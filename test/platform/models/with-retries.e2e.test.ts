import { Session } from 'node:inspector/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

const collectGarbage = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
};

describe('an endpoint that has problems', () => {
  it('is abandoned at the time limit of a try, even if garbage was collected meanwhile', async () => {
    const { complete } = await setUp(() => ({ fault: 'hang' }), {
      firstTokenMs: 300,
      retry: { maxTries: 1 },
    });

    const answer = expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });
    await new Promise((resolve) => setImmediate(resolve));
    await collectGarbage();

    await answer;
  });

  it('is asked three times at most, with growing pauses', async () => {
    const { complete, server, waits } = await setUp(() => ({ fault: 'status', status: 503 }));

    await expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });

    expect(server.requests).toHaveLength(3);
    expect(waits).toEqual([250, 500]);
  });

  it('may recover between tries', async () => {
    const { complete } = await setUp((_, callNumber) =>
      callNumber === 1 ? { fault: 'status', status: 500 } : 'Three.',
    );

    expect((await complete()).content).toBe('Three.');
  });

  it('is asked again when the connection breaks in the middle of the body', async () => {
    const { complete } = await setUp((_, callNumber) =>
      callNumber === 1 ? { fault: 'cut' } : 'Three.',
    );

    expect((await complete()).content).toBe('Three.');
  });

  it('is asked again after the time that its Retry-After says', async () => {
    const { complete, waits } = await setUp((_, callNumber) =>
      callNumber === 1
        ? { fault: 'status', status: 429, headers: { 'retry-after': '7' } }
        : 'Three.',
    );

    await complete();

    expect(waits).toEqual([7_000]);
  });

  it('is given up at once if its Retry-After exceeds the time left', async () => {
    const { model, server, waits } = await setUp(() => ({
      fault: 'status',
      status: 429,
      headers: { 'retry-after': '7' },
    }));

    const answer = model.complete(request, {
      signal: new AbortController().signal,
      deadlineAt: Date.now() + 3_000,
    });

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable', retryAfterSec: 7 });
    expect(server.requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('is not asked again after a wrong key', async () => {
    const { complete, server } = await setUp(() => ({ fault: 'status', status: 401 }));

    await expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });

    expect(server.requests).toHaveLength(1);
  });

  it('is reported as unreachable when nothing listens', async () => {
    const { complete } = await setUp(() => 'x');
    await closeServers();

    await expect(complete()).rejects.toMatchObject({ code: 'model_unavailable' });
  });
});
