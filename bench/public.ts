import { parseArgs } from 'node:util';
import {
  playClaim,
  readClaims,
  scoreClaims,
  type PlayedClaim,
} from './public/attribution-bench.js';

// Benchmarks of others, read from a folder: none of their data is part of this repository.
const { positionals } = parseArgs({ allowPositionals: true });

const printCitations = async (folder: string): Promise<void> => {
  console.log(
    '| claims of | claims | attributable accepted | others accepted | macro-F1 | unchecked |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [name, claims] of await readClaims(folder)) {
    const played = claims.map(playClaim);
    console.log(toLine(name, played));
    for (const origin of new Set(played.map((one) => one.origin))) {
      const own = played.filter((one) => one.origin === origin);
      console.log(toLine(`… ${origin}`, own));
    }
    const { verdicts } = scoreClaims(played);
    const counts = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`);
    console.log(`| … statements: ${counts.join(', ')} | | | | | |`);
  }
};

const toLine = (name: string, played: readonly PlayedClaim[]): string => {
  const { claims, acceptedRight, acceptedWrong, macroF1, unchecked } = scoreClaims(played);
  const figures = [acceptedRight, acceptedWrong, macroF1, unchecked].map((one) => one.toFixed(3));
  return `| ${[name, claims, ...figures].join(' | ')} |`;
};

const [benchmark, folder] = positionals;
if (benchmark === 'citations' && folder !== undefined) {
  await printCitations(folder);
} else {
  console.error('Usage: npm run bench:public -- citations FOLDER_OF_ATTRIBUTIONBENCH');
  process.exitCode = 1;
}
