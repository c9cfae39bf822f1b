// npm run test:regressions [-- WORDS]: builds the program with one fault at a time and asks it golden questions. Fails where a run does not
// find the fault, or where it finds one in the program as it stands. With WORDS only the faults whose name holds them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { compileProgram } from '../chaos/compile.js';
import { copyMadeDatabase } from '../test/support/made-database.js';
import { GoldenResults, QUESTIONS } from './regressions/house.js';
import {
  applyChange,
  REGRESSIONS,
  type Change,
  type Regression,
} from './regressions/regressions.js';

const ROOT = join(import.meta.dirname, '..');
const ASK = 'scripts/regressions/ask';
/** A program is killed after this time, because a fault may keep it from answering. */
const LIMIT_MS = 120_000;

type Found = Record<Regression['finds'], string[]>;

const main = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-regressions-'));
  try {
    const clean = Object.values(await askWith(folder, [])).flat();
    let isWell = clean.length === 0;
    tell(isWell, 'the program as it stands', clean);
    const wanted = process.argv[2] ?? '';
    for (const { name, changes, finds } of REGRESSIONS) {
      if (!name.includes(wanted)) continue;
      const found = (await askWith(folder, changes))[finds];
      tell(found.length > 0, `${name} (${finds})`, found);
      isWell &&= found.length > 0;
    }
    process.exitCode = isWell ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const tell = (isWell: boolean, what: string, found: readonly string[]): void => {
  const seen = found.length === 0 ? 'nothing found' : `${found.length}, first ${found[0]}`;
  process.stdout.write(`${isWell ? 'ok  ' : 'FAIL'}  ${what}: ${seen}\n`);
};

/** Runs the program with these changes and returns the results that differ from what is expected. */
const askWith = async (folder: string, changes: readonly Change[]): Promise<Found> => {
  const copy = join(folder, 'copy');
  const dataDir = join(folder, 'data');
  await mkdir(copy);
  await mkdir(dataDir);
  try {
    const changed = new Map<string, string>();
    for (const change of changes) {
      const { file } = change;
      const text = changed.get(file) ?? (await readFile(join(ROOT, file), 'utf8'));
      changed.set(file, applyChange(text, change));
    }
    await compileProgram(copy, { others: [`${ASK}.ts`], changed });
    await copyMadeDatabase(folder, dataDir);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(copy, 'dist', `${ASK}.js`), dataDir],
      { cwd: copy, timeout: LIMIT_MS },
    );
    return toFound(GoldenResults.parse(JSON.parse(stdout)));
  } finally {
    await rm(copy, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
};

const toFound = (results: z.infer<typeof GoldenResults>): Found => ({
  verdicts: results
    .filter(({ verdict }, index) => verdict !== (QUESTIONS[index]?.verdict ?? 'right'))
    .map(({ verdict, question }) => `${verdict}: ${question}`),
  leaks: results
    .filter(({ outcome }) => outcome.leaks.length > 0)
    .map(({ question }) => `leak: ${question}`),
  hits: results
    .filter(({ outcome }) => outcome.isRanked && outcome.hitRank !== 1)
    .map(({ outcome, question }) => `at ${outcome.hitRank ?? 'no place'}: ${question}`),
});

await main();
