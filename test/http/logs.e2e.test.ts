import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { eventually } from '../support/eventually.js';
import { serveApi } from '../support/serve-api.js';

const open: { close: () => Promise<void> }[] = [];
const serve = async (overrides: Parameters<typeof createFakeApiDeps>[0]) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  open.push(api);
  return { ...fake, api };
};
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

describe('the log of the server', () => {
  it('contains no credential, question, answer or error text, whatever fails', async () => {
    const canary = 'canary-7f3a91';
    const { api, keys, logLines } = await serve({
      runTurn: async () => {
        throw new Error(`duplicate key: (question)=(${canary})`);
      },
      searchChunks: async () => {
        throw new AppError('storage_unavailable', 'The database is down.', {
          cause: new Error(`SELECT '${canary}'`),
        });
      },
    });
    const { apiKey } = keys.issue({ role: 'admin' });
    const bad = `kr_${'0'.repeat(32)}_abcd1234_${canary.padEnd(43, 'x')}`;

    const answers = [
      await api.call('POST', '/v1/chat', { key: apiKey, body: { message: canary } }),
      await api.call('POST', '/v1/search', { key: apiKey, body: { query: canary } }),
      await api.call('POST', '/v1/chat', { key: apiKey, body: `{"message": "${canary}` }),
      await api.call('GET', `/v1/${canary}?q=${canary}`, { key: bad }),
      await api.call('GET', '/v1/me', { key: bad }),
    ];

    const log = logLines.join('');
    expect(answers.map(({ status }) => status)).toEqual([500, 503, 400, 404, 401]);
    expect(log).not.toContain(canary);
    expect(log).not.toContain(apiKey.split('_').slice(3).join('_'));
    expect(answers.map(({ text }) => text).join('')).not.toContain(canary);
    expect(logLines.filter((line) => line.includes('"error"'))).not.toHaveLength(0);
  });

  it('is one JSON line per event with the request’s id', async () => {
    const { api, logLines } = await serve({});

    await api.call('GET', '/healthz', { headers: { 'X-Request-Id': 'my-request' } });

    await eventually(
      () => logLines.length,
      (count) => count > 0,
    );
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      requestId: 'my-request',
      route: '/healthz',
      status: 200,
    });
  });
});
