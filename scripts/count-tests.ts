// tsx scripts/count-tests.ts REPORT …: prints how many tests in Jest's reports passed, failed and were skipped, in this order.
import { readFile } from 'node:fs/promises';
import { countTests, Report } from './test-report.js';

const texts = await Promise.all(process.argv.slice(2).map((path) => readFile(path, 'utf8')));
const { passed, failed, leftOut } = countTests(texts.map((text) => Report.parse(JSON.parse(text))));
process.stdout.write(`${passed} ${failed} ${leftOut}\n`);
