import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { renderLanguageTable } from './language-table.js';

await writeFile(
  new URL('../docs/languages.md', import.meta.url),
  await format(renderLanguageTable(), { parser: 'markdown', printWidth: 100 }),
);
