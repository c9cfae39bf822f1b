import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'config', 'workers', 'chaos'];

const compileFile = async (file: string, folder: string): Promise<void> => {
  const { code } = await transformFile(join(ROOT, file), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  const target = join(folder, file.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
};

/**
 * A copy of the program in JavaScript: a process that is killed thirty times starts in half the time, and what is changed in the
 * sources during a run is not in it.
 */
export const compileProgram = async (folder: string): Promise<void> => {
  for (const name of FOLDERS) {
    const files = await readdir(join(ROOT, name), { recursive: true });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    await Promise.all(sources.map((file) => compileFile(join(name, file), folder)));
    // Scripts for browsers are sent as they are.
    const scripts = files.filter((file) => file.endsWith('.js')).map((file) => join(name, file));
    await Promise.all(scripts.map((file) => copyFile(join(ROOT, file), join(folder, file))));
  }
  for (const name of ['node_modules', 'prisma', 'package.json']) {
    await symlink(join(ROOT, name), join(folder, name));
  }
};
