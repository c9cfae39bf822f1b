import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runtimeFolder } from '../../../../src/platform/models/local/known-models.js';
import { fetchRuntime } from '../../../../src/platform/models/local/runtime-files.js';

const { platform, arch } = process;
const HERE = `bin/napi-v6/${platform}/${arch}/libonnxruntime.so.1`;
const ELSEWHERE = 'bin/napi-v6/beos/m68k/libonnxruntime.so.1';

let root: string;
let from: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kr-runtime-'));
  [from, folder] = [join(root, 'from'), join(root, 'models')];
  await mkdir(from);
});
afterEach(() => rm(root, { recursive: true }));

/** A tarball as npm makes it: each file after its header, in blocks of 512 bytes. */
const toTarball = (files: Record<string, string>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...Object.entries(files).flatMap(([path, text]) => {
        const header = Buffer.alloc(512);
        header.write(`package/${path}`, 0);
        header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124);
        header.write('0', 156);
        const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
        body.write(text);
        return [header, body];
      }),
      Buffer.alloc(1024),
    ]),
  );

const fetchPacked = async (files: Record<string, string>, integrity?: string) => {
  const tarball = toTarball(files);
  await writeFile(join(from, 'tiny-1.0.0.tgz'), tarball);
  const hash = createHash('sha512').update(tarball).digest('base64');
  const one = { name: 'tiny', version: '1.0.0', integrity: integrity ?? `sha512-${hash}` };
  const printed: string[] = [];
  const { signal } = new AbortController();
  const print = (line: string) => void printed.push(line);
  await fetchRuntime({ folder, print, signal }, { from, packages: [one] });
  return printed;
};

const PACKED = join('node_modules', 'tiny');

describe('the runtime for local models', () => {
  it('is unpacked from a folder, without the libraries for other machines', async () => {
    const long = 'x'.repeat(70_000);
    const printed = await fetchPacked({ 'dist/index.js': long, [HERE]: 'ours', [ELSEWHERE]: 'no' });

    const here = join(runtimeFolder(folder), PACKED);
    expect(await readFile(join(here, 'dist/index.js'), 'utf8')).toBe(long);
    expect(await readFile(join(here, HERE), 'utf8')).toBe('ours');
    expect(await readdir(join(here, 'bin/napi-v6'))).toEqual([platform]);
    expect(await readdir(join(folder, '.runtime'))).toHaveLength(1);
    expect(printed).toHaveLength(1);
  });

  it('is fetched only once', async () => {
    await fetchPacked({ 'index.js': 'first' });

    expect(await fetchPacked({ 'index.js': 'second' })).toEqual([]);
    expect(await readFile(join(runtimeFolder(folder), PACKED, 'index.js'), 'utf8')).toBe('first');
  });

  it('is refused if its hash is wrong, and nothing of it is kept', async () => {
    const fetching = fetchPacked({ 'index.js': 'changed' }, 'sha512-AAAA');

    await expect(fetching).rejects.toThrow(/tiny-1\.0\.0\.tgz has the integrity sha512-.*, not/u);
    expect(await readdir(join(folder, '.runtime'))).toEqual([]);
  });

  it('is refused if a path in it leads out of its folder', async () => {
    await expect(fetchPacked({ '../../../out.js': 'x' })).rejects.toThrow('leads out of it');
    expect(await readdir(join(folder, '.runtime'))).toEqual([]);
  });

  it('is refused if a tarball is missing, and the error names it', async () => {
    const { signal } = new AbortController();
    const fetching = fetchRuntime({ folder, print: () => undefined, signal }, { from });

    await expect(fetching).rejects.toThrow(/onnxruntime-node-1\.\d+\.\d+\.tgz cannot be read/u);
  });
});
