import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeBigFiles, type BigFile } from './corpus/big-files.js';
import { writeCorpus } from './corpus/write-corpus.js';

const SAMPLE_MS = 200;
const IDLE_MS = 3_000;
const MEBIBYTE = 1024 * 1024;
const BOUNDS = { delayMs: { ambitious: 20, must: 50 }, growthMb: { ambitious: 64, must: 128 } };

const Started = z.object({ url: z.string(), adminKey: z.string() });
const Usage = z.object({ delayP99Ms: z.number(), delayMaxMs: z.number(), rssBytes: z.number() });
type Usage = z.infer<typeof Usage>;
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Stored = z.object({
  status: z.string(),
  error: z.object({ code: z.string() }).nullable(),
});

type Api = {
  ask(question: 'usage' | 'reset'): Promise<Usage>;
  upload(path: string): Promise<string>;
  status(id: string): Promise<string>;
  stop(): Promise<void>;
};

/** Measures what a large upload, read and indexed by the same process, does to the API's event loop and memory. */
export const measureBigFiles = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-bench-'));
  const api = await startApi(join(folder, 'data'));
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
    await rm(folder, { recursive: true, force: true });
  }
};

const startApi = async (folder: string): Promise<Api> => {
  const file = fileURLToPath(new URL('./servers/application.ts', import.meta.url));
  const child = fork(file, [folder], { execArgv: ['--import', 'tsx'] });
  const { url, adminKey } = Started.parse(await nextMessage(child));
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${adminKey}` };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    ask: async (question) => {
      child.send(question);
      return Usage.parse(await nextMessage(child));
    },
    upload: async (path) => {
      const form = new FormData();
      form.set('file', await openAsBlob(path), 'big.pdf');
      const answer = await call('/v1/documents', { method: 'POST', body: form });
      return Uploaded.parse(answer).document.id;
    },
    status: async (id) => {
      const { status, error } = Stored.parse(await call(`/v1/documents/${id}`));
      if (status === 'failed') throw new Error(`A file of the bench failed: ${error?.code ?? ''}`);
      return status;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const nextMessage = async (child: ChildProcess): Promise<unknown> => {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
};

const ingest = async (api: Api, path: string): Promise<void> => {
  const id = await api.upload(path);
  while ((await api.status(id)) !== 'ready') await delay(SAMPLE_MS);
};

/** The most memory the process held while the work ran. */
const peakWhile = async (api: Api, work: Promise<void>): Promise<number> => {
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

const measureFile = async (api: Api, file: BigFile): Promise<void> => {
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
