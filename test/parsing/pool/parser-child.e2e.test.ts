import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { createParserPool, type ParserPool } from '../../../src/parsing/pool/parser-pool.js';
import {
  detectConfinement,
  NO_CONFINEMENT,
  type Confinement,
} from '../../../src/platform/isolated/confinement.js';
import { fixturePath, samplePath } from '../../support/parsing.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let folder: string;
let confinement: Confinement;
let outside: Server;

/** The child as an installation has it: compiled, for the compiler that loads sources needs what a confined process has not. */
const compileChild = async (): Promise<void> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/parsing/pool/parser-child.ts'],
    outfile: join(folder, 'dist', 'parser-child.mjs'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-confined-'));
  // As an installation is: its code is readable by every user.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'dist'));
  await cp(fixturePath('prying-child.mjs'), join(folder, 'dist', 'prying-child.mjs'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(await realpath(join(ROOT, 'node_modules')), join(folder, 'node_modules'));
  await writeFile(join(folder, 'secret'), 'of another tenant');
  await compileChild();
  confinement = await detectConfinement({
    root: folder,
    code: ['dist', 'node_modules', 'package.json'],
  });
  outside = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(outside, 'listening');
}, 60_000);

afterAll(async () => {
  outside.close();
  await rm(folder, { recursive: true, force: true });
});

const withPool = async <Result>(
  { child, confined }: { child: string; confined: Confinement },
  work: (pool: ParserPool) => Promise<Result>,
): Promise<Result> => {
  const pool = createParserPool({
    plainTexts: null,
    size: 1,
    perTenant: 1,
    slowSize: 1,
    firstTimeoutMs: 60_000,
    timeoutMs: 60_000,
    maxMemoryMb: 1024,
    chunkTokens: 400,
    confinement: confined,
    entry: pathToFileURL(join(folder, 'dist', child)),
  });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
};

const pry = async (confined: Confinement) => {
  const path = join(folder, 'question');
  const { port } = outside.address() as AddressInfo;
  await writeFile(path, JSON.stringify({ secret: join(folder, 'secret'), port }));
  const { text } = await withPool({ child: 'prying-child.mjs', confined }, (pool) =>
    pool.parse({ path, filename: 'a.txt', owner: { tenantId: 'acme' } }),
  );
  return JSON.parse(text) as Record<string, unknown>;
};

describe('a parser child controlled by a malicious document', () => {
  it('can reach no file, program, thread or environment variable', async () => {
    const seen = await pry(confinement);

    const denied = 'ERR_ACCESS_DENIED';
    expect(seen).toMatchObject({
      anotherFile: denied,
      environmentOfParent: denied,
      written: denied,
      terminal: denied,
      program: denied,
      environment: {},
      thread: confinement.diesWithParent ? denied : expect.any(String),
    });
  }, 60_000);

  it('knows neither the path nor the tenant of its document', async () => {
    const { request } = await pry(confinement);

    expect(request).toEqual(['chunkTokens', 'filename', 'kind', 'ocr']);
  }, 60_000);

  it('is confined from the network and its parent’s user exactly if detection says so', async () => {
    const [open, shut] = [await pry(NO_CONFINEMENT), await pry(confinement)];

    expect(open['socket']).toMatch(/^done/);
    expect(String(shut['socket']).startsWith('done')).toBe(!confinement.holds.network);
    expect(shut['user'] !== process.getuid?.()).toBe(
      confinement.holds.user || confinement.command.includes('--user'),
    );
  }, 60_000);
});

describe('a confined parser child', () => {
  it('reads documents just as an unconfined one does', async () => {
    const names = ['employee-handbook.pdf', 'it-security-policy.docx', 'product-warranty-zh.txt'];
    const read = (confined: Confinement) =>
      withPool({ child: 'parser-child.mjs', confined }, async (pool) => {
        const documents = [];
        for (const filename of names) {
          const file = { path: samplePath(filename), filename, owner: { tenantId: 'acme' } };
          documents.push(await pool.parse(file));
        }
        return documents;
      });

    const [confined, free] = [await read(confinement), await read(NO_CONFINEMENT)];

    expect(confined.map(({ format }) => format)).toEqual(['pdf', 'docx', 'text']);
    expect(confined).toEqual(free);
  }, 120_000);
});
