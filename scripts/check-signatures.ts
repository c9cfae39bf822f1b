// npm run check:signatures: whether the registry has signed each package that is installed. It fails on a bad or missing signature, and
// says so where nothing could be checked for want of a network.
import { spawnSync } from 'node:child_process';
import { judgeSignatures } from './judge-signatures.js';

const LIMIT_MS = 120_000;

const SAID = {
  good: 'The registry has signed every package that is installed.',
  bad: 'The registry does not vouch for what is installed:',
  unchecked:
    'The signatures of the packages were NOT checked, for the registry or its keys cannot be reached:',
} as const;

const { stdout, error } = spawnSync(
  'npm',
  ['audit', 'signatures', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  { encoding: 'utf8', timeout: LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] },
);
const tookTooLong = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
const { outcome, lines } = tookTooLong
  ? ({ outcome: 'unchecked', lines: ['no answer within two minutes'] } as const)
  : judgeSignatures(stdout);
process.stdout.write([SAID[outcome], ...lines, ''].join('\n'));
process.exitCode = outcome === 'bad' ? 1 : 0;
