import { afterEach, describe, expect, it } from '@jest/globals';
import { PARSE_FAILURES } from '../../src/domain/parse-failure.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases, sampleDocument } from '../fakes/api-use-cases.js';
import { serveApi } from '../support/serve-api.js';

const open: { close: () => Promise<void> }[] = [];
const serve = async (overrides: Parameters<typeof createFakeApiDeps>[0] = {}) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  open.push(api);
  return { api, key: fake.keys.issue({ role: 'admin' }).apiKey };
};
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

describe('a document that could not be read', () => {
  it.each([
    ['document_encrypted', PARSE_FAILURES.document_encrypted],
    ['worker_lost', 'The worker was lost.'],
  ] as const)('says for %s what to do about it', async (errorCode, message) => {
    const document = sampleDocument({ status: 'failed', errorCode });
    const { readDocuments } = createFakeUseCases();
    const { api, key } = await serve({
      readDocuments: { ...readDocuments, get: async () => document },
    });

    const { json } = await api.call('GET', `/v1/documents/${document.id}`, { key });

    expect(json).toMatchObject({ error: { code: errorCode, message } });
  });
});
