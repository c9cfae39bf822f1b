import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withArchivedFiles } from '../../src/parsing/archive-files.js';
import { fixturePath, parseBytes, parseFile } from './parsing.js';

/** The files of a folder of `programs` that have what a person sees in them in a file beside them, and both paths of each. */
export const filesWithSeen = (folder: string): { file: string; path: string; seen: string }[] => {
  const paths = readdirSync(fixturePath(`programs/${folder}`));
  return paths
    .filter((name) => name.endsWith(SEEN))
    .map((name) => name.slice(0, -SEEN.length))
    .map((file) => {
      const path = fixturePath(`programs/${folder}/${file}`);
      return { file, path, seen: path + SEEN };
    });
};

const SEEN = '.seen';

/** The text of a document, of a mailbox the names and texts of its mails, and below it what was said to be left out. */
export const shownIn = async (path: string): Promise<string> => {
  if (path.endsWith('.mbox')) return withArchivedFiles(path, (files) => mailsOf(files));
  const { text, warnings } = await parseFile(path, basename(path));
  return [text, ...warnings.map(({ code, detail }) => `(${code}) ${detail}`), ''].join('\n');
};

type Files = Parameters<Parameters<typeof withArchivedFiles>[1]>[0];

const mailsOf = async (files: Files): Promise<string> => {
  const shown: string[] = [];
  for (const file of files) {
    if (!('open' in file)) throw new Error(`${file.path} was refused`);
    const { text } = await parseBytes(await buffer(await file.open()), file.path);
    shown.push(`== ${file.path}\n${text}\n`);
  }
  return shown.join('');
};
