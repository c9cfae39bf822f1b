import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { compose } from '../../src/compose/index.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createSlowEmbedder } from '../corpus/slow-embedder.js';

// The whole application as one process, API and ingestion; says how long its event loop was held up and what memory it has.
const DIMENSIONS = 64;
const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

const [folder = ''] = process.argv.slice(2);
const application = await compose(
  parseConfig(
    {
      DATA_DIR: folder,
      PORT: '0',
      METRICS_PORT: '0',
      MAX_UPLOAD_MB: '200',
      EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1',
      EMBEDDINGS_MODEL: 'slow',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
    },
    TOOLS,
  ),
  {
    embedder: createSlowEmbedder(DIMENSIONS),
    logger: createLogger({
      level: 'info',
      format: 'json',
      destination: { write: () => undefined },
    }),
  },
);
const { url } = await application.serve();
const keys: unknown = JSON.parse(await readFile(join(folder, 'bootstrap.json'), 'utf8'));
const { adminKey } = z.object({ adminKey: z.string() }).parse(keys);

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('message', (message) => {
  if (message === 'reset') delay.reset();
  process.send?.({
    // The histogram counts the whole interval of its timer.
    delayP99Ms: delay.percentile(99) / NANOSECONDS_PER_MS - RESOLUTION_MS,
    delayMaxMs: delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS,
    rssBytes: process.memoryUsage.rss(),
  });
});
process.on('SIGTERM', () => {
  void application.close().then(() => process.exit(0));
});
process.send?.({ url, adminKey });
