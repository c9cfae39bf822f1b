import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAskWeb } from '../../src/sources/ask-web.js';
import { CursorLost, type Listed, type OpenSource, type Reach } from '../../src/sources/kind.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { startRelay } from '../../src/sources/kinds/git/relay.js';
import { startGitServer } from '../support/git-server.js';
import { NO_REACH } from '../support/no-reach.js';
import { startWebServer } from '../support/web-server.js';

const { signal } = new AbortController();

let server: Awaited<ReturnType<typeof startGitServer>>;
const opened: OpenSource[] = [];
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clear();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close?.();
});

const reaching = (...origins: string[]): Reach => ({
  ...NO_REACH,
  web: { ...NO_REACH.web, origins },
});

type Given = { url?: string; password?: string; branch?: string; path?: string };

const open = async ({ url = server.url, password, ...settings }: Given = {}) => {
  const kind = await findKind('git');
  const credentials = { ...server.account, password: password ?? server.account.password };
  const reach = reaching(server.origin, new URL(url).origin);
  const source = kind?.open({ settings: { url, ...settings }, credentials }, reach);
  if (!source) throw new Error('The source cannot be opened.');
  opened.push(source);
  return source;
};

const all = async (pieces: AsyncIterable<Listed> | undefined) => {
  const found: Listed[] = [];
  for await (const piece of pieces ?? []) found.push(piece);
  return {
    paths: found.flatMap(({ items }) => items.map(({ path }) => path)),
    findings: found.flatMap(({ findings }) => findings),
    cursor: found.at(-1)?.cursor ?? '',
  };
};

describe('a Git repository as a source', () => {
  it('is read from one branch and one folder, without following links or submodules', async () => {
    server.put('docs/a b "c".md', { text: 'quoted' });
    server.put('docs/ü.md', { text: 'umlaut' });
    server.put('docs/passwd', { text: '/etc/passwd', mode: '120000' });
    server.put('docs/module', { text: '1'.repeat(40), mode: '160000' });
    server.put('docs-2/other.md', { text: 'other' });
    server.commitTo('team/release-1.0');
    server.clear();
    server.put('main.md', { text: 'main' });
    const source = await open({ branch: 'team/release-1.0', path: 'docs' });

    const { paths, findings } = await all(source.list(signal));

    expect(paths).toEqual(['docs/a b "c".md', 'docs/ü.md']);
    expect(findings).toEqual([
      { path: 'docs/module', reason: 'submodule' },
      { path: 'docs/passwd', reason: 'symbolic_link' },
    ]);
    const read = (externalId: string) => source.read({ externalId }, signal).then(text);
    expect(await read('docs/ü.md')).toBe('umlaut');
    for (const path of ['docs', 'docs/none.md', 'main.md', '../x', '--help']) {
      await expect(read(path)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('is asked only for its newest commit while that is unchanged', async () => {
    server.put('a.md', { text: 'one' });
    const { cursor } = await all((await open()).list(signal));
    server.asked.length = 0;

    const again = await all((await open()).changes?.(cursor, signal));

    expect(again).toEqual({ paths: [], findings: [], cursor });
    expect(server.asked.every(({ path }) => !path.includes('fetch'))).toBe(true);
    server.put('b.md', { text: 'two' });
    await expect(all((await open()).changes?.(cursor, signal))).rejects.toThrow(CursorLost);
  });

  it('fetches only one commit of its branch, and only its folder if the server can filter', async () => {
    const large = () => randomBytes(300_000).toString('hex');
    server.put('docs/a.md', { text: large() });
    server.commitTo('main');
    server.put('docs/a.md', { text: 'small' });
    server.put('videos/talk.bin', { text: large() });
    const bytesOf = async (path?: string) => {
      const before = server.sentBytes();
      const source = await open(path === undefined ? {} : { path });
      const { paths } = await all(source.list(signal));
      expect(await source.read({ externalId: 'docs/a.md' }, signal).then(text)).toBe('small');
      return { paths, bytes: server.sentBytes() - before };
    };

    const ofFolder = await bytesOf('docs');
    const ofBranch = await bytesOf();
    server.setFilters(false);
    const unfiltered = await bytesOf('docs');
    server.setFilters(true);

    expect(ofFolder.paths).toEqual(['docs/a.md']);
    expect(ofFolder.bytes).toBeLessThan(20_000);
    expect(ofBranch.bytes).toBeGreaterThan(300_000);
    // Neither the earlier text of the file nor any file twice.
    expect(ofBranch.bytes).toBeLessThan(500_000);
    expect(unfiltered.paths).toEqual(['docs/a.md']);
    expect(unfiltered.bytes).toBeLessThan(500_000);
  });

  it('fails without showing credentials if its password is wrong or its branch does not exist', async () => {
    server.put('a.md', { text: 'one' });
    const refused = await open({ password: 'wrong-password' });
    const branchless = await open({ branch: 'none' });

    const failure = await all(refused.list(signal)).catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'SourceFailed', reason: 'refused' });
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/wrong-password|reader/u);
    expect(await refused.test(signal)).toMatchObject([{ ok: false }]);
    await expect(all(branchless.list(signal))).rejects.toMatchObject({ reason: 'cut_short' });
  });

  it('leaves nothing on disk after it was closed', async () => {
    server.put('a.md', { text: 'one' });
    const source = await open();
    await all(source.list(signal));
    const folders = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('kr-source-git-'));
    const before = await folders();

    await source.close?.();

    const after = await folders();
    expect(before.some((name) => !after.includes(name))).toBe(true);
  });
});

