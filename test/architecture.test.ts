import { execFile } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { violations } from './support/layer-violations.js';

const repository = fileURLToPath(new URL('..', import.meta.url));
const cruiser = path.join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const rulesFile = path.join(repository, '.dependency-cruiser.cjs');
const folders = [
  'src',
  'workers',
  'config',
  'console/src',
  'packages/client/src',
  'packages/cli/src',
  'packages/langchain/src',
];

const Report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
});

const cruise = async (directory: string): Promise<z.infer<typeof Report>> => {
  const output = path.join(await mkdtemp(path.join(tmpdir(), 'cruise-')), 'report.json');
  try {
    const options = ['--config', rulesFile, '--output-type', 'json', '--output-to', output];
    // The process exits with the number of violations; the report says the same with names.
    await promisify(execFile)(process.execPath, [cruiser, ...options, ...folders], {
      cwd: directory,
    }).catch(() => undefined);
    return Report.parse(JSON.parse(await readFile(output, 'utf8')));
  } finally {
    await rm(path.dirname(output), { recursive: true });
  }
};

const sourceFilesOnDisk = async (): Promise<string[]> => {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(repository, folder), { recursive: true });
      return names.map((name) => path.posix.join(folder, name));
    }),
  );
  return found
    .flat()
    .filter((name) => /\.tsx?$/u.test(name) && !name.startsWith('src/generated/'))
    .sort();
};

describe('the folders of this repository', () => {
  it('import each other in one direction only, in every source file on disk', async () => {
    const onDisk = await sourceFilesOnDisk();

    const report = await cruise(repository);

    const seen = new Set(report.modules.map(({ source }) => source));
    expect(onDisk.length).toBeGreaterThan(40);
    expect(onDisk.filter((file) => !seen.has(file))).toEqual([]);
    expect(report.summary.violations).toEqual([]);
    // Twenty seconds of a quiet machine.
  }, 240_000);
});

describe('the rules about imports', () => {
  let folder: string;
  let found: string[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'layers-'));
    await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
    await copyFile(path.join(repository, 'package.json'), path.join(folder, 'package.json'));
    for (const directory of folders) {
      await mkdir(path.join(folder, directory), { recursive: true });
    }
    for (const { file, imports } of violations) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      const lines = imports.map((specifier) => `import '${specifier}';\n`);
      await writeFile(target, lines.join('') + 'export const planted = true;\n');
    }
    const report = await cruise(folder);
    found = report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  }, 240_000);

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it.each(violations.filter(({ breaks }) => breaks !== undefined))(
    'report a violation of $breaks by $file',
    ({ file, breaks }) => {
      expect(found).toContain(`${String(breaks)}: ${file}`);
    },
  );

  it('allow what they are meant to allow', () => {
    const innocent = violations.filter(({ breaks }) => breaks === undefined);

    const accused = innocent.filter(({ file }) => found.some((line) => line.endsWith(`: ${file}`)));

    expect(accused).toEqual([]);
  });

  it('are each proven by a deliberate violation and explained by a sentence', () => {
    const Rules = z.object({
      forbidden: z.array(z.object({ name: z.string(), comment: z.string().regex(/ .+\.$/) })),
    });

    const { forbidden } = Rules.parse(createRequire(import.meta.url)(rulesFile));

    const proven = new Set(violations.map(({ breaks }) => breaks));
    expect(forbidden.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  });
});
