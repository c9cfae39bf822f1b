import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { reportRatio, startServer as startBare } from './measure.js';
import { createServedTenant, UNLIMITED } from './served-tenant.js';

const STREAMS = 1_000;
const WARM_UP = 100;
const SETTLE_MS = 3_000;
const KIBIBYTE = 1024;
/** What opening the streams leaves behind is no part of what they hold. */
const COLLECTS = {
  NODE_OPTIONS: `--import=${import.meta.resolve('./servers/collect-garbage.js')}`,
};

/** Opens one stream; resolves when its first event is there. */
type Open = (signal: AbortSignal) => Promise<Response>;

/** The memory that a stream costs on which nothing happens, of a thousand, against a bare one of Express. */
export const measureIdleStreams = async (): Promise<void> => {
  const [ours, bare] = [await ofOurs(), await ofBare()];
  reportRatio({
    goal: `memory of one of ${STREAMS} idle streams`,
    ratio: ours / bare,
    ambitious: '1.5',
    must: '2.5',
    detail: `${(ours / KIBIBYTE).toFixed(0)} KiB against ${(bare / KIBIBYTE).toFixed(0)} KiB`,
  });
};

/** Streams of a document that nobody reads, for there is no worker. */
const ofOurs = (): Promise<number> =>
  inFolder(async (folder) => {
    const most = String(STREAMS);
    const server = await startServer({
      ...UNLIMITED,
      ...COLLECTS,
      DATA_DIR: folder,
      INGESTION_WORKER: 'separate',
      MAX_STREAMS_PER_USER: most,
      MAX_STREAMS_PER_TENANT: most,
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
    });
    try {
      const { headers, upload } = await createServedTenant(server.url);
      const path = `${server.url}/v1/documents/${await upload(1)}/events`;
      const open: Open = (signal) =>
        fetch(path, { signal, headers: { ...headers, accept: 'text/event-stream' } });
      return await bytesPerStream(open, async () => {
        await settle(() => server.signal('SIGWINCH'));
        return server.residentBytes();
      });
    } finally {
      await server.terminate();
    }
  });

const ofBare = async (): Promise<number> => {
  const server = await startBare('bare streams', './servers/idle-streams.ts');
  try {
    const open: Open = () => server.open({ accept: 'text/event-stream' });
    return await bytesPerStream(open, async () => {
      await settle(() => server.signal('SIGWINCH'));
      return (await server.usage()).rssBytes;
    });
  } finally {
    await server.stop();
  }
};

const bytesPerStream = async (
  open: Open,
  residentBytes: () => Promise<number>,
): Promise<number> => {
  const closing = new AbortController();
  const openAll = async (count: number): Promise<void> => {
    for (let opened = 0; opened < count; opened += 1) {
      const response = await open(closing.signal);
      if (response.status !== 200 || response.body === null) {
        throw new Error(`Stream ${opened} got ${response.status}: ${await response.text()}`);
      }
      await response.body.getReader().read();
    }
  };
  try {
    await openAll(WARM_UP);
    const before = await residentBytes();
    await openAll(STREAMS - WARM_UP);
    return ((await residentBytes()) - before) / (STREAMS - WARM_UP);
  } finally {
    closing.abort();
  }
};

/** Twice: what the first collection finds old enough to be moved is freed by the second. */
const settle = async (collect: () => void): Promise<void> => {
  for (let time = 0; time < 2; time += 1) {
    await delay(SETTLE_MS);
    collect();
  }
  await delay(SETTLE_MS);
};
