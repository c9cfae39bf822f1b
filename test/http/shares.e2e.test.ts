import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from '../support/application.js';

const FLOOD = 100;
const NO_LIMIT = '1000000';

let application: TestApplication;
let flooding: string;
let neighbour: string;
beforeAll(async () => {
  application = await startApplication({
    variables: {
      DATABASE_POOL_SIZE: '4',
      DATABASE_QUEUE: '32',
      REQUESTS_PER_MINUTE_PER_KEY: NO_LIMIT,
      REQUESTS_PER_MINUTE_PER_USER: NO_LIMIT,
      REQUESTS_PER_MINUTE_PER_TENANT: NO_LIMIT,
      REQUESTS_PER_MINUTE_PER_ADDRESS: NO_LIMIT,
    },
  });
  ({ adminKey: flooding } = await application.tenant());
  ({ adminKey: neighbour } = await application.tenant());
}, 120_000);
afterAll(() => application.close());

type Asked = [what: string, method: string, path: string, body?: object];
type Answer = Awaited<ReturnType<TestApplication['call']>>;

const call = (key: string, [, method, path, body]: Asked) =>
  application.call(method, path, { key, ...(body && { body }) });

const ME: Asked = ['who it is', 'GET', '/v1/me'];
const FLOODS: readonly Asked[] = [
  ME,
  ['memories', 'POST', '/v1/memories', { content: 'I live in Oslo.', memoryType: 'explicit_fact' }],
  ['files', 'GET', '/v1/files'],
  ['webhooks', 'GET', '/v1/webhooks'],
  ['questions', 'POST', '/v1/chat', { message: 'What is a quokka?' }],
];

const statusesOf = (answers: readonly Answer[]) => [
  ...new Set(answers.map(({ status }) => status)),
];

describe('a hundred simultaneous requests of one tenant', () => {
  it.each(FLOODS)(
    'for %s do not block another tenant',
    async (...asked) => {
      // A key that has proved good before is its tenant's, and no stranger's.
      await Promise.all([call(flooding, ME), call(neighbour, ME)]);
      const flood = Array.from({ length: FLOOD }, () => call(flooding, asked));

      const answers: Answer[] = [];
      for (let count = 0; count < 5; count += 1) answers.push(await call(neighbour, ME));
      const flooded = await Promise.all(flood);

      expect(statusesOf(answers)).toEqual([200]);
      expect(statusesOf(flooded)).toContain(429);
      expect(statusesOf(flooded).filter((status) => status >= 500)).toEqual([]);
      for (const { status, headers } of flooded) {
        if (status === 429) expect(headers.get('retry-after')).toMatch(/^\d+$/);
      }
    },
    120_000,
  );

  it('are refused with the name of the full share and its setting', async () => {
    await call(flooding, ME);

    const flooded = await Promise.all(Array.from({ length: FLOOD }, () => call(flooding, ME)));

    expect(flooded.find(({ status }) => status === 429)?.json).toMatchObject({
      code: 'rate_limited',
      detail: 'Too many requests at once: this tenant may have 16 waiting of DATABASE_QUEUE=32.',
    });
  }, 120_000);
});
