import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SAMPLES, startApplication, type TestApplication } from '../support/application.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HANDBOOK = join(SAMPLES, 'employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';
const PACKAGES = ['client', 'langchain', 'cli'];
/** Packages that an installation brings along; here they are those of this repository. */
const INSTALLED = [
  '@langchain',
  '@types',
  'tsx',
  'typescript',
  '@clack',
  'commander',
  'chokidar',
  'ignore',
];

const Packed = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

let application: TestApplication;
let folder: string;
let env: NodeJS.ProcessEnv;
const contents = new Map<string, string[]>();

const run = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
  const options = { cwd, timeout: 120_000, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
};

/** Packs a package as it would be published and installs it. */
const install = async (name: string): Promise<void> => {
  const source = join(ROOT, 'packages', name);
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = Packed.parse(JSON.parse(await run('npm', options, source)));
  contents.set(
    name,
    packed.files.map(({ path }) => path),
  );
  const { name: installedAs } = z
    .object({ name: z.string() })
    .parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const target = join(folder, 'node_modules', installedAs);
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components=1']);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-published-'));
  await run('npm', ['run', '--silent', 'build:packages'], ROOT);
  await mkdir(join(folder, 'node_modules'));
  for (const name of INSTALLED) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of PACKAGES) await install(name);
  await cp(join(ROOT, 'examples/client/ask.ts'), join(folder, 'client.ts'));
  await cp(join(ROOT, 'examples/langchain/ask.ts'), join(folder, 'langchain.ts'));
  application = await startApplication();
  const { adminKey } = await application.tenant();
  env = { KNOWLEDGE_ROUTER_URL: application.url, KNOWLEDGE_ROUTER_API_KEY: adminKey };
}, 180_000);
afterAll(async () => {
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

const TSX = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href;

const example = (file: string, ...args: string[]) =>
  run(process.execPath, ['--import', TSX, join(folder, file), ...args]);

describe('the types of the client', () => {
  it('match the current API', async () => {
    await run('npm', ['run', '--silent', 'client:types', '--', '--check'], ROOT);
  }, 60_000);
});

describe('the published packages', () => {
  it.each(PACKAGES)('%s contains only its build, its types and its README', (name) => {
    const others = (contents.get(name) ?? []).filter(
      (path) => !/^dist\/([\w-]+\/)?[\w-]+(\.d)?\.[jt]s$/.test(path),
    );

    expect(contents.get(name)).toContain(name === 'cli' ? 'dist/main.js' : 'dist/index.d.ts');
    expect(others.sort()).toEqual(['README.md', 'package.json']);
  });

  it('have types that let the examples do without casts', async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'NodeNext',
      target: 'ES2023',
      types: ['node'],
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    };
    const project = {
      compilerOptions: { ...compilerOptions, skipLibCheck: true },
      include: ['*.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));

    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  }, 120_000);

  it("upload, wait, ask, search, list and handle an error in the client's example", async () => {
    const printed = await example('client.ts', HANDBOOK, QUESTION);

    expect(printed).toContain('three days a week');
    expect(printed).toMatch(/^\[1\] Employee Handbook.*, p\. 4: “.*three days/m);
    expect(printed).toMatch(/^best passage: Employee Handbook/m);
    expect(printed).toMatch(/^ready Employee Handbook/m);
    expect(printed.trim()).toMatch(/^404 not_found$/m);
  }, 120_000);

  it('find passages in the example for LangChain', async () => {
    await expect(example('langchain.ts', QUESTION)).resolves.toMatch(
      /^Employee Handbook.*, p\. 4: .*three days/ms,
    );
  }, 60_000);

  it("sync a folder, ask and list in the command line's example", async () => {
    const notes = join(folder, 'notes');
    await mkdir(notes);
    await writeFile(join(notes, 'parking.md'), '# Parking\n\nCars park behind the mill.');
    const program = join(folder, 'node_modules/knowledge-router/dist/main.js');
    // npm does this with what a package names in `bin`.
    await chmod(program, 0o755);
    await symlink(program, join(folder, 'knowledge-router'));
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    env = { ...env, PATH, XDG_CACHE_HOME: join(folder, 'cache') };

    const script = join(ROOT, 'examples/cli/sync-and-ask.sh');
    const printed = await run('bash', [script, notes, 'Where do cars park?']);

    expect(printed).toMatch(/^1 files, 1 uploaded, 1 became ready$/m);
    expect(printed).toMatch(/^\[1\] Parking.*: “.*behind the mill/m);
  }, 120_000);
});
