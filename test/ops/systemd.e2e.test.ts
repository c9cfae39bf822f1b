import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Environment } from '../../config/env.js';
import { findProgramOfTests } from '../support/installed.js';

const FOLDER = join(import.meta.dirname, '../../ops/systemd');
const UNITS = (await readdir(FOLDER)).filter((name) => name.endsWith('.service'));
const ENTRY = /^ExecStart=\/usr\/bin\/env node dist\/(\S+)\.js$/mu;

const analyze = findProgramOfTests('systemd-analyze', 'the units are only read.');

const read = (unit: string) => readFile(join(FOLDER, unit), 'utf8');

describe.each(UNITS)('%s', (unit) => {
  it('starts a file that our build produces', async () => {
    const [, entry = ''] = ENTRY.exec(await read(unit)) ?? [];

    expect(await readFile(join(FOLDER, '../..', `${entry}.ts`), 'utf8')).not.toBe('');
  });

  it('sets only variables that exist, and no secrets', async () => {
    const lines = (await read(unit)).matchAll(/^Environment=(.*)$/gmu);
    const names = [...lines].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );

    expect(names).toContain('DATA_DIR');
    // Read by the C library, and not by us.
    const ours = names.filter((name) => name !== 'MALLOC_ARENA_MAX');
    expect(ours.filter((name) => !(name in Environment.shape))).toEqual([]);
    expect(names.filter((name) => /URL|KEY|TOKEN/u.test(name))).toEqual([]);
  });

  if (analyze !== undefined) {
    it('is accepted by systemd without warnings', async () => {
      const checked = await promisify(execFile)(analyze, ['verify', join(FOLDER, unit)]);

      expect(checked.stderr).toBe('');
    });

    it('exposes at most a fifth of what systemd can restrict', async () => {
      const args = ['security', '--offline=true', '--threshold=20', join(FOLDER, unit)];

      const { stdout } = await promisify(execFile)(analyze, args);

      expect(stdout).toContain('Overall exposure level');
    });
  }
});

describe('the systemd units', () => {
  it("pass the owner's password only to the migrations", async () => {
    const units = await Promise.all(UNITS.map(async (unit) => ({ unit, text: await read(unit) })));

    expect(units.filter(({ text }) => text.includes('owner.env')).map(({ unit }) => unit)).toEqual([
      'knowledge-router-migrate.service',
    ]);
  });
});