describe('a Git repository that tries to redirect git', () => {
  it('reaches no other address, no other protocol, and nothing that the operator does not allow', async () => {
    const kind = await findKind('git');
    const elsewhere = await startWebServer((_request, response) => {
      response
        .writeHead(302, { Location: `${server.url}/info/refs?service=git-upload-pack` })
        .end();
    });
    const source = await open({ url: elsewhere.url });
    server.asked.length = 0;

    await expect(all(source.list(signal))).rejects.toMatchObject({ reason: 'refused' });
    await elsewhere.close();

    expect(server.asked).toEqual([]);
    const check = (url: string) => () =>
      kind?.check({ settings: { url }, credentials: null }, reaching('http://allowed.internal'));
    for (const url of ['ext::sh -c id', 'file:///srv/repo', 'ssh://host/x', server.url]) {
      expect(check(url)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    }
    for (const branch of ['--upload-pack=id', '../x', 'a..b', 'x@{1}', 'a b']) {
      const given = { settings: { url: 'http://allowed.internal/x', branch }, credentials: null };
      const reach = reaching('http://allowed.internal');
      expect(() => kind?.check(given, reach)).toThrow(
        expect.objectContaining({ code: 'validation_failed' }),
      );
    }
  });
});

describe('the proxy between git and a repository', () => {
  it('passes on only what a fetch needs, with credentials that git does not know', async () => {
    const host = await startWebServer((_request, response) => response.writeHead(200).end('refs'));
    const ask = createAskWeb(reaching(host.url).web);
    const relay = await startRelay({
      ask,
      url: `${host.url}/x.git`,
      authorization: 'Basic secret',
    });
    const get = async (url: string) => (await fetch(url)).status;

    const statuses = [
      await get(`${relay.url}/info/refs?service=git-upload-pack`),
      await get(`${relay.url}/info/refs?service=git-receive-pack`),
      await get(`${relay.url}/config`),
      await get(`${new URL(relay.url).origin}/other/info/refs?service=git-upload-pack`),
    ];
    await relay.close();
    await host.close();

    expect(statuses).toEqual([200, 502, 502, 502]);
    expect(host.requests.map(({ url }) => url)).toEqual([
      '/x.git/info/refs?service=git-upload-pack',
    ]);
    expect(host.requests[0]?.headers).toMatchObject({ authorization: 'Basic secret' });
    expect(relay.url).not.toContain('secret');
  });
});
