import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { addPerson } from '../support/people.js';
import { startWebServer } from '../support/web-server.js';
import { startWebDavServer } from '../support/webdav-server.js';

const Run = z.object({
  id: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
  findings: z.array(z.object({ path: z.string(), reason: z.string() })),
});
const Source = z.object({
  id: z.string(),
  pausedReason: z.string().nullable(),
  rechecksReaders: z.boolean(),
  items: z.record(z.string(), z.int()),
  lastRun: Run.nullable(),
  waiting: z.unknown(),
});

let allowed: string;
let site: Awaited<ReturnType<typeof startWebServer>>;
let cloud: Awaited<ReturnType<typeof startWebDavServer>>;
let application: TestApplication;
beforeAll(async () => {
  cloud = await startWebDavServer('/remote.php/dav/files/reader/Team/');
  allowed = await mkdtemp(join(tmpdir(), 'kr-sources-'));
  site = await startWebServer(({ url }, response) => {
    response.writeHead(url === '/docs/' ? 200 : 404, { 'Content-Type': 'text/html' });
    response.end('<title>Opening hours</title><p>The observatory opens at dusk on Thursdays.</p>');
  });
  application = await startApplication({
    variables: {
      SOURCE_FOLDERS: `${allowed}/shared, other-tenant=${allowed}/other`,
      JWT_SECRET: randomBytes(48).toString('base64'),
      SOURCE_ORIGINS: `${site.url},${cloud.origin}`,
    },
    overrides: { sourceTiming: { intervalMs: 50 } },
  });
});
afterAll(async () => {
  await application.close();
  await site.close();
  await cloud.close();
  await rm(allowed, { recursive: true, force: true });
});

