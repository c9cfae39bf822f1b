import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { joinLicences, readLicences } from '../scripts/licences.js';

const ROOT = join(import.meta.dirname, '..');
const NAME = 'licences.txt';
/** The console's drawings are copied, so that no package names their licence. */
const ICONS = join(import.meta.dirname, 'src', 'ui', 'icons.licence.txt');
/** At the head of each script, for whoever finds it on a page. */
const BANNER = `/*! Licences of the packages in this file: /${NAME} */\n`;

/** Writes the licences of the packages that a build holds into one file for all builds, and says in each script where it is. */
export const writeNotice = (folder: string): Plugin => {
  let modules: string[] = [];
  return {
    name: 'write-notice',
    apply: 'build',
    generateBundle(_options, bundle) {
      modules = [...this.getModuleIds()].map((id) => id.replace(/^\0|\?.*$/gu, ''));
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = BANNER + file.code;
      }
    },
    closeBundle: async () => {
      const path = join(folder, NAME);
      const before = await readFile(path, 'utf8').catch(() => '');
      const icons = `lucide\n\n${await readFile(ICONS, 'utf8')}`;
      await writeFile(path, joinLicences(before, icons, await readLicences(ROOT, modules)));
    },
  };
};
