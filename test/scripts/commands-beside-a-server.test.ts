import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(
  JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')),
);

/** The exit code of what npm runs before the command, where there is no npm: 127 is what a shell says of a program that it does not find. */
const before = (command: string, folder: string): number | null =>
  spawnSync('/bin/sh', ['-c', scripts[`pre${command}`] ?? 'exit 1'], {
    cwd: folder,
    env: { PATH: '/nowhere' },
  }).status;

describe.each(['doctor', 'model', 'backup', 'restore', 'export', 'import', 'admin-key'])(
  'npm run %s',
  (command) => {
    it('does not rebuild a dist/ that a server may be running from', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kr-commands-'));
      await mkdir(join(folder, 'dist/workers'), { recursive: true });

      expect(before(command, folder)).toBe(0);
    });

    it('compiles the program first if there is no dist/ folder', async () => {
      expect(before(command, await mkdtemp(join(tmpdir(), 'kr-commands-')))).toBe(127);
    });
  },
);