let adminKey: string;
let folder: string;
beforeEach(async () => {
  adminKey = (await application.tenant()).adminKey;
  await mkdir(join(allowed, 'shared'), { recursive: true });
  folder = await mkdtemp(join(allowed, 'shared', 'files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};

type Asked = { body?: unknown; key?: string };

const call = async (method: string, path: string, { body, key = adminKey }: Asked = {}) => {
  const answer = await application.call(method, path, { key, body });
  return { status: answer.status, data: answer.json as Record<string, unknown> };
};

const create = async (fields: Record<string, unknown> = {}) => {
  const body = { name: 'files', kind: 'folder', settings: { path: folder }, everyMinutes: null };
  return call('POST', '/v1/sources', { body: { ...body, visibility: 'tenant', ...fields } });
};

const see = async (id: string) => Source.parse((await call('GET', `/v1/sources/${id}`)).data);

/** The source once the run after this one has ended, or waits. */
const afterRun = (id: string, before: string | null = null) =>
  eventually(
    () => see(id),
    ({ lastRun }) => lastRun !== null && lastRun.id !== before && lastRun.state !== 'running',
  );

const connect = async (fields: Record<string, unknown> = {}) => {
  const id = z.string().parse((await create(fields)).data['id']);
  return { id, first: await afterRun(id) };
};

const runAgain = async (id: string) => {
  const before = (await see(id)).lastRun?.id ?? null;
  await call('POST', `/v1/sources/${id}/run`);
  return afterRun(id, before);
};

const Found = z.object({
  items: z.array(z.object({ filename: z.string(), status: z.string() })),
});

/** File names of the documents that this key sees, once all of them have been read. */
const names = async (key = adminKey) => {
  const { items } = await eventually(
    async () => Found.parse((await call('GET', '/v1/documents?limit=100', { key })).data),
    (page) => page.items.every(({ status }) => status === 'ready'),
  );
  return items.map(({ filename }) => filename).sort();
};

const search = async (query: string, key = adminKey) => {
  const { data } = await call('POST', '/v1/search', { body: { query }, key });
  return JSON.stringify(data);
};

const ask = async (key: string, path: string, body: object): Promise<string> => {
  const headers = { accept: 'application/json, text/event-stream' };
  return (await application.call('POST', path, { key, body, headers })).text;
};

const toolCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

const addMember = async (groups: string[] = []) =>
  (await addPerson(application, adminKey, { groups })).apiKey;

describe('a folder as a source', () => {
  it('becomes documents whose readers follow its rules, and later runs follow its changes', async () => {
    await call('POST', '/v1/groups', { body: { name: 'people' } });
    const [member, ofPeople] = [await addMember(), await addMember(['people'])];
    await put('handbook.md', 'Parking is in the blue garage.');
    await put('hr/salaries.md', 'The salary of the gardener is 41,000 euros.');
    await put('hr/notes/old.md', 'The canteen opens at noon.');

    const { id, first } = await connect({
      rules: [
        { path: 'hr', visibility: 'group:people' },
        { path: 'hr/notes', visibility: 'tenant' },
      ],
    });

    expect(first.lastRun).toMatchObject({ state: 'done', counts: { added: 3, failed: 0 } });
    expect(await names()).toEqual(['handbook.md', 'old.md', 'salaries.md']);
    expect(await names(member)).toEqual(['handbook.md', 'old.md']);
    expect(await search('salary of the gardener', ofPeople)).toContain('41,000');
    expect(await search('salary of the gardener', member)).not.toContain('41,000');

    await put('handbook.md', 'Parking is in the red garage.');
    await utimes(join(folder, 'hr/salaries.md'), 1_000_000, 1_000_000);
    await rename(join(folder, 'hr/notes/old.md'), join(folder, 'hr/notes/new.md'));
    const second = await runAgain(id);

    expect(second.lastRun).toMatchObject({
      state: 'done',
      counts: { added: 1, changed: 1, unchanged: 1, gone: 1 },
    });
    expect(await names()).toEqual(['handbook.md', 'new.md', 'salaries.md']);
    const parking = await eventually(
      () => search('Where is parking?', member),
      (text) => text.includes('red garage'),
    );
    expect(parking).not.toContain('blue garage');
  });

  it('hides documents of deleted files from everybody, and shows them again when the files return', async () => {
    await put('a.md', 'The alarm code of the cellar is in the safe.');
    await put('b.md', 'The canteen opens at noon.');
    const { id } = await connect();
    await names();

    await rm(join(folder, 'a.md'));
    const gone = await runAgain(id);

    expect(gone).toMatchObject({ items: { ready: 1, gone: 1 }, lastRun: { counts: { gone: 1 } } });
    expect(await names()).toEqual(['b.md']);
    expect(await search('alarm code of the cellar')).not.toContain('safe');

    await put('a.md', 'The alarm code of the cellar is in the safe.');
    const back = await runAgain(id);

    expect(back).toMatchObject({
      items: { ready: 2, gone: 0 },
      lastRun: { counts: { restored: 1 } },
    });
    expect(await search('alarm code of the cellar')).toContain('safe');
  });

  it('hides a document from people whom a changed rule excludes, at the next run', async () => {
    const member = await addMember();
    await put('board/minutes.md', 'The board has decided to sell the mill.');
    const { id } = await connect();
    expect(await names(member)).toEqual(['minutes.md']);

    await call('PATCH', `/v1/sources/${id}`, {
      body: { rules: [{ path: 'board', visibility: 'private' }] },
    });
    await eventually(
      () => names(member),
      (seen) => seen.length === 0,
    );

    expect(await search('What has the board decided?', member)).not.toContain('mill');
    expect(await search('What has the board decided?')).toContain('mill');
  });

  it('shows a document to the people whom a rule names, and in no way to one who was removed', async () => {
    await call('POST', '/v1/groups', { body: { name: 'board' } });
    const [first, second] = [
      await addPerson(application, adminKey),
      await addPerson(application, adminKey, { groups: ['board'] }),
    ];
    await put('board/minutes.md', 'The board has decided to sell the windmill.');
    const readers = [`email:${first.email}`, 'group:board', 'email:nobody@example.com'];
    const { id } = await connect({ rules: [{ path: 'board', readers }] });
    const ways = async (key: string) => {
      const documents = await names(key);
      const question = 'What has the board decided?';
      const messages = [{ role: 'user', content: question }];
      const asked = await Promise.all([
        ask(key, '/v1/search', { query: question }),
        ask(key, '/v1/chat', { message: question }),
        ask(key, '/openai/v1/chat/completions', { model: 'default', messages }),
        ask(key, '/mcp', toolCall('search', { query: question })),
        ask(key, '/mcp', toolCall('list_documents', {})),
      ]);
      return { documents, said: asked };
    };
    for (const { apiKey } of [first, second]) {
      expect(await ways(apiKey)).toEqual({
        documents: ['minutes.md'],
        said: Array.from({ length: 5 }, () => expect.stringMatching(/windmill|minutes/u)),
      });
    }

    const rules = [{ path: 'board', readers: ['group:board'] }];
    await call('PATCH', `/v1/sources/${id}`, { body: { rules } });
    await eventually(
      () => names(first.apiKey),
      (seen) => seen.length === 0,
    );

    expect((await ways(first.apiKey)).said.join()).not.toMatch(/windmill|minutes/u);
    expect((await ways(second.apiKey)).said.join()).toContain('windmill');
    expect((await call('GET', `/v1/sources/${id}`)).data).toMatchObject({ rules });
  });

  it('links citations to the original document if it has an address', async () => {
    await put('garage.md', 'Parking is in the blue garage behind the observatory.');
    await connect();
    await connect({ name: 'site', kind: 'website', settings: { url: `${site.url}/docs/` } });
    await names();
    const question = 'When does the observatory open on Thursdays?';
    const original = { url: `${site.url}/docs/`, readAt: expect.stringMatching(/^20\d\d-/u) };
    const messages = [{ role: 'user', content: question }];

    const asked = await call('POST', '/v1/chat', { body: { message: question } });
    const parked = await call('POST', '/v1/chat', { body: { message: 'Where is the parking?' } });
    const completion = await call('POST', '/openai/v1/chat/completions', {
      body: { model: 'default', messages },
    });
    const tool = await ask(adminKey, '/mcp', toolCall('ask', { question }));
    const session = z.string().parse(asked.data['sessionId']);
    const kept = await call('GET', `/v1/sessions/${session}/messages`);

    expect(asked.data['citations']).toContainEqual(expect.objectContaining(original));
    expect(JSON.stringify(kept.data)).toContain(`"url":"${site.url}/docs/"`);
    expect(JSON.stringify(completion.data)).toContain(`"url":"${site.url}/docs/"`);
    expect(tool).toContain(`"originalUrl":"${site.url}/docs/"`);
    const [ofFolder] = z.array(z.looseObject({})).parse(parked.data['citations']);
    expect(ofFolder).toMatchObject({ type: 'document', readAt: expect.any(String) });
    expect(ofFolder).not.toHaveProperty('url');
  });

  it('removes more than a fifth of its documents only after its owner confirms it', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => put(`n${index}.md`, `Note number ${index}.`)),
    );
    const { id } = await connect();
    await rm(folder, { recursive: true });
    await mkdir(folder);

    const waiting = await runAgain(id);
    expect(waiting).toMatchObject({
      items: { ready: 60 },
      lastRun: { state: 'waiting', reason: 'many_gone' },
      waiting: { gone: 60, known: 60 },
    });

    const runId = waiting.lastRun?.id;
    expect((await call('POST', `/v1/sources/${id}/confirm`, { body: { runId } })).status).toBe(200);
    const done = await eventually(
      () => see(id),
      ({ lastRun }) => lastRun?.state === 'done',
    );
    expect(done).toMatchObject({ items: { ready: 0, gone: 60 } });
    expect(await names()).toEqual([]);
    expect((await call('POST', `/v1/sources/${id}/confirm`, { body: { runId } })).status).toBe(409);
  });

  it('deletes nothing if the listing fails before its end', async () => {
    await put('a.md', 'The canteen opens at noon.');
    const { id } = await connect();
    await rename(folder, `${folder}-away`);

    const failed = await runAgain(id);

    expect(failed).toMatchObject({
      items: { ready: 1, gone: 0 },
      lastRun: { state: 'failed', reason: 'cut_short' },
    });
    expect(await names()).toEqual(['a.md']);
    await rename(`${folder}-away`, folder);
    expect(await runAgain(id)).toMatchObject({ lastRun: { state: 'done' } });
  });

  it('does not follow symbolic links, and reports them', async () => {
    const secret = join(allowed, 'secret.md');
    await writeFile(secret, 'The master password is swordfish.');
    await put('kept.md', 'The canteen opens at noon.');
    await put('.hidden.md', 'Nobody reads this.');
    await symlink(secret, join(folder, 'link.md'));
    await symlink(allowed, join(folder, 'folder-link'));

    const { first } = await connect();

    expect(first.lastRun?.findings).toEqual(
      expect.arrayContaining([
        { path: 'link.md', reason: 'symbolic_link' },
        { path: 'folder-link', reason: 'symbolic_link' },
      ]),
    );
    expect(await names()).toEqual(['kept.md']);
    expect(await search('master password')).not.toContain('swordfish');
  });

  it('is refused if its path is a link out of the allowed folders', async () => {
    const outside = join(allowed, 'outside');
    await mkdir(join(outside, 'inner'), { recursive: true });
    await writeFile(join(outside, 'inner', 'secret.md'), 'The master password is swordfish.');
    await symlink(outside, join(folder, 'way-out'));

    const { first } = await connect({ settings: { path: join(folder, 'way-out', 'inner') } });

    expect(first).toMatchObject({
      items: { ready: 0 },
      lastRun: { state: 'failed', reason: 'refused' },
    });
    const report = await call('POST', `/v1/sources/${first.id}/test`);
    expect(report.data).toMatchObject({ canRun: false, sample: [] });
    expect(await names()).toEqual([]);
  });

  it('is checked again for the results of a search, if configured, without waiting for a run', async () => {
    const member = await addMember();
    await put('code.md', 'The alarm code of the boathouse is in the safe.');
    const { id } = await connect({ rechecksReaders: true });
    await names();
    expect(await search('alarm code of the boathouse', member)).toContain('in the safe');
    expect(await see(id)).toMatchObject({ rechecksReaders: true });
    const secret = 'The gate of the boathouse is never locked.';
    await put('gate.md', secret);
    await runAgain(id);
    await names();

    await rm(join(folder, 'gate.md'));

    expect(await search('gate of the boathouse', member)).not.toContain('never locked');
  });

  it('is removed with or without its documents, and the request has to say which', async () => {
    await put('a.md', 'The canteen opens at noon.');
    const { id } = await connect();
    await names();
    const undecided = await call('DELETE', `/v1/sources/${id}`);
    expect([undecided.status, JSON.stringify(undecided.data)]).toEqual([
      422,
      expect.stringMatching(/must be keep,.* or delete,/u),
    ]);
    await call('DELETE', `/v1/sources/${id}?documents=keep`);
    await eventually(
      () => call('GET', `/v1/sources/${id}`),
      ({ status }) => status === 404,
    );
    expect(await names()).toEqual(['a.md']);

    const { id: second, first } = await connect();
    expect(first.lastRun).toMatchObject({ state: 'done' });
    await call('DELETE', `/v1/sources/${second}?documents=delete`);
    await eventually(
      () => call('GET', `/v1/sources/${second}`),
      ({ status }) => status === 404,
    );
    expect(await names()).toEqual([]);
  });

  it('is refused outside the folders that the operator allows for this tenant', async () => {
    for (const path of [
      allowed,
      `${allowed}/other`,
      `${allowed}/shared/../other`,
      '/etc',
      'relative',
    ]) {
      const refused = await create({ settings: { path } });
      expect([path, refused.status, JSON.stringify(refused.data)]).toEqual([
        path,
        422,
        expect.stringContaining('settings.path'),
      ]);
    }
  });

  it('can be seen by another administrator, but changed only by its owner', async () => {
    await put('a.md', 'The canteen opens at noon.');
    const { id } = await connect();
    const permissions = ['admin', 'chat'] as const;
    const { apiKey: other } = await addPerson(application, adminKey, {
      role: 'admin',
      permissions,
    });

    expect((await call('GET', `/v1/sources/${id}`, { key: other })).status).toBe(200);
    expect((await call('GET', `/v1/sources/${id}/items`, { key: other })).status).toBe(403);
    expect((await call('POST', `/v1/sources/${id}/run`, { key: other })).status).toBe(403);
    expect((await call('POST', `/v1/sources/${id}/test`)).data).toMatchObject({
      canRun: true,
      sample: ['a.md'],
    });
    const stranger = await application.tenant();
    expect((await call('GET', `/v1/sources/${id}`, { key: stranger.adminKey })).status).toBe(404);
  });
});

describe('the examples of docs/sources.md', () => {
  it('connect a folder and a WebDAV server, and send a document, as they are written', async () => {
    await call('POST', '/v1/groups', { body: { name: 'hr' } });
    await put('parking.md', 'Parking is in the blue garage.');
    cloud.put('plan.md', 'The plan of the team.');
    cloud.share([]);
    const page = await readFile(join(import.meta.dirname, '../../docs/sources.md'), 'utf8');
    const commands = [...page.matchAll(/```sh\n([^]*?)```/gu)].map((match) => match[1] ?? '');
    const [ofFolder, ofCloud, ofProgram] = commands;
    const script = [ofFolder, ofCloud, ofProgram]
      .join('\n')
      .replace('/srv/acme/handbooks', folder)
      .replace('https://cloud.example.com', cloud.origin)
      .replace('app-password', cloud.account.password);

    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { PATH: process.env['PATH'], BASE: application.url, KEY: adminKey },
    });

    expect(stdout).not.toContain('urn:knowledge-router:error');
    const Listed = z.object({
      items: z.array(z.looseObject({ name: z.string(), items: z.record(z.string(), z.int()) })),
    });
    const { items } = await eventually(
      async () => Listed.parse((await call('GET', '/v1/sources')).data),
      (listed) => listed.items.every((one) => one.items['ready'] === 1),
    );
    expect(items.map(({ name }) => name).sort()).toEqual(['handbooks', 'helpdesk', 'team']);
  });
});
