import { afterEach, describe, expect, it } from '@jest/globals';
import { checkDimensions } from '../../../src/platform/models/providers/openai/embedder.js';
import {
  startOpenAiServer,
  type OpenAiServer,
  type OpenAiServerOptions,
} from '../../fakes/openai-server/index.js';
import { createSilentMetrics } from '../../fakes/silent-metrics.js';

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const check = async (server: OpenAiServerOptions, dimensions: number): Promise<void> => {
  const started = await startOpenAiServer(server);
  open.push(started);
  await checkDimensions({
    ...{ baseUrl: started.baseUrl, apiKey: '', model: 'embedder', dimensions, prices: {} },
    metrics: createSilentMetrics(),
  });
};

describe('an embedder at start', () => {
  it('is refused when its vectors have another length than the settings say, with both numbers', async () => {
    await expect(check({ dimensions: 8 }, 12)).rejects.toThrow(
      'EMBEDDINGS_DIMENSIONS says 12, but the embedder gives vectors of 8 numbers.',
    );
  });

  it('is taken as it is when they fit', async () => {
    await expect(check({ dimensions: 8 }, 8)).resolves.toBeUndefined();
  });

  it('may be away or broken: its leg is dropped until it is back', async () => {
    const broken = { embed: () => ({ fault: 'status', status: 503 }) as const };

    await expect(check(broken, 8)).resolves.toBeUndefined();
  });
});
