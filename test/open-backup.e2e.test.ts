import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { openBackup } from '../src/compose/backup.js';
import { readLastBackup } from '../src/platform/files/last-backup.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from './support/api-over-database.js';

let served: ApiOverDatabase;
let folder: string;

beforeAll(async () => {
  served = await serveApiOverDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kr-last-backup-'));
});

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (dataDir: string, lines: string[] = []) => {
  const { url, migrationUrl } = served.urls;
  const config = parseConfig(
    {
      DATABASE_URL: url,
      DATABASE_MIGRATION_URL: migrationUrl,
      DATA_DIR: dataDir,
      BOOTSTRAP_OPERATOR_KEY: served.operatorKey,
    },
    TOOLS,
  );
  return openBackup(config, {
    report: (line) => lines.push(line),
    signal: new AbortController().signal,
    isExpected: true,
  });
};

describe('the time of the last backup', () => {
  it('is stored in the data folder by a completed backup, but not by an export or a failed backup', async () => {
    const { slug } = await createTenantOverApi(served);
    const dataDir = join(folder, 'data');
    const backup = await open(dataDir);

    await backup.exportTenant(slug, join(folder, 'export'));
    await expect(backup.backUp(join(folder, 'export'))).rejects.toThrow('is not empty');
    const before = await readLastBackup(dataDir);
    await backup.backUp(join(folder, 'backup'));
    const after = await readLastBackup(dataDir);
    await backup.close();

    expect(before).toBeNull();
    expect(after).toMatchObject({ unreadableFiles: 0, finishedAt: expect.any(Date) });
  }, 60_000);

  it('is reported if it cannot be stored, and the backup is complete nevertheless', async () => {
    const dataDir = join(folder, 'unkept');
    const lines: string[] = [];
    const backup = await open(dataDir, lines);
    await rm(dataDir, { recursive: true, force: true });
    await writeFile(dataDir, 'a file in the place of the folder');

    const { unreadable } = await backup.backUp(join(folder, 'unkept-backup'));
    await backup.close();

    expect(unreadable).toBe(0);
    expect(lines.at(-1)).toMatch(/^Its time could not be kept in .*unkept/);
  }, 60_000);
});
