import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { openBackup } from '../../src/compose/backup.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { addPerson } from '../support/people.js';
import { readZipEntries } from '../support/zip-entries.js';

const QUESTION = 'How much may be spent on a hotel in Berlin?';
/** Stands in all that is private to others. */
const SECRET = 'xylophone';

describe('GET /v1/tenant/export', () => {
  let folder: string;
  let here: TestApplication;
  let adminKey: string;
  let memberKey: string;
  let response: Response;
  let archive: Buffer;

  const add = async (key: string, title: string, fields: { text: string; visibility?: string }) => {
    const body = { title, ...fields };
    const { json, status, text } = await here.call('POST', '/v1/documents', { key, body });
    expect([title, status, text]).toEqual([title, 202, text]);
    const { document } = z.object({ document: z.object({ id: z.string() }) }).parse(json);
    expect(await here.settled(key, document.id)).toMatchObject({ status: 'ready' });
  };
  const download = (key: string) =>
    fetch(`${here.url}/v1/tenant/export`, { headers: { Authorization: `Bearer ${key}` } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-export-'));
    here = await startApplication();
    ({ adminKey } = await here.tenant());
    const body = { policy: { memberUploads: true } };
    await here.call('PATCH', '/v1/tenant', { key: adminKey, body });
    memberKey = (await addPerson(here, adminKey)).apiKey;
    const other = await here.tenant();
    const say = async (method: string, path: string, body: object) => {
      const { status } = await here.call(method, path, { key: memberKey, body });
      expect([path, status < 300]).toEqual([path, true]);
    };
    await add(memberKey, 'Travel', {
      text: 'A hotel in Berlin may cost 93 euros a night. Trains are booked in second class.',
    });
    await add(memberKey, 'Diary', { text: `My ${SECRET} stays at home.`, visibility: 'private' });
    await add(adminKey, 'Notes', { text: 'Ask about parking.', visibility: 'private' });
    await add(other.adminKey, 'Other', { text: `Another tenant owns a ${SECRET}.` });
    await say('POST', '/v1/memories', {
      content: `Plays the ${SECRET}.`,
      memoryType: 'explicit_fact',
    });
    await say('POST', '/v1/chat', { message: `${SECRET}? ${QUESTION}` });
    await say('PATCH', '/v1/me', { systemPrompt: `Speak of the ${SECRET}.` });
    response = await download(adminKey);
    archive = Buffer.from(await response.arrayBuffer());
  }, 120_000);
  afterAll(async () => {
    await here.close();
    await rm(folder, { recursive: true });
  });

  it('leaves out a member’s private document, memory, session and prompt, and other tenants', async () => {
    const entries = await readZipEntries(archive);

    const all = [...entries.values()].map(String).join('\n');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(all).toContain('93 euros');
    expect(all).toContain('Ask about parking.');
    expect(all).not.toContain(SECRET);
    expect([...entries.keys()].at(-1)).toBe('manifest.json');
  });

  it('is refused to members, limited to one a minute, and audited', async () => {
    // The first export may still be ending, which is another refusal.
    const again = () =>
      eventually(
        () => download(adminKey),
        ({ status }) => status !== 409,
      );
    const refused = await Promise.all([download(memberKey), again()]);
    const audit = await here.call('GET', '/v1/audit?action=tenant.export', { key: adminKey });

    expect(refused.map(({ status }) => status)).toEqual([403, 429]);
    expect(audit.json).toMatchObject({ items: [{ action: 'tenant.export', result: 'ok' }] });
  });

  it('can be imported elsewhere, where a question is answered with the same citation', async () => {
    const path = join(folder, 'tenant.zip');
    await writeFile(path, archive);
    const ask = (application: TestApplication, key: string) => () =>
      application.call('POST', '/v1/chat', { key, body: { message: QUESTION } });
    const before = (await ask(here, adminKey)()).json;
    let key: string | null = null;
    const there = await startApplication({
      prepare: async ({ urls, dataDir }) => {
        const config = parseConfig(
          {
            DATABASE_URL: urls.url,
            DATABASE_MIGRATION_URL: urls.migrationUrl,
            DATA_DIR: dataDir,
            BOOTSTRAP_OPERATOR_KEY: 'x'.repeat(32),
          },
          TOOLS,
        );
        const { signal } = new AbortController();
        const backup = await openBackup(config, {
          report: () => undefined,
          signal,
          isExpected: false,
        });
        key = await backup.importTenant(path);
        await backup.close();
      },
    });

    try {
      const after = await eventually(
        ask(there, String(key)),
        ({ text }) => text.includes('"responseType":"answer"') && !text.includes('reindexing'),
        60_000,
      );

      const citations = z.object({ citations: z.array(z.record(z.string(), z.unknown())) });
      const where = (answer: unknown) =>
        citations
          .parse(answer)
          .citations.map(({ documentId, documentVersion, title, quote, verification }) => ({
            documentId,
            documentVersion,
            title,
            quote,
            verification,
          }));
      expect(where(before)).not.toEqual([]);
      expect(where(after.json)).toEqual(where(before));
    } finally {
      await there.close();
    }
  }, 120_000);
});
