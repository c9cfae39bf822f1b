import {
  interleave,
  median,
  percentile,
  reportRatio,
  startServer,
  type BenchServer,
} from './measure.js';
import { readTimes } from './servers/timed-pieces.js';

const ROUNDS = 7;
const STREAMS_PER_ROUND = 20;
const WARM_UP = 100;

type Stream = { firstEventMs: number; delaysMs: number[] };
type Round = { firstEventMs: number; p95DelayMs: number };

/** Measures how soon the first event is there, and how long a sentence of the model takes to its reader. */
export const measureStream = async (): Promise<void> => {
  const servers = await Promise.all([
    startServer('skeleton', './servers/skeleton.ts', ['stream']),
    startServer('stream', './servers/chat.ts', ['memory', 'timed']),
  ]);
  const rounds = await interleave(servers, {
    rounds: ROUNDS,
    warmUp: (server) => readStreams(server, WARM_UP),
    measure,
  });
  report(rounds);
  await measureFirstWords();
};

const INTRODUCED_STREAMS = 8;

/** Measures how soon the first words are there of a model that introduces its answer, from the end of its first cited sentence on. */
const measureFirstWords = async (): Promise<void> => {
  const server = await startServer('introduced', './servers/chat.ts', ['memory', 'introduced']);
  try {
    const lags: number[] = [];
    for (let read = 0; read < INTRODUCED_STREAMS; read += 1)
      lags.push(await readFirstWords(server));
    process.stdout.write(
      `${'first words behind the first cited sentence'.padEnd(44)} ${median(lags).toFixed(0).padStart(6)} ms  (must 267: a sentence of 8 words, 30 a second)\n`,
    );
  } finally {
    await server.stop();
  }
};

const readFirstWords = async (server: BenchServer): Promise<number> => {
  let firstAt: number | null = null;
  for await (const { chunk, arrivedAt } of readChunks(server)) {
    if (firstAt === null && chunk.includes('event: delta')) firstAt = arrivedAt;
    const [writtenAt] = readTimes(chunk);
    if (firstAt !== null && writtenAt !== undefined) return Math.max(0, firstAt - writtenAt);
  }
  throw new Error(`${server.name} ended without its first words.`);
};

const measure = async (server: BenchServer): Promise<Round> => {
  const streams = await readStreams(server, STREAMS_PER_ROUND);
  const delays = streams.flatMap(({ delaysMs }) => delaysMs);
  return {
    firstEventMs: median(streams.map(({ firstEventMs }) => firstEventMs)),
    p95DelayMs: percentile(delays, 95),
  };
};

const readStreams = async (server: BenchServer, count: number): Promise<Stream[]> => {
  const streams: Stream[] = [];
  for (let read = 0; read < count; read += 1) streams.push(await readStream(server));
  return streams;
};

const clock = (): number => performance.timeOrigin + performance.now();

const readStream = async (server: BenchServer): Promise<Stream> => {
  const startedAt = clock();
  let firstEventMs: number | null = null;
  const delaysMs: number[] = [];
  for await (const { chunk, arrivedAt } of readChunks(server)) {
    firstEventMs ??= arrivedAt - startedAt;
    // The answer as a whole comes last, and is no relayed piece.
    const relayed = chunk.split('event: answer')[0] ?? '';
    delaysMs.push(...readTimes(relayed).map((madeAt) => arrivedAt - madeAt));
    if (relayed !== chunk) break;
  }
  if (firstEventMs === null || delaysMs.length === 0) {
    throw new Error(`${server.name} ended without a piece of an answer.`);
  }
  return { firstEventMs, delaysMs };
};

async function* readChunks(server: BenchServer) {
  const { body, status } = await server.open({ accept: 'text/event-stream' });
  if (body === null || status !== 200) throw new Error(`${server.name} streams nothing.`);
  const decoder = new TextDecoder();
  // What fetch hands out are bytes; its typings leave it open.
  const pieces: ReadableStream<Uint8Array> = body;
  for await (const bytes of pieces) {
    yield { chunk: decoder.decode(bytes, { stream: true }), arrivedAt: clock() };
  }
}

const report = (rounds: readonly Round[][]): void => {
  const valuesOf = (index: number, of: keyof Round) =>
    rounds.map((round) => round[index]?.[of] ?? Number.NaN);
  const detail = (of: keyof Round) =>
    `${median(valuesOf(1, of)).toFixed(2)} ms against ${median(valuesOf(0, of)).toFixed(2)} ms`;
  const first = valuesOf(1, 'firstEventMs').map(
    (value, round) => value / (valuesOf(0, 'firstEventMs')[round] ?? Number.NaN),
  );
  reportRatio({
    goal: 'time to the first event',
    ratio: median(first),
    ambitious: '1.2',
    must: '2',
    detail: detail('firstEventMs'),
  });
  process.stdout.write(
    `${'delay of a relayed sentence, p95'.padEnd(44)} ${median(valuesOf(1, 'p95DelayMs')).toFixed(2).padStart(6)} ms  (ambitious 5, must 20)   ${detail('p95DelayMs')}\n`,
  );
};
