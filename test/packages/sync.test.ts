import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hashFile } from '../../packages/cli/src/sync/hash.js';
import {
  LIST,
  MANIFEST,
  UPLOAD,
  createSyncedFolder,
  type SyncedFolder,
} from '../support/synced-folder.js';

let folder: string;
let root: string;
let api: SyncedFolder['api'];
let write: SyncedFolder['write'];
let sync: SyncedFolder['sync'];
let close: SyncedFolder['close'];

beforeEach(async () => {
  ({ folder, root, api, write, sync, close } = await createSyncedFolder());
});
afterEach(() => close());

describe('a sync of many files', () => {
  it('sends one request per thousand of 3,000 files, and reads only the one that changed', async () => {
    const paths = Array.from({ length: 3_000 }, (_, index) => `${index % 50}/${index}.md`);
    for (let index = 0; index < 50; index++) await mkdir(join(root, String(index)));
    await Promise.all(
      paths.map(async (path) => {
        await writeFile(join(root, path), path);
        const sha256 = createHash('sha256').update(path).digest('hex');
        api.put({ source: 'notes', path, sha256 });
      }),
    );
    const first = await sync({ waits: false });
    const read: string[] = [];
    const hash: typeof hashFile = (path, signal) => {
      read.push(path);
      return hashFile(path, signal);
    };
    await write('7/7.md', 'Changed.');

    const second = await sync({ waits: false }, { hash });

    expect(first).toMatchObject({ asked: { [MANIFEST]: 3 }, summary: { hashed: 3_000 } });
    expect(second.asked).toEqual({ [MANIFEST]: 4, [UPLOAD]: 1 });
    expect(read).toEqual([join(root, '7/7.md')]);
  }, 120_000);
});

