import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hashFile } from '../../packages/cli/src/sync/hash.js';
import {
  BULK,
  LIST,
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

describe('a file that changes while it is read', () => {
  it('is sent in its final state', async () => {
    await write('a.md', 'First.');
    let isChanged = false;
    const hash: typeof hashFile = async (path, signal) => {
      const sha256 = await hashFile(path, signal);
      if (!isChanged) await appendFile(path, ' Second.');
      isChanged = true;
      return sha256;
    };

    await sync({}, { hash });

    const { sha256 } = [...api.documents.values()][0]!;
    expect(sha256).toBe(await hashFile(join(root, 'a.md'), new AbortController().signal));
  });

  it('is sent in its new state if it changes between hashing and upload', async () => {
    await write('a.md', 'First.');
    api.hooks.before = async (name) => {
      if (name === LIST) await writeFile(join(root, 'a.md'), 'Second.');
      return undefined;
    };

    const { summary } = await sync();

    expect(summary).toMatchObject({ uploaded: 1, ready: 1, problems: [] });
  });

  it('is reported and left for the next sync if it keeps changing', async () => {
    await write('log.md', 'A line.');
    const hash: typeof hashFile = async (path, signal) => {
      const sha256 = await hashFile(path, signal);
      await appendFile(path, 'Another line.');
      return sha256;
    };

    const { summary, exitCode } = await sync({}, { hash });

    expect(summary.problems).toMatchObject([{ path: 'log.md' }]);
    expect([api.paths(), exitCode]).toEqual([[], 4]);
  });
});

describe('deletions during a sync', () => {
  beforeEach(async () => {
    for (let index = 0; index < 8; index++) await write(`${index}.md`, `Text ${index}.`);
    await sync();
  });

  it('happen only with --delete, and last', async () => {
    await rm(join(root, '0.md'));
    await write('new.md', 'New.');
    const without = await sync();
    await write('newer.md', 'Newer.');
    const order: string[] = [];
    api.hooks.before = async (name) => void order.push(name);

    const { summary } = await sync({ deletes: true });

    expect(without.summary.deleted).toEqual([]);
    expect(summary).toMatchObject({ uploaded: 1, deleted: ['0.md'] });
    expect(order.at(-1)).toBe(BULK);
    expect(api.paths()).not.toContain('0.md');
  });

  it('stop if there are more than --max-delete', async () => {
    for (const index of [0, 1, 2]) await rm(join(root, `${index}.md`));

    const refused = await sync({ deletes: true });
    const allowed = await sync({ deletes: true, maxDelete: { count: 3 } });

    expect(refused).toMatchObject({ exitCode: 4, summary: { deleted: [] } });
    expect(refused.summary.deletionRefused).toContain('3 of 8');
    expect(allowed.summary.deleted).toHaveLength(3);
  });

  it.each([
    {
      after: 'a folder that is empty',
      break: async () => {
        await rm(root, { recursive: true });
        await mkdir(root);
      },
    },
    {
      after: 'a name that is not a path',
      break: async () => {
        await rm(join(root, '0.md'));
        await write('a\nb.md', 'Two lines.');
      },
    },
    {
      after: 'a folder that vanishes on the way',
      break: async () => {
        await rm(join(root, '0.md'));
        await write('new.md', 'New.');
        api.hooks.before = async (name) => {
          if (name === UPLOAD) await rm(root, { recursive: true, force: true });
          return undefined;
        };
      },
    },
  ])('do not happen after $after', async ({ break: breakIt }) => {
    await breakIt();

    const { summary, exitCode, asked } = await sync({ deletes: true, maxDelete: { share: 1 } });

    expect(asked[BULK]).toBeUndefined();
    expect(summary.deletionRefused).toMatch(/nothing is deleted$/);
    expect([api.documents.size >= 8, exitCode]).toEqual([true, 4]);
  });

  it('spare documents that were edited on the server or excluded by an option', async () => {
    await rm(join(root, '0.md'));
    api.documents.get('notes/0.md')!.isEdited = true;

    const { summary } = await sync({ deletes: true, exclude: ['1.md'] });

    expect(summary).toMatchObject({ deleted: [], edited: ['0.md'] });
    expect(api.documents.size).toBe(8);
  });
});

describe('a sync that cannot continue', () => {
  it('reports that its folder does not exist, and sends no request', async () => {
    await rm(root, { recursive: true });

    await expect(sync()).rejects.toThrow('it is not there');

    expect(api.takeAsked()).toEqual({});
  });

  it('stops at a permanent failure of the server, and deletes nothing', async () => {
    await write('a.md', 'A');
    api.hooks.before = async (name) =>
      name === UPLOAD
        ? Response.json(
            { code: 'insufficient_storage', status: 507, detail: 'Full.', requestId: 'r' },
            { status: 507 },
          )
        : undefined;

    await expect(sync({ deletes: true })).rejects.toMatchObject({ code: 'insufficient_storage' });

    expect(api.takeAsked()[BULK]).toBeUndefined();
  });

  it('does not send a folder under a new source name if the stored name is damaged', async () => {
    await write('a.md', 'A');
    await mkdir(join(root, '.knowledge-router'));
    await writeFile(join(root, '.knowledge-router/source.json'), '{"source": ');

    await expect(sync({ source: undefined })).rejects.toThrow('is damaged');
  });

  it('continues if it cannot save its cache, as on a full disk', async () => {
    await write('a.md', 'A');
    const inTheWay = join(folder, 'full');
    await writeFile(inTheWay, '');

    const { summary, noted } = await sync({}, { cacheFolder: join(inTheWay, 'cache') });

    expect(summary).toMatchObject({ uploaded: 1, ready: 1 });
    expect(noted).toContain('could not be saved');
  });
});
