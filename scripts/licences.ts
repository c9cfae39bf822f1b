import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

const RULE = `\n${'-'.repeat(80)}\n\n`;
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u;

/** Reads the licences that the authors of the packages ask to be handed on with their code; paths are of files of these packages, absolute or below the root. */
export const readLicences = async (root: string, paths: readonly string[]): Promise<string> => {
  const folders = new Map(
    paths.flatMap((path) => {
      const folder = PACKAGE_FOLDER.exec(path)?.[0];
      if (folder === undefined) return [];
      const name = folder.split('node_modules/').at(-1) ?? folder;
      return [[name, isAbsolute(folder) ? folder : join(root, folder)] as const];
    }),
  );
  const names = [...folders.keys()].sort();
  const texts = names.map(async (name) => `${name}\n\n${await readOne(folders.get(name) ?? '')}`);
  return (await Promise.all(texts)).join(RULE);
};

/** Two notices as one, each package once. */
export const joinLicences = (...notices: readonly string[]): string => {
  const parts = notices.flatMap((notice) => notice.split(RULE)).filter((part) => part !== '');
  const byName = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
  return [...byName]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, part]) => part)
    .join(RULE);
};

const readOne = async (folder: string): Promise<string> => {
  const files = await readdir(folder);
  const file = files.find((name) => /^licen[cs]e/iu.test(name));
  if (file !== undefined) return readFile(join(folder, file), 'utf8');
  return `(no text of its own; package.json says: ${await readLicenceName(folder)})\n`;
};

const readLicenceName = async (folder: string): Promise<string> => {
  const found: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const named = typeof found === 'object' && found !== null && 'license' in found;
  return named && typeof found.license === 'string' ? found.license : 'nothing';
};
