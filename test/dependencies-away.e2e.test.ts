import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from './support/application.js';
import { SAMPLES } from './support/samples.js';

const NOWHERE = '127.0.0.1:1';

let application: TestApplication;
let key: string;

beforeAll(async () => {
  application = await startApplication({
    variables: { REDIS_URL: `redis://${NOWHERE}`, QDRANT_URL: `http://${NOWHERE}` },
  });
  key = (await application.tenant()).adminKey;
}, 60_000);

afterAll(() => application.close());

describe('a server that starts without Redis and Qdrant', () => {
  it('is ready, and names the dependencies that are down', async () => {
    const { status, json } = await application.call('GET', '/readyz');

    expect({ status, json }).toMatchObject({
      status: 200,
      json: {
        status: 'ready',
        degraded: ['vectors', 'jobs'],
        dependencies: { database: 'up', files: 'up', jobs: 'down', vectors: 'down' },
      },
    });
  });

  it('accepts an upload, which waits', async () => {
    const { status, json } = await application.upload(key, join(SAMPLES, 'utazasi-szabalyzat.md'));

    expect({ status, json }).toMatchObject({
      status: 202,
      json: { document: { status: 'queued' } },
    });
  });

  it('answers an OpenAI client with 503 and Retry-After', async () => {
    const messages = [{ role: 'user', content: 'How many days of leave does an employee have?' }];

    const answer = await application.call('POST', '/openai/v1/chat/completions', {
      key,
      body: { model: 'default', messages },
    });

    expect(answer).toMatchObject({
      status: 503,
      json: { error: { code: 'vector_store_unavailable' } },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
  }, 60_000);

  it('answers a question and says that it could not search', async () => {
    const body = { message: 'How many days of leave does an employee have?' };

    const { status, json } = await application.call('POST', '/v1/chat', { key, body });

    const said = { responseType: 'unavailable', stopReason: 'unavailable', citations: [] };
    expect({ status, json }).toMatchObject({ status: 200, json: said });
    expect(json).toHaveProperty('degraded', expect.arrayContaining([expect.any(Object)]));
  }, 60_000);
});
