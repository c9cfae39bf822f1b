import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinLicences, readLicences } from '../../scripts/licences.js';

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'licences-'));
  const made = join(root, 'node_modules', '@made', 'one');
  const bare = join(root, 'node_modules', 'bare');
  await mkdir(made, { recursive: true });
  await mkdir(bare, { recursive: true });
  await writeFile(join(made, 'LICENSE.md'), 'Do what you like.\n');
  await writeFile(join(bare, 'package.json'), '{"license": "ISC"}');
});

afterAll(() => rm(root, { recursive: true }));

describe('the licence notice of a build', () => {
  it('contains the licence of each package once, with its name', async () => {
    const files = ['node_modules/@made/one/a.js', 'node_modules/@made/one/b.js', 'src/ours.ts'];

    expect(await readLicences(root, files)).toBe('@made/one\n\nDo what you like.\n');
  });

  it('names the licence of a package that contains no licence text', async () => {
    const notice = await readLicences(root, [join(root, 'node_modules/bare/index.js')]);

    expect(notice).toBe('bare\n\n(no text of its own; package.json says: ISC)\n');
  });

  it('is merged with that of another build, each package once', async () => {
    const one = await readLicences(root, ['node_modules/@made/one/a.js']);
    const both = await readLicences(root, [
      'node_modules/bare/b.js',
      'node_modules/@made/one/a.js',
    ]);

    expect(joinLicences('', one)).toBe(one);
    expect(joinLicences(one, both)).toBe(both);
  });
});
