import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SAMPLE_MS = 200;

const Started = z.object({ url: z.string(), adminKey: z.string() });
const Usage = z.object({ delayP99Ms: z.number(), delayMaxMs: z.number(), rssBytes: z.number() });
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Stored = z.object({
  status: z.string(),
  error: z.object({ code: z.string() }).nullable(),
});

/** The whole application in a process of its own. */
export type BenchApplication = {
  ask(question: 'usage' | 'reset'): Promise<z.infer<typeof Usage>>;
  /** Resolves when the file can be found. */
  ingest(file: Blob, filename: string): Promise<void>;
  search(query: string): Promise<void>;
  stop(): Promise<void>;
};

export const startApplication = async (folder: string): Promise<BenchApplication> => {
  const file = fileURLToPath(new URL('./servers/application.ts', import.meta.url));
  const child = fork(file, [folder], { execArgv: ['--import', 'tsx'] });
  const { url, adminKey } = Started.parse(await nextMessage(child));
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${adminKey}`);
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const statusOf = async (id: string) => {
    const { status, error } = Stored.parse(await call(`/v1/documents/${id}`));
    if (status === 'failed') throw new Error(`A file of the bench failed: ${error?.code ?? ''}`);
    return status;
  };
  return {
    ask: async (question) => {
      child.send(question);
      return Usage.parse(await nextMessage(child));
    },
    ingest: async (content, filename) => {
      const form = new FormData();
      form.set('file', content, filename);
      const answer = await call('/v1/documents', { method: 'POST', body: form });
      const { id } = Uploaded.parse(answer).document;
      while ((await statusOf(id)) !== 'ready') await delay(SAMPLE_MS);
    },
    search: async (query) => {
      const headers = { 'content-type': 'application/json' };
      await call('/v1/search', { method: 'POST', headers, body: JSON.stringify({ query }) });
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
