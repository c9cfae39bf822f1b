import { afterEach, describe, expect, it } from '@jest/globals';
import { PARSE_FAILURES } from '../../src/parsing/parse-failure.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { sampleDocument } from '../fakes/samples.js';
import { serveApi, toAnswer } from '../support/serve-api.js';

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
    ['worker_lost', 'The worker stopped unexpectedly.'],
  ] as const)('says, for %s, what to do about it', async (errorCode, message) => {
    const document = sampleDocument({ status: 'failed', errorCode });
    const { readDocuments } = createFakeUseCases();
    const { api, key } = await serve({
      readDocuments: { ...readDocuments, get: async () => document },
    });

    const { json } = await api.call('GET', `/v1/documents/${document.id}`, { key });

    expect(json).toMatchObject({ error: { code: errorCode, message } });
  });
});

describe('the title of a document', () => {
  const titles = [
    'One\nTwo',
    'One\tTwo',
    'One\u001bTwo',
    'One\u0085Two',
    'One\u2028Two',
    'invoice\u202efdp.exe',
  ];
  const refusal = { status: 422, errors: [{ path: 'title' }] };

  it.each(titles)(
    'is refused with control characters, direction characters or line breaks: %j',
    async (title) => {
      const { api, key } = await serve();
      const form = new FormData();
      form.append('title', title);
      form.append('file', new Blob(['Three days.']), 'hr.txt');

      const asText = await api.call('POST', '/v1/documents', {
        key,
        body: { title, text: 'Three days.' },
      });
      const asForm = await toAnswer(
        await fetch(`${api.url}/v1/documents`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}` },
          body: form,
        }),
        'POST',
      );
      const changed = await api.call('PATCH', `/v1/documents/${sampleDocument().id}`, {
        key,
        body: { title },
      });

      for (const { json } of [asText, asForm, changed]) expect(json).toMatchObject(refusal);
    },
  );

  it('may be in any script, with joiners', async () => {
    const { api, key } = await serve();
    const title = 'می‌خواهم – Kézikönyv 👩‍💻';

    const { json } = await api.call('POST', '/v1/documents', { key, body: { title, text: 'x' } });

    expect(json).toMatchObject({ document: { title } });
  });
});
