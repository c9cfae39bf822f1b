import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runOnce } from './one-run.js';
import { parseOptions, USAGE, type Options } from './options.js';
import { printOutcome } from './print-outcome.js';

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const readOptions = (): Options => {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
};

const options = readOptions();
tell(`seed ${options.seed}${options.without === null ? '' : `, without ${options.without}`}`);
let isWell = true;
for (const stores of options.stores) {
  const outcome = await runOnce(options, stores, tell);
  const isGood = printOutcome(outcome, tell);
  // Ledger and logs are kept only when something has to be investigated.
  if (isGood) await rm(dirname(outcome.ledgerFile), { recursive: true, force: true });
  isWell = isWell && isGood;
}
process.exit(isWell ? 0 : 1);
