import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MIGRATIONS_FOLDER, SCHEMA_FILE } from '../../support/database.js';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../support/print-drift.ts');

type Difference = { exitCode: number; stdout: string };

let folder: string;
let ours: Difference | undefined;
let doctored: Difference | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-drift-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  await mkdir(join(folder, '29990101000000_more'));
  const sql = 'ALTER TABLE users DROP COLUMN timezone;';
  await writeFile(join(folder, '29990101000000_more', 'migration.sql'), sql);
  const { stdout } = await run(process.execPath, [
    // Only the quick compiler: nothing here runs long enough to repay the other.
    '--liftoff-only',
    '--import',
    'tsx',
    SCRIPT,
    SCHEMA_FILE,
    MIGRATIONS_FOLDER,
    folder,
  ]);
  [ours, doctored] = JSON.parse(stdout) as [Difference, Difference];
}, 180_000);

afterAll(() => rm(folder, { recursive: true }));

describe('prisma/migrations', () => {
  it('create exactly the schema that schema.prisma describes', () => {
    expect(ours).toEqual({ exitCode: 0, stdout: '-- This is an empty migration.\n' });
  });

  it('are reported as differing if a column is missing', () => {
    expect(doctored?.exitCode).toBe(2);
    expect(doctored?.stdout).toContain('"timezone" TEXT');
  });
});
