import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startServer } from '../test/support/start-service.js';
import { createProse } from './corpus/prose.js';
import { inFolder } from './in-folder.js';
import { median, percentile, reportRatio } from './measure.js';
import { createServedTenant, UNLIMITED, type ServedTenant } from './served-tenant.js';

const FILES = 2_000;
const SENTENCES = 6;
const DOCUMENTS = 12;
const QUESTIONS = 60;
/** The runs of unchanged files, each of which lasts about a second. */
const RUNS = 3;

const Source = z.object({
  id: z.string(),
  items: z.object({ pending: z.int(), ready: z.int() }),
  lastRun: z.object({ id: z.string(), state: z.string() }).nullable(),
});
type Source = z.infer<typeof Source>;

/** One tenant's questions while a source of another tenant lists and reads its files, new ones and then unchanged ones. */
export const measureSources = (): Promise<void> =>
  inFolder(async (folder) => {
    const files = join(folder, 'files');
    await writeFiles(files);
    const server = await startServer({
      ...UNLIMITED,
      DATA_DIR: join(folder, 'data'),
      SOURCE_FOLDERS: files,
    });
    try {
      const [owner, other] = [
        await createServedTenant(server.url),
        await createServedTenant(server.url),
      ];
      await fill(other);
      const neighbour = createNeighbour(server.url, other);
      await neighbour.ask(QUESTIONS);
      const alone = await neighbour.ask(QUESTIONS);
      const source = createSource(server.url, owner, files);
      const { id } = await source.create();
      const reading = await neighbour.askWhile(async () => isRunning(await source.read(id), null));
      report(`question while a source reads ${FILES} new files`, { alone, beside: reading });
      const again: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const { lastRun } = await source.read(id);
        await source.run(id);
        const goesOn = async () => isRunning(await source.read(id), lastRun);
        again.push(...(await neighbour.askWhile(goesOn)));
      }
      report(`question while a source compares ${FILES} unchanged files`, { alone, beside: again });
    } finally {
      await server.terminate();
    }
  });

const writeFiles = async (folder: string): Promise<void> => {
  await mkdir(folder);
  const prose = createProse(1);
  for (let file = 0; file < FILES; file += 1) {
    await writeFile(join(folder, `note-${file}.txt`), prose.paragraph(SENTENCES));
  }
};

const fill = async (tenant: ServedTenant): Promise<void> => {
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    await tenant.untilReady(await tenant.upload(seed));
  }
};

/** Tells whether the run after `before` has not ended, or not begun. */
const isRunning = ({ items, lastRun }: Source, before: Source['lastRun']): boolean =>
  lastRun === null || lastRun.id === before?.id || lastRun.state === 'running' || items.pending > 0;

const createSource = (url: string, { headers }: ServedTenant, path: string) => {
  const call = async (method: string, address: string, body?: object): Promise<Source> => {
    const json = { ...headers, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) };
    const response = await fetch(`${url}${address}`, { method, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
    return Source.parse(JSON.parse(text));
  };
  return {
    create: () =>
      call('POST', '/v1/sources', { name: 'notes', kind: 'folder', settings: { path } }),
    read: (id: string) => call('GET', `/v1/sources/${id}`),
    run: (id: string) => call('POST', `/v1/sources/${id}/run`),
  };
};

const createNeighbour = (url: string, tenant: ServedTenant) => {
  const prose = createProse(2);
  const askOnce = async (): Promise<number> => {
    const { status, tookMs } = await tenant.ask(url, prose.question());
    if (status !== 200) throw new Error(`A question was answered with ${status}.`);
    return tookMs;
  };
  return {
    ask: async (count: number): Promise<number[]> => {
      const times: number[] = [];
      for (let asked = 0; asked < count; asked += 1) times.push(await askOnce());
      return times;
    },
    askWhile: async (goesOn: () => Promise<boolean>): Promise<number[]> => {
      const times: number[] = [];
      do times.push(await askOnce());
      while (await goesOn());
      return times;
    },
  };
};

type Times = { alone: readonly number[]; beside: readonly number[] };

const report = (goal: string, { alone, beside }: Times): void => {
  const p95 = (times: readonly number[]) => percentile(times, 95);
  reportRatio({
    goal,
    ratio: median(beside) / median(alone),
    ambitious: '1.3',
    must: '1.5',
    detail: `medians ${median(beside).toFixed(0)} ms against ${median(alone).toFixed(0)} ms, p95 ${(p95(beside) / p95(alone)).toFixed(2)}×, ${beside.length} questions`,
  });
};
