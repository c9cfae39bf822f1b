import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { PICTURE } from '../support/text-fixtures.js';

let app: TestApplication;
let key: string;

beforeAll(async () => {
  app = await startApplication();
  key = (await app.tenant()).adminKey;
});
afterAll(() => app.close());

const headers = () => ({ Authorization: `Bearer ${key}` });

const toForm = (text: string, name = 'rules.txt'): FormData => {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  return form;
};

const upload = async (text: string, name?: string): Promise<string> => {
  const response = await fetch(`${app.url}/v1/documents`, {
    method: 'POST',
    headers: headers(),
    body: toForm(text, name),
  });
  const { document } = (await response.json()) as { document: { id: string } };
  await app.settled(key, document.id);
  return document.id;
};

const put = async (id: string, body: FormData) => {
  const response = await fetch(`${app.url}/v1/documents/${id}/file`, {
    method: 'PUT',
    headers: headers(),
    body,
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

const passages = async (id: string): Promise<string> => {
  const { json } = await app.call('GET', `/v1/documents/${id}/chunks`, { key });
  return JSON.stringify(json);
};

describe('PUT /v1/documents/:id/file', () => {
  it('replaces what the document says, under the same id', async () => {
    const id = await upload('Remote work is allowed three days a week.');

    const replaced = await put(id, toForm('Remote work is allowed two days a week.', 'new.txt'));
    await eventually(
      () => passages(id),
      (text) => text.includes('two days'),
      30_000,
    );

    const { json } = await app.call('GET', `/v1/documents/${id}`, { key });
    expect(replaced).toMatchObject({
      status: 202,
      json: { duplicate: false, document: { id, version: 1, replacement: { version: 2 } } },
    });
    expect(json).toMatchObject({
      status: 'ready',
      version: 2,
      filename: 'new.txt',
      replacement: null,
    });
    const search = { query: 'remote work days', topK: 5 };
    const found = await app.call('POST', '/v1/search', { key, body: search });
    expect(JSON.stringify(found.json)).toContain('two days');
    expect(JSON.stringify(found.json)).not.toContain('three days');
  });

  it('answers 200 where the bytes are the same', async () => {
    const id = await upload('The office opens at eight.');

    expect(await put(id, toForm('The office opens at eight.'))).toMatchObject({
      status: 200,
      json: { duplicate: true, document: { version: 1 } },
    });
  });

  it('refuses a kind of file that no parser reads, and the old one goes on answering', async () => {
    const id = await upload('Bicycles are parked in the yard.');
    const form = new FormData();
    form.append('file', new Blob([PICTURE]), 'rules.txt');

    const refused = await put(id, form);

    const { json } = await app.call('GET', `/v1/documents/${id}`, { key });
    expect(refused).toMatchObject({ status: 415, json: { code: 'unsupported_format' } });
    expect(json).toMatchObject({ status: 'ready', version: 1, replacement: null });
  });

  it('refuses what is no form, an unknown field and a document that does not exist', async () => {
    const id = await upload('The canteen opens at noon.');
    const titled = toForm('x');
    titled.append('title', 'New title');

    const json = await app.call('PUT', `/v1/documents/${id}/file`, { key, body: { text: 'x' } });
    const field = await put(id, titled);
    const unknown = await put('0197e0b2-0000-7000-8000-000000000000', toForm('x'));

    expect(json.status).toBe(415);
    expect(field).toMatchObject({ status: 422, json: { errors: [{ path: 'title' }] } });
    expect(unknown.status).toBe(404);
  });
});

describe('GET /v1/documents/:id/file', () => {
  it('hands out the bytes that were uploaded, to be saved and never shown', async () => {
    const id = await upload('<p>Őszi szabályzat</p>', 'szabályzat (ősz).html');

    const response = await fetch(`${app.url}/v1/documents/${id}/file`, { headers: headers() });

    expect(await response.text()).toBe('<p>Őszi szabályzat</p>');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="szab_lyzat (_sz).html"; ' +
        "filename*=UTF-8''szab%C3%A1lyzat%20%28%C5%91sz%29.html",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is not found by another tenant', async () => {
    const id = await upload('Ours alone.');
    const { adminKey } = await app.tenant();

    const { status } = await app.call('GET', `/v1/documents/${id}/file`, { key: adminKey });

    expect(status).toBe(404);
  });
});

describe('equal bytes of one tenant', () => {
  const add = async (text: string, visibility: string): Promise<string> => {
    const form = new FormData();
    form.append('visibility', visibility);
    form.append('file', new Blob([text]), 'twin.txt');
    const response = await fetch(`${app.url}/v1/documents`, {
      method: 'POST',
      headers: headers(),
      body: form,
    });
    const { document } = (await response.json()) as { document: { id: string } };
    await app.settled(key, document.id);
    return document.id;
  };
  const folderOf = async (): Promise<string> => {
    const { json } = await app.call('GET', '/v1/me', { key });
    const { tenant } = json as { tenant: { id: string } };
    return join(app.filesFolder, tenant.id);
  };
  const countFiles = async (): Promise<number> => (await readdir(await folderOf())).length;
  const download = (id: string) =>
    fetch(`${app.url}/v1/documents/${id}/file`, { headers: headers() });

  it('are kept once for several documents, until the last of them is gone', async () => {
    const before = await countFiles();
    const shared = await add('Bytes of two documents.', 'tenant');
    const own = await add('Bytes of two documents.', 'private');
    expect(own).not.toBe(shared);
    expect(await countFiles()).toBe(before + 1);

    await app.call('DELETE', `/v1/documents/${shared}`, { key });
    await eventually(
      () => app.call('GET', '/v1/documents?limit=200', { key }),
      ({ text }) => !text.includes(shared),
      30_000,
    );
    expect(await (await download(own)).text()).toBe('Bytes of two documents.');

    await app.call('DELETE', `/v1/documents/${own}`, { key });
    await eventually(countFiles, (count) => count === before, 30_000);
  });

  it('are put back by an upload where the file was lost', async () => {
    const first = await add('Bytes that were lost.', 'tenant');
    const folder = await folderOf();
    for (const name of await readdir(folder)) await rm(join(folder, name));
    expect((await download(first)).status).not.toBe(200);

    await add('Bytes that were lost.', 'private');

    expect(await (await download(first)).text()).toBe('Bytes that were lost.');
  });
});

describe('POST /v1/documents/:id/reprocess', () => {
  it('reads a failed document again and a ready one anew', async () => {
    const failed = await upload('', 'empty.txt');
    const ready = await upload('A rule to be read twice.');

    const again = await app.call('POST', `/v1/documents/${failed}/reprocess`, { key });
    const anew = await app.call('POST', `/v1/documents/${ready}/reprocess`, { key });

    expect(again).toMatchObject({ status: 202, json: { status: 'queued', error: null } });
    expect(anew).toMatchObject({
      status: 202,
      json: { status: 'ready', replacement: { version: 2 } },
    });
    expect(await app.settled(key, failed)).toMatchObject({
      status: 'failed',
      error: { code: 'document_empty' },
    });
    await eventually(
      () => app.call('GET', `/v1/documents/${ready}`, { key }),
      ({ text }) => text.includes('"version":2'),
      30_000,
    );
  });
});

describe('GET /v1/documents/:id/events', () => {
  const watch = (id: string) =>
    fetch(`${app.url}/v1/documents/${id}/events`, {
      headers: { ...headers(), Accept: 'text/event-stream' },
    });

  it('tells what becomes of a document and ends when nothing more does', async () => {
    const response = await fetch(`${app.url}/v1/documents`, {
      method: 'POST',
      headers: headers(),
      body: toForm('Watched while it is read.'),
    });
    const { document } = (await response.json()) as { document: { id: string } };

    const told = await (await watch(document.id)).text();

    const states = [...told.matchAll(/^event: document\ndata: (.+)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as { id: string; status: string },
    );
    expect(states.at(-1)).toMatchObject({ id: document.id, status: 'ready' });
    expect(states.every(({ id }) => id === document.id)).toBe(true);
  });

  it('answers 404 before it streams, and 406 to a client that accepts no events', async () => {
    const id = await upload('Read already.');

    const unknown = await watch('0197e0b2-0000-7000-8000-000000000000');
    const json = await app.call('GET', `/v1/documents/${id}/events`, {
      key,
      headers: { Accept: 'application/json' },
    });

    expect(unknown.status).toBe(404);
    expect(json.status).toBe(406);
  });
});
