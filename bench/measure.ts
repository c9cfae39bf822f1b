import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const median = (values: readonly number[]): number => percentile(values, 50);

export const percentile = (values: readonly number[], rank: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((rank / 100) * sorted.length) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
};

export type BenchRequest = { path: string; headers: Record<string, string>; body: string };

const Ready = z.object({
  port: z.int(),
  request: z.object({
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
});
const Usage = z.object({ cpuMs: z.number(), rssBytes: z.number() });

/** A server under measurement, in a process of its own so that its CPU time is its own. */
export type BenchServer = {
  name: string;
  /** Reports what its process has used so far, and the memory that it has now. */
  usage(): Promise<z.infer<typeof Usage>>;
  send(): Promise<number>;
  /** The server's own request, asked for with other headers; for bodies that are read piece by piece. */
  open(headers: Record<string, string>): Promise<Response>;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
};

/** Servers report `{port, request}` once when they listen and answer every message with what they used. */
export const startServer = async (
  name: string,
  file: string,
  argumentsOfServer: readonly string[] = [],
): Promise<BenchServer> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...argumentsOfServer], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port, request } = Ready.parse(await nextMessage(child));
  const open = (headers: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${String(port)}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers, ...headers },
      body: request.body,
    });
  const send = async (): Promise<number> => {
    const started = performance.now();
    const response = await open({});
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`${name} answered ${String(response.status)}: ${text}`);
    return performance.now() - started;
  };
  return {
    name,
    send,
    open,
    usage: async () => {
      child.send('usage');
      return Usage.parse(await nextMessage(child));
    },
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => {
      reject(new Error('The server under measurement ended.'));
    };
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });

/** Called by a server process: tells the driver where to send what, then reports what it used on demand. */
export const reportToDriver = (port: number, request: BenchRequest): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() });
  });
  process.send?.({ port, request });
};

/** CPU milliseconds of the server per request, one request at a time. */
export const cpuPerRequest = async (server: BenchServer, requests: number): Promise<number> => {
  const before = await server.usage();
  for (let sent = 0; sent < requests; sent += 1) await server.send();
  return ((await server.usage()).cpuMs - before.cpuMs) / requests;
};

/** Latencies in ms of `requests` requests with `concurrency` under way at a time. */
export const latencies = async (
  server: BenchServer,
  load: { requests: number; concurrency: number },
): Promise<number[]> => {
  const measured: number[] = [];
  let left = load.requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      measured.push(await server.send());
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, client));
  return measured;
};

/** CPU milliseconds that this process has used so far, in all its threads. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

type Interleaving<Figures> = {
  rounds: number;
  warmUp: (server: BenchServer) => Promise<unknown>;
  measure: (server: BenchServer) => Promise<Figures>;
};

/** Each server's figures of each round, one server after the other in every round; stops them in the end. */
export const interleave = async <Figures>(
  servers: readonly BenchServer[],
  { rounds, warmUp, measure }: Interleaving<Figures>,
): Promise<Figures[][]> => {
  try {
    for (const server of servers) await warmUp(server);
    const measured: Figures[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const figures: Figures[] = [];
      for (const server of servers) figures.push(await measure(server));
      measured.push(figures);
    }
    return measured;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
};

/** One line per goal: ratio, the bounds it is held against, and the figures behind it. */
export const reportRatio = (line: {
  goal: string;
  ratio: number;
  ambitious: string;
  must: string;
  detail: string;
}): void => {
  process.stdout.write(
    `${line.goal.padEnd(44)} ${line.ratio.toFixed(2).padStart(6)}×   (ambitious ${line.ambitious}, must ${line.must})   ${line.detail}\n`,
  );
};
