import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from './support/application.js';
import { restoreAsOwner } from './support/database.js';
import { eventually } from './support/eventually.js';

// Made by version 0.1.0 before the code was arranged in rooms: a tenant with two documents, a memory and an answered question.
const FOLDER = join(import.meta.dirname, 'fixtures', 'data-folder-0.1.0.tar.gz');

const run = promisify(execFile);

describe('a data folder of version 0.1.0', () => {
  let application: TestApplication;
  let key: string;

  beforeAll(async () => {
    application = await startApplication({
      // Its vectors are LanceDB's, its files lie in it, and no model or embedder has seen it.
      variables: {
        QDRANT_URL: '',
        REDIS_URL: '',
        S3_ENDPOINT: '',
        S3_BUCKET: '',
        S3_ACCESS_KEY_ID: '',
        S3_SECRET_ACCESS_KEY: '',
      },
      isMigrated: false,
      prepare: async ({ dataDir, urls }) => {
        await run('tar', ['-xzf', FOLDER, '-C', dataDir, '--strip-components=1']);
        await restoreAsOwner(urls, await readFile(join(dataDir, 'database.sql'), 'utf8'));
        key = (await readFile(join(dataDir, 'admin.key'), 'utf8')).trim();
      },
    });
  }, 60_000);

  afterAll(() => application.close());

  const ask = (message: string) => application.call('POST', '/v1/chat', { key, body: { message } });

  it('answers from its documents at once, while they are being indexed again', async () => {
    const { status, json } = await ask('How many days a week may office staff work from home?');

    expect(status).toBe(200);
    expect(json).toMatchObject({
      responseType: 'answer',
      answer: expect.stringContaining('three days a week'),
      citations: [{ title: 'employee-handbook', pageStart: 4, verification: 'exact' }],
    });
  }, 90_000);

  it('answers from its documents after they were indexed again', async () => {
    await eventually(
      () => application.call('GET', '/readyz'),
      ({ text }) => text.includes('"reindexing":null'),
      60_000,
    );

    const { json } = await ask('How many days a week may office staff work from home?');

    expect(json).toMatchObject({
      responseType: 'answer',
      answer: expect.stringContaining('three days a week'),
      citations: [{ title: 'employee-handbook', pageStart: 4, verification: 'exact' }],
    });
  }, 90_000);

  it('still contains its memory, its session and the receipt of its answer', async () => {
    const memories = await application.call('GET', '/v1/memories', { key });
    const sessions = await application.call('GET', '/v1/sessions', { key });

    expect(memories.json).toMatchObject({
      items: [{ content: 'I work in the office in Szeged.' }],
    });
    const { items } = sessions.json as { items: { id: string }[] };
    const oldest = await application.call(
      'GET',
      `/v1/sessions/${items.at(-1)?.id ?? ''}/messages`,
      { key },
    );
    expect(oldest.text).toContain('How many days a week may office staff work from home?');
  });

  it('accepts a new version of an old document', async () => {
    const list = await application.call('GET', '/v1/documents', { key });
    const items = (list.json as { items: { id: string; filename: string }[] }).items;
    const id = items.find(({ filename }) => filename.endsWith('.md'))?.id ?? '';
    const form = new FormData();
    form.append('file', new Blob(['# Parkolás\n\nA parkoló este hatkor zár.\n']), 'parkolas.md');

    const replaced = await fetch(`${application.url}/v1/documents/${id}/file`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    });

    expect(replaced.status).toBe(202);
    await eventually(
      () => application.call('GET', `/v1/documents/${id}`, { key }),
      ({ json }) => (json as { filename: string }).filename === 'parkolas.md',
    );
    expect((await ask('Mikor zár a parkoló?')).json).toMatchObject({
      answer: expect.stringContaining('este hatkor'),
    });
  });
});
