import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Listed, OpenSource } from '../../src/sources/kind.js';
import { findKind, type GivenKind } from '../../src/sources/kinds/index.js';
import { NO_REACH } from '../support/no-reach.js';
import { startWebDavServer } from '../support/webdav-server.js';

const ROOT = '/remote.php/dav/files/anna/';
const { signal } = new AbortController();

let server: Awaited<ReturnType<typeof startWebDavServer>>;
beforeEach(async () => {
  server = await startWebDavServer(ROOT);
});
afterEach(() => server.close());

const open = async (settings: object = {}, credentials: GivenKind['credentials'] = null) => {
  const kind = await findKind('webdav');
  const given = { settings: { url: `${server.url}Team`, ...settings }, credentials };
  const web = { ...NO_REACH.web, origins: [server.origin] };
  const opened = kind?.open(given, { ...NO_REACH, web });
  if (!opened) throw new Error('The settings were refused.');
  return opened;
};

const openAsAnna = (settings?: object) => open(settings, server.account);

const listAll = async (source: OpenSource): Promise<Listed> => {
  const all = { items: [], findings: [] } as { items: object[]; findings: object[] };
  for await (const { items, findings } of source.list(signal)) {
    all.items.push(...items);
    all.findings.push(...findings);
  }
  return all as Listed;
};

const describeAs = (hrefs: readonly string[]): string =>
  `<d:multistatus xmlns:d="DAV:">${hrefs.map((href) => `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getetag>1</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`).join('')}</d:multistatus>`;

describe('a WebDAV folder', () => {
  it('is listed with its subfolders, names decoded, and each file can be read', async () => {
    server.put('Team/a.md', 'one');
    server.put('Team/Réunion 100%/b#1.md', 'two');
    server.put('Team/.hidden/c.md', 'three');
    server.put('Other/d.md', 'four');
    const source = await openAsAnna();

    const { items, findings } = await listAll(source);

    expect(findings).toEqual([]);
    expect(items.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a.md', 3],
      ['Réunion 100%/b#1.md', 3],
    ]);
    const texts = items.map(async (item) => String(await buffer(await source.read(item, signal))));
    expect(await Promise.all(texts)).toEqual(['one', 'two']);
    const looked = items.map(async (item) => source.look?.(item, signal));
    expect(await Promise.all(looked)).toEqual(items);
  });

  it('has entries that lead out of it ignored', async () => {
    const hostile = [
      `${ROOT}Team/../secret.md`,
      `${ROOT}Team/%2e%2e/secret.md`,
      `${ROOT}Team/deep/er.md`,
      'http://169.254.169.254/latest/meta-data',
      '//elsewhere.example/a.md',
      `${ROOT}Team/a%2Fb.md`,
      `${ROOT}Team/%ff.md`,
    ];
    server.put('Team/a.md', 'one');
    server.fail({ when: /^PROPFIND/u, status: 207, body: describeAs(hostile) });

    const { items, findings } = await listAll(await openAsAnna());

    expect(items).toEqual([]);
    expect(findings.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 5 }, () => 'outside'),
      'name_not_text',
      'name_not_text',
    ]);
    expect(server.asked).toEqual([`PROPFIND ${ROOT}Team/`]);
  });

  it.each([
    {
      list: 'is cut off',
      fault: { status: 207, body: '<d:multistatus xmlns:d="DAV:"><d:response>' },
      reason: 'cut_short',
    },
    {
      list: 'is nested without end',
      fault: { status: 207, body: '<a>'.repeat(100_000) },
      reason: 'cut_short',
    },
    {
      list: 'is a page to sign in',
      fault: { status: 200, body: '<html/>' },
      reason: 'refused',
    },
    {
      list: 'leads elsewhere',
      fault: { status: 302, headers: { Location: 'http://10.0.0.1/' } },
      reason: 'refused',
    },
    { list: 'is denied', fault: { status: 403 }, reason: 'refused' },
    { list: 'is missing', fault: { status: 404 }, reason: 'cut_short' },
  ])('fails as a whole if the list of one folder $list', async ({ fault, reason }) => {
    server.put('Team/a.md', 'one');
    server.put('Team/sub/b.md', 'two');
    server.fail({ when: /sub\/$/u, ...fault });

    await expect(listAll(await openAsAnna())).rejects.toMatchObject({ reason });
  });

  it('is not asked again for as long as its server says', async () => {
    const headers = { 'Retry-After': '1800' };
    server.fail({ when: /./u, status: 429, headers });

    await expect(listAll(await openAsAnna())).rejects.toMatchObject({
      reason: 'unreachable',
      retryAfterMs: 1_800_000,
    });
  });

  it('requires an account, and its test says so', async () => {
    const checks = [await (await open()).test(signal), await (await openAsAnna()).test(signal)];

    expect(checks.flat().map(({ ok }) => ok)).toEqual([false, false]);
    server.put('Team/a.md', 'one');
    expect((await (await openAsAnna()).test(signal))[0]?.ok).toBe(true);
  });

  it.each([
    'http://10.0.0.1/dav/',
    'https://127.0.0.1/dav/',
    'https://anna:secret@cloud.example/dav/',
    'ftp://cloud.example/',
    'file:///etc/',
    'not an address',
  ])('at %s is refused unless the operator names it', async (url) => {
    const kind = await findKind('webdav');
    const check = () => kind?.check({ settings: { url }, credentials: null }, NO_REACH);

    expect(check).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

describe('a folder of Nextcloud', () => {
  const share = (path: string, [type, who]: [number, string], more: object = {}) => ({
    path,
    share_type: type,
    share_with: who,
    permissions: 1,
    ...more,
  });

  const readers = async () => {
    const { items } = await listAll(await openAsAnna({ rights: 'nextcloud' }));
    return Object.fromEntries(items.map((item) => [item.path, item.readers]));
  };

  it('lets everyone read a file whom it, or a folder above it, is shared with', async () => {
    for (const path of ['hr/pay.md', 'plan.md', 'link.md', 'drop.md', 'from-ben/x.md']) {
      server.put(`Team/${path}`, path);
    }
    const address = { share_with_displayname_unique: 'ben@example.com' };
    server.share(
      [
        share('/Team/hr', [1, 'hr']),
        share('/Team/hr/pay.md', [0, 'ben'], address),
        share('/Team/plan.md', [0, 'cleo'], { share_with_displayname_unique: 'cleo' }),
        share('/Team/plan.md', [4, 'guest@example.com']),
        share('/Team/link.md', [3, 'token']),
        share('/Team/drop.md', [0, 'dora'], { permissions: 4 }),
        share('/Team/h', [1, 'others']),
      ],
      [share('/Team/from-ben', [0, 'anna'])],
    );

    expect(await readers()).toEqual({
      'hr/pay.md': ['email:ben@example.com', 'group:hr'],
      'plan.md': ['subject:cleo', 'email:guest@example.com'],
      'link.md': [],
      'drop.md': [],
      'from-ben/x.md': null,
    });
  });

  it.each([
    ['are denied', { status: 403 }],
    ['are something else', { status: 200, body: '<html/>' }],
    ['have no fields', { status: 200, body: '{"ocs":{"data":[{}]}}' }],
  ])('reports unreadable rights if its shares %s', async (_what, fault) => {
    server.put('Team/plan.md', 'plan');
    server.fail({ when: /\/shares$/u, ...fault });

    expect(await readers()).toEqual({ 'plan.md': null });
  });
});
