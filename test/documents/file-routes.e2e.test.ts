import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { addPerson } from '../support/people.js';
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
  it('replaces the content of the document under the same id', async () => {
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

  it('answers 200 if the bytes are the same', async () => {
    const id = await upload('The office opens at eight.');

    expect(await put(id, toForm('The office opens at eight.'))).toMatchObject({
      status: 200,
      json: { duplicate: true, document: { version: 1 } },
    });
  });

  it('refuses an unsupported format, and the old file still answers questions', async () => {
    const id = await upload('Bicycles are parked in the yard.');
    const form = new FormData();
    form.append('file', new Blob([PICTURE]), 'rules.txt');

    const refused = await put(id, form);

    const { json } = await app.call('GET', `/v1/documents/${id}`, { key });
    expect(refused).toMatchObject({ status: 415, json: { code: 'unsupported_format' } });
    expect(json).toMatchObject({ status: 'ready', version: 1, replacement: null });
  });

  it('refuses a body that is not a form, an unknown field and a document that does not exist', async () => {
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
  it('returns the uploaded bytes as a download, never to be displayed', async () => {
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

  it('answers 404 to another tenant', async () => {
    const id = await upload('Ours alone.');
    const { adminKey } = await app.tenant();

    const { status } = await app.call('GET', `/v1/documents/${id}/file`, { key: adminKey });

    expect(status).toBe(404);
  });
});

describe('files with equal bytes in one tenant', () => {
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

  it('are stored once for several documents, until the last of them is deleted', async () => {
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

  it('are restored by an upload if the file was lost', async () => {
    const first = await add('Bytes that were lost.', 'tenant');
    const folder = await folderOf();
    for (const name of await readdir(folder)) await rm(join(folder, name));
    expect((await download(first)).status).not.toBe(200);

    await add('Bytes that were lost.', 'private');

    expect(await (await download(first)).text()).toBe('Bytes that were lost.');
  });
});

describe('earlier versions of a document', () => {
  const FIRST = 'Bicycles stand in the yard.';
  const SECOND = 'Bicycles stand in the cellar.';
  const atVersion = (id: string, version: number) =>
    eventually(
      () => app.call('GET', `/v1/documents/${id}`, { key }),
      ({ json }) => (json as { version: number }).version === version,
      30_000,
    );
  const addTwice = async (sourcePath: string): Promise<string> => {
    const body = { title: 'Bicycles', text: FIRST, source: 'drive', sourcePath };
    const { json } = await app.call('POST', '/v1/documents', { key, body });
    const { id } = (json as { document: { id: string } }).document;
    await app.settled(key, id);
    await put(id, toForm(SECOND, 'cellar.txt'));
    await atVersion(id, 2);
    return id;
  };
  const list = async (id: string, by = key) => {
    const { status, json } = await app.call('GET', `/v1/documents/${id}/versions`, { key: by });
    return { status, items: (json as { items: Record<string, unknown>[] }).items };
  };
  const restore = (
    id: string,
    version: number | string,
    call: { by?: string; once?: string } = {},
  ) =>
    app.call('POST', `/v1/documents/${id}/versions/${version}/restore`, {
      key: call.by ?? key,
      ...(call.once !== undefined && { headers: { 'Idempotency-Key': call.once } }),
    });
  const used = async (): Promise<number> => {
    const { json } = await app.call('GET', '/v1/usage', { key });
    return (json as { now: { storageBytes: { used: number } } }).now.storageBytes.used;
  };

  it('are listed with what can be restored, count as storage, and can become the newest version', async () => {
    const before = await used();
    const id = await addTwice('a.md');
    const listed = await eventually(
      () => list(id),
      ({ items }) => items[1]?.['status'] === 'replaced',
    );
    const stored = (await used()) - before;

    const restored = await restore(id, 1, { once: 'restore-bicycles' });
    const again = await restore(id, 1, { once: 'restore-bicycles' });
    await atVersion(id, 3);
    const late = await restore(id, 1, { once: 'restore-bicycles' });

    expect(listed.items).toMatchObject([
      { version: 2, filename: 'cellar.txt', status: 'ready', answers: true, restorable: false },
      { version: 1, title: null, sizeBytes: FIRST.length, answers: false, restorable: true },
    ]);
    expect(stored).toBe(FIRST.length + SECOND.length);
    expect(restored).toMatchObject({
      status: 202,
      json: { duplicate: false, document: { version: 2, replacement: { version: 3 } } },
    });
    expect([again.headers.get('idempotency-replayed'), late.status]).toEqual(['true', 202]);
    expect(await passages(id)).toContain('in the yard');
    // The oldest goes once the newest has taken its place.
    const kept = await eventually(
      () => list(id),
      ({ items }) => items.length < 3,
    );
    expect(kept.items.map(({ version }) => version)).toEqual([3, 2]);
    expect((await used()) - before).toBe(stored);
    const audit = await app.call('GET', `/v1/audit?action=document.restore&limit=5`, { key });
    expect((audit.json as { items: unknown[] }).items).toHaveLength(1);
    const sha256 = createHash('sha256').update(FIRST).digest('hex');
    const entries = [{ path: 'a.md', sha256, size: FIRST.length }];
    const manifest = { source: 'drive', entries };
    const synced = await app.call('POST', '/v1/documents/manifest', { key, body: manifest });
    expect(synced.json).toMatchObject({ entries: [{ state: 'same', version: 3, isEdited: true }] });
  });

  it('cannot be restored if they are current, unknown or have lost their file', async () => {
    const id = await addTwice('b.md');
    const { sha256 } = (await list(id)).items[1] ?? {};
    const { json } = await app.call('GET', '/v1/me', { key });
    const folder = join(app.filesFolder, (json as { tenant: { id: string } }).tenant.id);
    for (const name of await readdir(folder)) {
      const content = await readFile(join(folder, name));
      if (createHash('sha256').update(content).digest('hex') === sha256)
        await rm(join(folder, name));
    }

    expect(await restore(id, 2)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await restore(id, 1)).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: 'The file of this version is gone.' },
    });
    expect((await restore(id, 7)).status).toBe(404);
    expect((await restore(id, 'x')).status).toBe(404);
    expect((await app.call('GET', `/v1/documents/${id}`, { key })).json).toMatchObject({
      version: 2,
      replacement: null,
    });
  });

  it('are unknown to another tenant and forbidden to readers and to an admin who may not read the document', async () => {
    const id = await addTwice('c.md');
    const stranger = (await app.tenant()).adminKey;
    const member = (await addPerson(app, key)).apiKey;
    await app.call('PATCH', '/v1/tenant', { key, body: { policy: { memberUploads: true } } });
    const form = toForm('A diary.', 'diary.txt');
    form.append('visibility', 'private');
    const own = await fetch(`${app.url}/v1/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${member}` },
      body: form,
    });
    const diary = ((await own.json()) as { document: { id: string } }).document.id;

    const seen = async (by: string, document = id) => [
      (await list(document, by)).status,
      (await restore(document, 1, { by })).status,
    ];
    expect(await seen(stranger)).toEqual([404, 404]);
    expect(await seen(member)).toEqual([403, 403]);
    expect(await seen(key, diary)).toEqual([403, 403]);
    await app.call('PATCH', `/v1/documents/${id}`, { key, body: { visibility: 'private' } });
    expect(await seen(member)).toEqual([404, 404]);
    expect((await list(id)).items).toHaveLength(2);
  });
});

describe('POST /v1/documents/:id/reprocess', () => {
  it('reads a failed document again, and a ready one too', async () => {
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

  it('reports the progress of a document and ends with it', async () => {
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

  it('answers 404 before it streams, and 406 to a client that does not accept events', async () => {
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
