import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../shared/errors.js';
import { RUNTIME, runtimeFolder, type PinnedPackage } from './known-models.js';

type Files = {
  /** The folder of all local models. */
  folder: string;
  print: (line: string) => void;
  signal: AbortSignal;
};

type Fetching = {
  /** A folder with the tarballs, named as by `npm pack`; by default npm downloads them. */
  from?: string | undefined;
  packages?: readonly PinnedPackage[];
};

/**
 * Installs the runtime of local models unless it is present: byte for byte the version that this release was built with, limited to what
 * this machine needs.
 */
export const fetchRuntime = async (
  { folder, print, signal }: Files,
  { from, packages = RUNTIME }: Fetching = {},
): Promise<void> => {
  const target = runtimeFolder(folder);
  if (existsSync(target)) return;
  // The folder's name has the process id, because another process may be fetching the same files.
  const part = `${target}.${process.pid}.part`;
  const packed = join(part, 'packed');
  try {
    await mkdir(packed, { recursive: true });
    if (from === undefined) await pack(packages, { into: packed, signal });
    for (const one of packages) {
      const tarball = join(from ?? packed, `${one.name}-${one.version}.tgz`);
      await requireIntegrity(tarball, one);
      await unpack(tarball, join(part, 'node_modules', one.name));
    }
    await rm(packed, { recursive: true });
    await rename(part, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
    print(`The runtime of local models is in ${target}.`);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
};

/** Through npm, which uses this machine's registry, proxy and certificates. */
const pack = async (
  packages: readonly PinnedPackage[],
  { into, signal }: { into: string; signal: AbortSignal },
): Promise<void> => {
  const names = packages.map(({ name, version }) => `${name}@${version}`);
  const args = ['pack', ...names, '--pack-destination', into, '--ignore-scripts', '--silent'];
  // Windows needs a shell, because npm is a script there.
  const options = { cwd: into, signal, shell: process.platform === 'win32' };
  await promisify(execFile)('npm', args, options).catch((cause: unknown) => {
    const advice = `run npm pack ${names.join(' ')} elsewhere, and name its folder with --from`;
    throw refuse(`npm does not get it; ${advice}`, cause);
  });
};

const requireIntegrity = async (tarball: string, { integrity }: PinnedPackage): Promise<void> => {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash).catch((cause: unknown) => {
    throw refuse(`${tarball} cannot be read`, cause);
  });
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) throw refuse(`${tarball} has the integrity ${found}, not ${integrity}`);
};

/** Libraries for other machines make up most of the package. */
const isForThisMachine = (path: string): boolean =>
  !path.startsWith('bin/') || path.startsWith(`bin/napi-v6/${process.platform}/${process.arch}/`);

const unpack = (tarball: string, into: string): Promise<void> =>
  pipeline(
    createReadStream(tarball),
    createGunzip(),
    async (bytes: AsyncIterable<Buffer>): Promise<void> => {
      const reader = createReader(bytes);
      for (;;) {
        const header = await reader.takeAll(BLOCK);
        if (header.length < BLOCK || header[0] === 0) return;
        const { path, size, isFile } = parseHeader(header);
        const isWanted = isFile && isForThisMachine(path);
        if (isWanted) await write(join(into, path), reader.take(size));
        else await reader.skip(size);
        await reader.skip((BLOCK - (size % BLOCK)) % BLOCK);
      }
    },
  );

const write = async (path: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(bytes, createWriteStream(path));
};

/** A tarball consists of blocks of this size: a header, then the blocks of its file. */
const BLOCK = 512;
const REGULAR = new Set(['0', '\0']);

/** The path without the folder that npm packs everything into. */
const parseHeader = (header: Buffer) => {
  const text = (start: number, length: number): string =>
    header.toString('utf8', start, start + length).replace(/\0[^]*$/u, '');
  const [name, prefix] = [text(0, 100), text(345, 155)];
  const path = (prefix === '' ? name : `${prefix}/${name}`).split('/').slice(1);
  if (path.includes('..')) throw refuse('a tarball has a path that leads out of it');
  const isFile = REGULAR.has(header.toString('latin1', 156, 157));
  return { path: path.join('/'), size: Number.parseInt(text(124, 12), 8) || 0, isFile };
};

const createReader = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    take,
    /** Returns the number of bytes that were skipped. */
    skip: async (count: number): Promise<number> => {
      let skipped = 0;
      for await (const piece of take(count)) skipped += piece.length;
      return skipped;
    },
    /** Returns fewer bytes at the end of the stream. */
    takeAll: async (count: number): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      for await (const piece of take(count)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
};

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('model_unavailable', `Not fetched: ${problem}.`, { cause });
