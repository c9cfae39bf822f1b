import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { toAnswer } from '../support/serve-api.js';

const Uploaded = z.object({ document: z.object({ id: z.string() }), duplicate: z.boolean() });
const List = z.object({ items: z.array(z.object({ id: z.string() })) });

describe('POST /v1/documents with an Idempotency-Key', () => {
  let served: ApiOverDatabase;
  let tenant: Awaited<ReturnType<typeof createTenantOverApi>>;

  beforeAll(async () => {
    served = await serveApiOverDatabase();
    tenant = await createTenantOverApi(served);
  });
  afterAll(() => served.close());

  type Form = { text: string; title?: string; name?: string };
  const upload = async (key: string, { text, title, name = 'note.txt' }: Form) => {
    const form = new FormData();
    if (title !== undefined) form.append('title', title);
    form.append('file', new Blob([text]), name);
    const headers = { Authorization: `Bearer ${tenant.adminKey}`, 'Idempotency-Key': key };
    const url = `${served.api.url}/v1/documents`;
    return toAnswer(await fetch(url, { method: 'POST', headers, body: form }), 'POST');
  };
  const sendText = (key: string, body: Record<string, unknown>) =>
    served.api.call('POST', '/v1/documents', {
      key: tenant.adminKey,
      body,
      headers: { 'Idempotency-Key': key },
    });
  const count = async () => {
    const { json } = await served.api.call('GET', '/v1/documents?limit=100', {
      key: tenant.adminKey,
    });
    return { documents: List.parse(json).items.length, files: (await served.storedFiles()).length };
  };

  it('returns the first response the second time, and stores nothing more', async () => {
    const first = await upload('one', { text: 'Three days.', title: 'Remote work' });
    const before = await count();

    const second = await upload('one', { text: 'Three days.', title: 'Remote work' });

    expect(second).toMatchObject({ status: 202, json: first.json });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await count()).toEqual(before);
  });

  it('says again that the document was already known', async () => {
    const known = Uploaded.parse((await upload('new', { text: 'Known.' })).json);
    const first = await upload('known', { text: 'Known.' });

    const second = await upload('known', { text: 'Known.' });

    expect(Uploaded.parse(first.json)).toEqual({ ...known, duplicate: true });
    expect(second).toMatchObject({ status: 200, json: first.json });
  });

  it.each<[string, Form]>([
    ['another file', { text: 'Four days.', title: 'A' }],
    ['another field', { text: 'Two days.', title: 'B' }],
  ])('refuses the key with %s, and stores nothing of it', async (_what, other) => {
    await upload('other', { text: 'Two days.', title: 'A' });
    const before = await count();

    const refused = await upload('other', other);

    expect(refused.json).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(await count()).toEqual(before);
  });

  it('makes one document out of fifty simultaneous uploads', async () => {
    const before = await count();

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => upload('fifty', { text: 'Fifty.' })),
    );

    const good = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(new Set(good.map(({ json }) => Uploaded.parse(json).document.id)).size).toBe(1);
    for (const { json } of refused) expect(json).toMatchObject({ code: 'idempotency_in_progress' });
    expect(await count()).toEqual({ documents: before.documents + 1, files: before.files + 1 });
  });

  it('treats texts sent as JSON the same way, whatever the order of their fields', async () => {
    const first = await sendText('text', {
      title: 'Tea',
      text: 'Green.',
      metadata: { a: 1, b: 2 },
    });

    const second = await sendText('text', {
      metadata: { b: 2, a: 1 },
      text: 'Green.',
      title: 'Tea',
    });

    expect(second).toMatchObject({ status: 202, json: first.json });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('leaves the key unused if the upload was refused', async () => {
    const tooLarge = await upload('free', { text: 'x'.repeat(1_100_000) });

    const second = await upload('free', { text: 'Small enough.' });

    expect([tooLarge.status, second.status]).toEqual([413, 202]);
  });

  it('does not return a document that was deleted in the meantime', async () => {
    const first = Uploaded.parse((await upload('gone', { text: 'Gone.' })).json);
    await served.api.call('DELETE', `/v1/documents/${first.document.id}`, {
      key: tenant.adminKey,
    });

    const second = await upload('gone', { text: 'Gone.' });

    expect(second.status).toBe(404);
  });
});
