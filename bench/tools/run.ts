import { BENCHES } from './benches.js';
import { benchTools, type BenchedTool } from './tool-bench.js';

/** The share that must end as expected, of the cases that are to succeed and of those that are to fail. */
const GOAL = 0.976;
const MIN_CASES = 50;

const asked = process.argv.slice(2);
const known = new Set(BENCHES.map(({ tool }) => tool));
const unknown = asked.filter((name) => !known.has(name));
if (unknown.length > 0) {
  const names = [...known].join('|');
  process.stderr.write(`npm run bench:tools -- [${names}]...   not known: ${unknown.join(', ')}\n`);
  process.exit(2);
}

const percent = (tally: BenchedTool['successes']): string =>
  tally.of === 0 ? '–' : `${((100 * tally.right) / tally.of).toFixed(1)} %`;

const tools = await benchTools(
  BENCHES.filter(({ tool }) => asked.length === 0 || asked.includes(tool)),
);
const isBelow = ({ right, of }: BenchedTool['successes']): boolean => right < GOAL * of;
const missesGoal = ({ successes, failures }: BenchedTool): boolean =>
  isBelow(successes) || isBelow(failures) || successes.of + failures.of < MIN_CASES;

console.log('tool                cases   succeeded   failed rightly   slowest');
for (const { tool, successes, failures, slowestMs, problems } of tools) {
  const columns = [
    tool.padEnd(18),
    String(successes.of + failures.of).padStart(6),
    percent(successes).padStart(11),
    percent(failures).padStart(16),
    `${Math.round(slowestMs)} ms`.padStart(9),
  ];
  console.log(columns.join(' '));
  for (const problem of problems) console.log(`    ${problem}`);
}
const missing = tools.filter(missesGoal).map(({ tool }) => tool);
if (missing.length > 0) {
  console.log(`\nBelow ${GOAL * 100} %, or fewer than ${MIN_CASES} cases: ${missing.join(', ')}`);
  process.exitCode = 1;
}
