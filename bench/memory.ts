import { latencies, median, reportRatio, startServer, type BenchServer } from './measure.js';

const FIRST_TURNS = 5_000;
const ALL_TURNS = 50_000;
const CONCURRENCY = 8;
const SAMPLES = 5;
const TURNS_BETWEEN_SAMPLES = 100;
const MEBIBYTE = 1024 * 1024;

/** Measures the memory of a process after 50,000 turns, against that after 5,000. */
export const measureMemory = async (): Promise<void> => {
  const server = await startServer('turn', './servers/chat.ts', ['memory']);
  try {
    const first = await holdAfter(server, FIRST_TURNS);
    const all = await holdAfter(server, ALL_TURNS - FIRST_TURNS);
    reportRatio({
      goal: `memory after ${String(ALL_TURNS)} turns`,
      ratio: all / first,
      ambitious: '1.05',
      must: '1.15',
      detail: `${(all / MEBIBYTE).toFixed(0)} MiB against ${(first / MEBIBYTE).toFixed(0)} MiB after ${String(FIRST_TURNS)}`,
    });
  } finally {
    await server.stop();
  }
};

/** The median of several readings: one alone may fall right before or behind a collection. */
const holdAfter = async (server: BenchServer, turns: number): Promise<number> => {
  const sampled = SAMPLES * TURNS_BETWEEN_SAMPLES;
  await latencies(server, { requests: turns - sampled, concurrency: CONCURRENCY });
  const readings: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await latencies(server, { requests: TURNS_BETWEEN_SAMPLES, concurrency: CONCURRENCY });
    readings.push((await server.usage()).rssBytes);
  }
  return median(readings);
};
