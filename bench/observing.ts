import { inFolder } from './in-folder.js';
import { median, reportRatio, startServer, type BenchServer } from './measure.js';

const ROUNDS = 15;
const REQUESTS = 50;
const WARM_UP = 300;
/** The work is done so many times over, because what is measured is smaller than the noise of two runs of the same. */
const TIMES = 20;

/**
 * Measures what the access line and the metrics add to the CPU time of a search over HTTP: the same server with and without them,
 * alternately.
 */
export const measureObserving = (): Promise<void> =>
  inFolder(async (folder) => {
    const server = await startServer('search', './servers/search.ts', [folder, String(TIMES)]);
    try {
      for (const isObserved of [true, false]) await cpuOf(server, isObserved, WARM_UP);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await measureRound(server, round));
      report(rounds);
    } finally {
      await server.stop();
    }
  });

type Round = { observed: number; unobserved: number };

/** Each goes first as often as the other. */
const measureRound = async (server: BenchServer, round: number): Promise<Round> => {
  if (round % 2 === 0) {
    const observed = await cpuOf(server, true, REQUESTS);
    return { observed, unobserved: await cpuOf(server, false, REQUESTS) };
  }
  const unobserved = await cpuOf(server, false, REQUESTS);
  return { unobserved, observed: await cpuOf(server, true, REQUESTS) };
};

/** CPU milliseconds of the server per request. */
const cpuOf = async (server: BenchServer, isObserved: boolean, requests: number) => {
  const before = await server.usage();
  for (let sent = 0; sent < requests; sent += 1) {
    const response = await server.open({ 'x-observed': isObserved ? 'yes' : 'no' });
    if (response.status !== 200) throw new Error(`A search was answered ${response.status}.`);
    await response.text();
  }
  return ((await server.usage()).cpuMs - before.cpuMs) / requests;
};

const report = (rounds: readonly Round[]): void => {
  const observed = median(rounds.map((round) => round.observed));
  const unobserved = median(rounds.map((round) => round.unobserved));
  const shares = rounds.map((round) => round.observed / round.unobserved - 1);
  const ratio = 1 + median(shares) / TIMES;
  reportRatio({
    goal: 'search over HTTP with log and metrics, CPU',
    ratio,
    ambitious: '1.01',
    must: '1.02',
    detail: `${ratio.toFixed(4)}: with ${TIMES} times as much ${observed.toFixed(2)} ms, with none ${unobserved.toFixed(2)} ms`,
  });
};
