import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { failureOf, readChecks } from './public/reading-checks.js';
import { readPdf } from './public/read-pdf.js';
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

const printReading = async (folder: string): Promise<void> => {
  const checks = await readChecks(folder);
  const texts = new Map<string, Promise<string>>();
  const textOf = (name: string): Promise<string> => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = readFile(path.join(folder, 'pdfs', name)).then(readPdf);
    texts.set(name, text);
    return text;
  };
  const failures: string[] = [];
  for (const check of checks) {
    const failure = failureOf(check, await textOf(check.pdf));
    if (failure !== null) failures.push(`| ${check.type} | ${check.id} | ${failure} |`);
  }
  const passed = checks.length - failures.length;
  console.log(`${passed} of ${checks.length} checks passed. Those that did not:\n`);
  console.log(['| kind | check | reason |', '| --- | --- | --- |', ...failures].join('\n'));
};

const BENCHMARKS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  citations: printCitations,
  reading: printReading,
};

const [benchmark = '', folder] = positionals;
const print = BENCHMARKS[benchmark];
if (print !== undefined && folder !== undefined) {
  await print(folder);
} else {
  console.error('Usage: npm run bench:public -- citations FOLDER_OF_ATTRIBUTIONBENCH');
  console.error('       npm run bench:public -- reading FOLDER_OF_OLMOCR_BENCH');
  process.exitCode = 1;
}
