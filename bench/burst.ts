import { setTimeout as delay } from 'node:timers/promises';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { runConcurrently } from './corpus/run-concurrently.js';
import { median, reportRatio } from './measure.js';
import { startApplication, type BenchApplication } from './start-application.js';

const FILES = 8;
const SENTENCES_PER_FILE = 4_000;
const SEARCHES = 60;
const READINGS = 5;
const BETWEEN_READINGS_MS = 400;
/** Housekeeping of the index and of idle parser children is over by then. */
const REST_MS = 3_000;
const MEBIBYTE = 1024 * 1024;

type Memory = { before: number; after: number };

/** The memory of the whole application after a burst of uploads and searches, against that after one of each. */
export const measureBurst = async (): Promise<void> => {
  const { before, after } = await measureMemory();
  reportRatio({
    goal: 'memory after a burst of uploads and searches',
    ratio: after / before,
    ambitious: '1.3',
    must: '1.5',
    detail: `${(after / MEBIBYTE).toFixed(0)} MiB against ${(before / MEBIBYTE).toFixed(0)} MiB`,
  });
};

export const burstRatios = async () => {
  const { before, after } = await measureMemory();
  return { memoryAfterBurst: after / before };
};

const measureMemory = (): Promise<Memory> =>
  inFolder(async (folder) => {
    const application = await startApplication(folder);
    try {
      await work(application, { files: 1, sentences: 40, searches: 1 });
      const before = await memoryAtRest(application);
      await work(application, { files: FILES, sentences: SENTENCES_PER_FILE, searches: SEARCHES });
      return { before, after: await memoryAtRest(application) };
    } finally {
      await application.stop();
    }
  });

type Load = { files: number; sentences: number; searches: number };

const work = async (
  application: BenchApplication,
  { files, sentences, searches }: Load,
): Promise<void> => {
  const seeds = Array.from({ length: files }, (_unused, index) => files * 100 + index);
  await runConcurrently(seeds, (seed) =>
    application.ingest(new Blob([createProse(seed).paragraph(sentences)]), `prose-${seed}.txt`),
  );
  const prose = createProse(files);
  for (let asked = 0; asked < searches; asked += 1) await application.search(prose.question());
};

const memoryAtRest = async (application: BenchApplication): Promise<number> => {
  await delay(REST_MS);
  const readings: number[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    readings.push((await application.ask('usage')).rssBytes);
    await delay(BETWEEN_READINGS_MS);
  }
  return median(readings);
};
