import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startOpenAiServer } from '../test/fakes/openai-server/index.js';
import { startServer, type Service } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { percentile } from './measure.js';
import { treeBytes, treeCpuMs } from './process-tree.js';
import { createServedTenant, UNLIMITED, type ServedTenant } from './served-tenant.js';

const SIZES = [10_000, 100_000];
const DIMENSIONS = 384;
/** About 40 passages: a text of 60 kB, which is read in a thread. */
const PARAGRAPHS = 60;
const SENTENCES = 10;
const UPLOADS_AT_ONCE = 4;
/** The most uploads that may wait for ingestion. */
const AHEAD = 50;
const POLL_MS = 100;
const QUESTIONS = 200;
const MEBIBYTE = 1024 * 1024;

/**
 * What one installation (API with ingestion, embedded PostgreSQL, LanceDB) takes for so many passages of one tenant: processor, memory, disk,
 * and how long a search and a question take then; by words alone, and with vectors from a service that costs nothing here.
 */
export const measureCapacity = async (): Promise<void> => {
  process.stdout.write(`\n| ${COLUMNS.join(' | ')} |\n`);
  await measureGrowth('words', {});
  const embedder = await startOpenAiServer({ dimensions: DIMENSIONS });
  try {
    await measureGrowth(`vectors of ${DIMENSIONS}`, {
      EMBEDDINGS_BASE_URL: embedder.baseUrl,
      EMBEDDINGS_MODEL: 'hashed',
      EMBEDDINGS_DIMENSIONS: `${DIMENSIONS}`,
    });
  } finally {
    await embedder.close();
  }
};

const COLUMNS = [
  'index',
  'passages',
  'characters',
  'passages/s',
  'CPU ms/passage',
  'search p50/p95 ms',
  'question p50/p95 ms',
  'server MiB',
  'PostgreSQL MiB',
  'database MiB',
  'vectors MiB',
  'files MiB',
];

const measureGrowth = (index: string, variables: Record<string, string>): Promise<void> =>
  inFolder(async (folder) => {
    const server = await startServer({ ...UNLIMITED, ...variables, DATA_DIR: folder });
    try {
      const growth = createGrowth(await createServedTenant(server.url), server);
      for (const size of SIZES) {
        const filled = await growth.fillTo(size);
        const measured = [
          ...filled,
          ...(await askQuestions(server, growth.tenant)),
          ...(await weigh(server, folder)),
        ];
        process.stdout.write(`| ${[index, ...measured].join(' | ')} |\n`);
      }
    } finally {
      await server.terminate();
    }
  });

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Stored = z.object({ status: z.string(), chunkCount: z.int() });

const createGrowth = (tenant: ServedTenant, server: Service) => {
  const { headers } = tenant;
  let [seed, passages, characters] = [0, 0, 0];
  const upload = async (): Promise<{ id: string; length: number }> => {
    const prose = createProse((seed += 1));
    const text = Array.from({ length: PARAGRAPHS }, () => prose.paragraph(SENTENCES)).join('\n\n');
    const form = new FormData();
    form.append('file', new Blob([text]), `${seed}.txt`);
    const response = await fetch(`${server.url}/v1/documents`, {
      method: 'POST',
      headers,
      body: form,
    });
    return { id: Uploaded.parse(await response.json()).document.id, length: text.length };
  };
  const untilReady = async (id: string): Promise<number> => {
    for (;;) {
      const response = await fetch(`${server.url}/v1/documents/${id}`, { headers });
      const { status, chunkCount } = Stored.parse(await response.json());
      if (status === 'ready') return chunkCount;
      if (status === 'failed') throw new Error('A document of the bench failed.');
      await delay(POLL_MS);
    }
  };
  return {
    tenant,
    /** Uploads until so many passages are indexed; passages, characters, passages a second and CPU of each. */
    fillTo: async (size: number): Promise<string[]> => {
      const before = { passages, at: performance.now(), cpuMs: await treeCpuMs(server.processId) };
      const waiting: { id: string; length: number }[] = [];
      while (passages < size) {
        while (waiting.length < AHEAD) {
          waiting.push(...(await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload))));
        }
        const first = waiting.shift();
        if (first === undefined) break;
        passages += await untilReady(first.id);
        characters += first.length;
      }
      for (const { id, length } of waiting) {
        passages += await untilReady(id);
        characters += length;
      }
      const added = passages - before.passages;
      const rate = (added / (performance.now() - before.at)) * 1000;
      const cost = ((await treeCpuMs(server.processId)) - before.cpuMs) / added;
      return [String(passages), String(characters), rate.toFixed(0), cost.toFixed(1)];
    },
  };
};

const askQuestions = async (server: Service, tenant: ServedTenant): Promise<string[]> => {
  const search = async (query: string): Promise<void> => {
    const headers = { ...tenant.headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    const response = await fetch(`${server.url}/v1/search`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`A search was answered with ${response.status}.`);
    await response.arrayBuffer();
  };
  const ask = async (message: string): Promise<void> => {
    const { status } = await tenant.ask(server.url, message);
    if (status !== 200) throw new Error(`A question was answered with ${status}.`);
  };
  return [await time(search), await time(ask)];
};

/** One after the other; the first quarter warms up. */
const time = async (ask: (question: string) => Promise<void>): Promise<string> => {
  const prose = createProse(1_000_000);
  const times: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const startedAt = performance.now();
    await ask(prose.question());
    times.push(performance.now() - startedAt);
  }
  const warm = times.slice(QUESTIONS / 4);
  return `${percentile(warm, 50).toFixed(0)}/${percentile(warm, 95).toFixed(0)}`;
};

const weigh = async (server: Service, folder: string): Promise<string[]> => {
  const { others, postgres } = await treeBytes(server.processId);
  const onDisk = ['postgres', 'vectors', 'files'].map((name) => sizeOf(join(folder, name)));
  return [others, postgres, ...(await Promise.all(onDisk))].map((bytes) =>
    (bytes / MEBIBYTE).toFixed(0),
  );
};

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    // A file that LanceDB has merged away meanwhile counts as empty.
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};
