import { readFile, writeFile } from 'node:fs/promises';
import { renderThirdParty } from './third-party.js';

const lock: unknown = JSON.parse(
  await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'),
);
await writeFile(new URL('../THIRD-PARTY.md', import.meta.url), renderThirdParty(lock));
