import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mountSmallDisk } from '../../chaos/small-disk.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { runCommand } from '../support/command-line.js';
import { required } from '../support/installed.js';

const folder = await mkdtemp(join(tmpdir(), 'kr-full-'));
const mounted = await mountSmallDisk(join(folder, 'disk'), 1);
const disk = required(mounted.isItsOwn ? mounted : undefined, {
  name: 'right to mount a disk',
  leftOut: 'the command line is not tried on a full one.',
});

let application: TestApplication;
let adminKey: string;

beforeAll(async () => {
  if (disk === undefined) return;
  application = await startApplication({ variables: { INGESTION_WORKER: 'separate' } });
  ({ adminKey } = await application.tenant());
}, 120_000);
afterAll(async () => {
  await mounted.close();
  if (disk !== undefined) await application.close();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = disk === undefined ? describe.skip : describe;

onDisk('the command line on a full disk', () => {
  const config = () => join(mounted.folder, 'knowledge-router/config.json');
  const variables = () => ({
    XDG_CONFIG_HOME: mounted.folder,
    XDG_CACHE_HOME: join(mounted.folder, 'cache'),
  });
  const signIn = (url: string) =>
    runCommand(['login', url], { variables: variables(), stdin: adminKey });

  beforeEach(async () => {
    await mounted.free();
    await signIn(application.url);
    await mkdir(join(folder, 'files'), { recursive: true });
  });
  afterEach(async () => {
    await mounted.free();
    await rm(join(folder, 'files'), { recursive: true });
  });

  it('keeps the sign-in that there was, says why there is no new one, and leaves no half', async () => {
    const before = await readFile(config(), 'utf8');
    await mounted.fill();

    const { exitCode, stdout, stderr } = await signIn(`${application.url}/`);

    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`knowledge-router: ${config()} cannot be written: the disk is full.\n`);
    expect(await readFile(config(), 'utf8')).toBe(before);
    expect(await readdir(dirname(config()))).toEqual(['config.json']);
  });

  it('syncs without remembering, and sends nothing twice', async () => {
    const file = join(folder, 'files/a.md');
    await writeFile(file, 'A text.');
    // What was written moments ago is not remembered anyway.
    await utimes(file, 1_700_000_000, 1_700_000_000);
    await mounted.fill();
    const args = ['sync', join(folder, 'files'), '--no-wait', '--json'];

    const first = await runCommand(args, { variables: variables() });
    const second = await runCommand(args, { variables: variables() });

    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    expect(JSON.parse(first.stdout)).toMatchObject({ uploaded: 1 });
    expect(JSON.parse(second.stdout)).toMatchObject({ uploaded: 0 });
    expect(first.stderr).toContain('What was read is not remembered: the disk is full.');
  });

  it('sends nothing of a folder that cannot keep its name', async () => {
    const root = join(mounted.folder, 'notes');
    await mkdir(join(root, '.knowledge-router'), { recursive: true });
    await writeFile(join(root, 'b.md'), 'Another text.');
    await mounted.fill();

    const { exitCode, stderr } = await runCommand(['sync', root, '--no-wait'], {
      variables: variables(),
    });

    const listed = await application.call('GET', '/v1/documents?title=b', { key: adminKey });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('(the disk is full): name the source with --source.');
    expect(listed.text).not.toContain('b.md');
    expect(await readdir(join(root, '.knowledge-router'))).toEqual([]);
  });
});
