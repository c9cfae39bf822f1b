import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inFolder } from './in-folder.js';
import { writeBigFiles, type BigFile } from './corpus/big-files.js';
import { writeCorpus } from './corpus/write-corpus.js';
import { startApplication, type BenchApplication } from './start-application.js';

const SAMPLE_MS = 200;
const IDLE_MS = 3_000;
const MEBIBYTE = 1024 * 1024;
const BOUNDS = { delayMs: { ambitious: 20, must: 50 }, growthMb: { ambitious: 64, must: 128 } };

/** Measures what a large upload, read and indexed by the same process, does to the API's event loop and memory. */
export const measureBigFiles = (): Promise<void> =>
  inFolder(async (folder) => {
    const api = await startApplication(join(folder, 'data'));
    try {
      const [warmUp] = await writeCorpus(join(folder, 'corpus'));
      if (warmUp) await ingest(api, warmUp.path);
      await api.ask('reset');
      await delay(IDLE_MS);
      const idle = await api.ask('usage');
      process.stdout.write(`event loop at rest: p99 ${idle.delayP99Ms.toFixed(1)} ms\n`);
      for (const file of await writeBigFiles(folder)) await measureFile(api, file);
    } finally {
      await api.stop();
    }
  });

const ingest = async (api: BenchApplication, path: string): Promise<void> => {
  await api.ingest(await openAsBlob(path), 'big.pdf');
};

/** The most memory the process held while the work ran. */
const peakWhile = async (api: BenchApplication, work: Promise<void>): Promise<number> => {
  const ended = new AbortController();
  const working = work.finally(() => {
    ended.abort();
  });
  let peak = 0;
  while (!ended.signal.aborted) {
    peak = Math.max(peak, (await api.ask('usage')).rssBytes);
    await delay(SAMPLE_MS);
  }
  await working;
  return peak;
};

const measureFile = async (api: BenchApplication, file: BigFile): Promise<void> => {
  const before = await api.ask('reset');
  const startedAt = performance.now();
  const peak = await peakWhile(api, ingest(api, file.path));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await api.ask('usage');
  const growth = (peak - before.rssBytes) / MEBIBYTE;
  const name = file.name.padEnd(18);
  const size = `${(file.bytes / MEBIBYTE).toFixed(0)} MiB in ${seconds.toFixed(1)} s`;
  const { delayMs, growthMb } = BOUNDS;
  process.stdout.write(
    `${name} event loop p99 ${after.delayP99Ms.toFixed(1)} ms, longest ${after.delayMaxMs.toFixed(0)} ms   (ambitious ${delayMs.ambitious}, must ${delayMs.must})   ${size}\n` +
      `${name} memory +${growth.toFixed(0)} MiB on ${(before.rssBytes / MEBIBYTE).toFixed(0)} MiB   (ambitious ${growthMb.ambitious}, must ${growthMb.must})\n`,
  );
};
