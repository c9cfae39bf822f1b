// Part of npm run check:layers: how many of our files an import drags along. Types cost nothing, and what is loaded by import() is loaded
// when it is needed, so neither counts.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listTests } from '../test/support/speeds.js';

const ROOT = join(import.meta.dirname, '..');

const REPOSITORIES = join(ROOT, 'src/compose/repositories.ts');

/** No more than these, and fewer whenever a change allows it: lower the number then. */
const MOST = { repositories: 82, config: 83, test: 470 };

const main = (): void => {
  const tests = listTests('fast').filter((file) => /^[^.]+\.test\.ts$/u.test(toName(file)));
  const counted = tests.map((file) => ({ file, files: closureOf(file).size }));
  const widest = counted.reduce((most, one) => (one.files > most.files ? one : most));
  const isWell = [
    hold(
      'src/compose/repositories.ts, beside those that it lists,',
      closureOf(REPOSITORIES).size - importedBy(REPOSITORIES).length,
      MOST.repositories,
    ),
    hold('config/index.ts', closureOf(join(ROOT, 'config/index.ts')).size, MOST.config),
    hold(`${relative(ROOT, widest.file)}, the widest fast test,`, widest.files, MOST.test),
  ].every(Boolean);
  if (!isWell) process.exitCode = 1;
};

const toName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

const hold = (what: string, files: number, most: number): boolean => {
  const refusal = files > most ? `: more than ${most}; take from a room what is needed alone` : '';
  process.stdout.write(`${what} loads ${files} files${refusal}\n`);
  return files <= most;
};

/** The file itself and what it imports, directly and by others. */
const closureOf = (file: string): ReadonlySet<string> => {
  const files = new Set([file]);
  // Iterating a set also visits items that are added meanwhile.
  for (const path of files) for (const imported of importedBy(path)) files.add(imported);
  return files;
};

const IMPORT = /^(?:import|export) (?!type )(?:[^'";]*? from )?'(\.[^']+)';$/gmu;

const known = new Map<string, readonly string[]>();

const importedBy = (file: string): readonly string[] => {
  const before = known.get(file);
  if (before !== undefined) return before;
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    const path = join(dirname(file), name);
    return [path.replace(/\.js$/u, '.ts'), path].find((one) => existsSync(one)) ?? [];
  });
  known.set(file, found);
  return found;
};

main();
