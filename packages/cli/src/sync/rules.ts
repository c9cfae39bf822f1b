import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';
import { CliError } from '../failures.js';
import { isMissing } from '../fields.js';
import { toMessage } from './messages.js';

const FILE = '.knowledge-routerignore';

export type Rules = {
  isExcluded: (path: string, kind: { isFolder: boolean }) => boolean;
  isIncluded: (path: string) => boolean;
};

type Given = { include: readonly string[]; exclude: readonly string[] };

/** The rules of a folder: its own file and what was given, both in the syntax of .gitignore. */
export const readRules = async (root: string, { include, exclude }: Given): Promise<Rules> => {
  const own = await readFile(join(root, FILE), 'utf8').catch((error: unknown) => {
    // Rules that cannot be read may be those that keep something back.
    if (!isMissing(error)) throw new CliError(`${FILE} cannot be read: ${toMessage(error)}.`);
    return '';
  });
  const excluding = ignore()
    .add(own)
    .add([...exclude]);
  const including = include.length === 0 ? null : ignore().add([...include]);
  return {
    isExcluded: (path, { isFolder }) => excluding.ignores(isFolder ? `${path}/` : path),
    isIncluded: (path) => including?.ignores(path) ?? true,
  };
};
