import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose, type Application } from '../src/compose/index.js';
import { createSilentLogger } from './fakes/silent-logger.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const run = promisify(execFile);

/** The shell blocks of README's first questions and of the walk that goes on from them, as they are written there. */
const readWalk = async (): Promise<string[]> => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const start = readme.split('## Ask from a program')[1]?.split('\n## ')[0] ?? '';
  const walk = await readFile(join(ROOT, 'docs/walk.md'), 'utf8');
  return [...`${start}\n${walk}`.matchAll(/```sh\n([^]*?)```/g)].map((match) => match[1] ?? '');
};

describe('the commands of the README and of docs/walk.md, on the embedded default', () => {
  let folder: string;
  let application: Application;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-readme-'));
    await symlink(join(ROOT, 'demo'), join(folder, 'demo'));
    await symlink(join(ROOT, 'README.md'), join(folder, 'README.md'));
    application = await compose(
      parseConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', METRICS_PORT: '0' }, TOOLS),
      { logger: createSilentLogger(), durability: 'off' },
    );
    ({ url } = await application.serve());
  }, 60_000);

  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('print what the pages say', async () => {
    const script = `set -euo pipefail\n${(await readWalk()).join('\n')}`.replaceAll(
      'http://127.0.0.1:3000',
      url,
    );

    const { stdout } = await run('bash', ['-c', script], { cwd: folder, timeout: 60_000 });

    expect(stdout).toContain('three days a week');
    expect(stdout).toContain('"pageStart":4');
    expect(stdout).toContain('Remote work from abroad');
    expect(stdout).toContain('"apiKey":"kr_');
    expect(stdout).toContain('"email":"ada@example.org"');
    expect(stdout).toContain('"node":"finalize"');
    expect(stdout).toContain('"url":"/v1/files/notes%2FREADME.md"');
    expect(stdout).toContain('# Knowledge Router');
    expect(stdout).toMatch(/event: execution\n[^]*^event: delta\n[^]*^event: answer\n/m);
  }, 90_000);
});
