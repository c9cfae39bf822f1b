import {
  cpuPerRequest,
  interleave,
  latencies,
  median,
  percentile,
  reportRatio,
  startServer,
  type BenchServer,
} from './measure.js';

const ROUNDS = 7;
const REQUESTS = 150;
const WARM_UP = 400;
const CONCURRENCY = 16;
const GUARD = { rounds: 5, requests: 50, warmUp: 200 };

type Round = { cpu: number; p95: number };

/** A turn's CPU and p95 against Express with a graph of five empty nodes, interleaved in one run. */
export const measureChat = async (): Promise<void> => {
  const servers = await Promise.all([
    startServer('skeleton', './servers/skeleton.ts'),
    startServer('turn', './servers/chat.ts', ['memory']),
    startServer('turn with PostgreSQL', './servers/chat.ts', ['postgres']),
    startServer('the same by the API of OpenAI', './servers/chat.ts', ['postgres', 'openai']),
  ]);
  const rounds = await interleave(servers, {
    rounds: ROUNDS,
    warmUp: (server) => cpuPerRequest(server, WARM_UP),
    measure,
  });
  report(rounds);
};

/** CPU of a turn against the skeleton's, without and with PostgreSQL, in less time. */
export const turnRatios = async () => {
  const servers = [
    await startServer('skeleton', './servers/skeleton.ts'),
    await startServer('turn', './servers/chat.ts', ['memory']),
    await startServer('turn with PostgreSQL', './servers/chat.ts', ['postgres']),
  ];
  const rounds = await interleave(servers, {
    rounds: GUARD.rounds,
    warmUp: (server) => cpuPerRequest(server, GUARD.warmUp),
    measure: (server) => cpuPerRequest(server, GUARD.requests),
  });
  const against = (index: number) =>
    median(rounds.map((round) => (round[index] ?? NaN) / (round[0] ?? NaN)));
  return { turn: against(1), turnWithPostgres: against(2) };
};

const measure = async (server: BenchServer): Promise<Round> => {
  const cpu = await cpuPerRequest(server, REQUESTS);
  const times = await latencies(server, { requests: REQUESTS, concurrency: CONCURRENCY });
  return { cpu, p95: percentile(times, 95) };
};

const report = (rounds: readonly Round[][]): void => {
  const valuesOf = (index: number, of: keyof Round) =>
    rounds.map((round) => round[index]?.[of] ?? NaN);
  const ratio = (index: number, of: keyof Round, against = 0) => {
    const others = valuesOf(against, of);
    return median(valuesOf(index, of).map((value, round) => value / (others[round] ?? NaN)));
  };
  const detail = (index: number, of: keyof Round, against = 0) =>
    `${median(valuesOf(index, of)).toFixed(2)} ms against ${median(valuesOf(against, of)).toFixed(2)} ms`;
  const rows = [
    { goal: 'chat turn, CPU, no database', index: 1, of: 'cpu', ambitious: '1.15', must: '1.5' },
    { goal: 'chat turn, CPU, PostgreSQL', index: 2, of: 'cpu', ambitious: '1.6', must: '2.5' },
    {
      goal: 'p95 at 16 at once, no database',
      index: 1,
      of: 'p95',
      ambitious: '1.3',
      must: '1.8',
    },
    { goal: '   p95 at 16 at once, PostgreSQL', index: 2, of: 'p95', ambitious: '–', must: '–' },
  ] as const;
  for (const { index, of, ...row } of rows) {
    reportRatio({ ...row, ratio: ratio(index, of), detail: detail(index, of) });
  }
  reportRatio({
    goal: '/openai/v1/chat/completions, CPU against /v1/chat',
    ambitious: '1',
    must: '1.05',
    ratio: ratio(3, 'cpu', 2),
    detail: detail(3, 'cpu', 2),
  });
};
