import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readLastBackup, recordBackup } from '../../../src/platform/files/last-backup.js';

const MONDAY = { finishedAt: new Date('2026-11-23T03:15:00Z'), unreadableFiles: 0 };
const TUESDAY = { finishedAt: new Date('2026-11-24T03:15:00Z'), unreadableFiles: 2 };

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kr-last-backup-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the record of the last backup', () => {
  it('returns the backup that was recorded last, from a file that only its owner can read', async () => {
    await recordBackup(dataDir, MONDAY);
    await recordBackup(dataDir, TUESDAY);

    expect(await readLastBackup(dataDir)).toEqual(TUESDAY);
    const names = await readdir(dataDir);
    expect(names).toEqual(['last-backup.json']);
    expect((await stat(join(dataDir, 'last-backup.json'))).mode & 0o777).toBe(0o600);
  });

  it('is null if there was no backup, and recording creates a missing folder', async () => {
    const folder = join(dataDir, 'new');

    const before = await readLastBackup(folder);
    await recordBackup(folder, MONDAY);

    expect(before).toBeNull();
    expect(await readLastBackup(folder)).toEqual(MONDAY);
  });

  it('cannot be read from a file with any other content', async () => {
    await writeFile(join(dataDir, 'last-backup.json'), '{"finishedAt": "soon"}');

    await expect(readLastBackup(dataDir)).rejects.toThrow();
  });
});