describe('a sync of a folder', () => {
  it('sends new or changed files, and nothing the second time, even without its cache', async () => {
    await write('a.md', 'A');
    await write('deep/b.md', 'B');
    const first = await sync();
    await write('a.md', 'A2');
    const second = await sync();
    await rm(join(folder, 'cache'), { recursive: true });

    const third = await sync();

    expect(first.summary).toMatchObject({ files: 2, uploaded: 2, ready: 2 });
    expect(second.summary).toMatchObject({ same: 1, uploaded: 1, hashed: 1 });
    expect(third.asked).toEqual({ [MANIFEST]: 1 });
    expect(third.exitCode).toBe(0);
  });

  it('sends a file again if it returns to an earlier state', async () => {
    await write('a.md', 'Before.');
    await sync();
    const keys = new Set<unknown>();
    const { fetch } = api;
    api.fetch = (url, init) => {
      const key = new Headers(init?.headers).get('Idempotency-Key');
      if (key !== null) keys.add(key);
      return fetch(url, init);
    };
    await write('a.md', 'After.');
    await sync();
    await write('a.md', 'Before.');

    const { summary } = await sync();

    expect(summary.uploaded).toBe(1);
    expect(keys.size).toBe(2);
  });

  it('skips hidden and excluded files, links to folders or out of the folder, and invalid names', async () => {
    await write('kept.md', 'Kept.');
    await write('.secret/key.md', 'Hidden.');
    await write('drafts/one.md', 'Excluded by the folder.');
    await write('notes.tmp', 'Excluded by an option.');
    await write('back\\slash.md', 'Elsewhere a folder.');
    await write('.knowledge-routerignore', 'drafts/\n');
    await writeFile(join(folder, 'outside.md'), 'Outside.');
    await symlink('..', join(root, 'loop'));
    await symlink('.', join(root, 'self'));
    await symlink('../outside.md', join(root, 'out.md'));
    await symlink('.secret/key.md', join(root, 'shown.md'));
    await symlink('kept.md', join(root, 'again.md'));

    const { summary, exitCode } = await sync({ exclude: ['*.tmp'] });

    expect(api.paths()).toEqual(['again.md', 'kept.md']);
    expect(summary.problems).toMatchObject([{ path: 'back\\slash.md' }]);
    expect(exitCode).toBe(4);
  });

  it('sends only files that match --include', async () => {
    await write('a.md', 'A');
    await write('b.txt', 'B');

    await sync({ include: ['*.md'] });

    expect(api.paths()).toEqual(['a.md']);
  });

  it('gives a folder its own source name once, before any upload', async () => {
    await write('a.md', 'A');
    let stored = '';
    api.hooks.before = async (name) => {
      if (name === UPLOAD)
        stored = await readFile(join(root, '.knowledge-router/source.json'), 'utf8');
      return undefined;
    };

    const first = await sync({ source: undefined });
    const second = await sync({ source: undefined });

    expect(JSON.parse(stored)).toEqual({ source: first.summary.source });
    expect(second.summary).toMatchObject({ source: first.summary.source, same: 1 });
  });

  it('moves the document of a renamed file, and sends nothing', async () => {
    await write('old.md', 'The same words.');
    await sync();
    const [before] = api.documents.values();
    await mkdir(join(root, 'new'));
    await rename(join(root, 'old.md'), join(root, 'new/name.md'));

    const { summary, asked } = await sync();

    expect(summary).toMatchObject({ renamed: 1, uploaded: 0 });
    expect(asked[UPLOAD]).toBeUndefined();
    expect([...api.documents.values()]).toMatchObject([{ id: before?.id, path: 'new/name.md' }]);
  });

  it('waits for files in progress, does not send them again, and counts those that became ready', async () => {
    await write('slow.md', 'Slow.');
    await sync();
    const document = [...api.documents.values()][0]!;
    document.status = 'processing';
    let looks = 0;
    api.hooks.before = async (name) => {
      if (name === MANIFEST && ++looks === 4) document.status = 'ready';
      return undefined;
    };

    const { summary, asked } = await sync();

    expect(summary).toMatchObject({ uploaded: 0, ready: 1, processing: 0 });
    expect(asked[UPLOAD]).toBeUndefined();
  });

  it('sends failed files again only with --retry-failed', async () => {
    await write('bad.md', 'Bad.');
    await sync();
    [...api.documents.values()][0]!.status = 'failed';

    const without = await sync();
    const retried = await sync({ retriesFailed: true });

    expect(without).toMatchObject({ exitCode: 4, summary: { failed: ['bad.md'], uploaded: 0 } });
    expect(retried).toMatchObject({ exitCode: 0, summary: { uploaded: 1, ready: 1 } });
  });

  it('asks once about a file that the server does not accept, and continues with the others', async () => {
    await write('film.bin', 'No text.');
    await write('text.md', 'Text.');
    api.hooks.before = async (name, path) =>
      name === UPLOAD && path === 'film.bin'
        ? Response.json(
            { code: 'unsupported_format', status: 415, detail: 'No.', requestId: 'r' },
            { status: 415 },
          )
        : undefined;

    const first = await sync();
    const second = await sync();

    expect(api.paths()).toEqual(['text.md']);
    expect([first.exitCode, second.exitCode]).toEqual([4, 4]);
    expect(second.asked[UPLOAD]).toBeUndefined();
    expect(second.summary.refused).toMatchObject([{ path: 'film.bin' }]);
  });

  it('reports documents that were edited on the server, and replaces them only with --overwrite', async () => {
    await write('a.md', 'Mine.');
    await sync();
    const document = [...api.documents.values()][0]!;
    Object.assign(document, { sha256: '0'.repeat(64), isEdited: true });

    const kept = await sync();
    const overwritten = await sync({ overwrites: true });

    expect(kept).toMatchObject({ exitCode: 4, summary: { edited: ['a.md'], uploaded: 0 } });
    expect(overwritten).toMatchObject({ exitCode: 0, summary: { uploaded: 1 } });
  });

  it('prints what it would do with --dry-run, and does nothing', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.md`, name);
    await sync();
    await rename(join(root, 'a.md'), join(root, 'moved.md'));
    await rm(join(root, 'b.md'));
    await write('new.md', 'New.');

    const { printed, asked } = await sync({ isDryRun: true, deletes: true });

    expect(printed.trim().split('\n')).toEqual([
      'rename  a.md  moved.md',
      'upload  new.md',
      'delete  b.md',
    ]);
    expect(asked).toEqual({ [MANIFEST]: 1, [LIST]: 1 });
  });
});
