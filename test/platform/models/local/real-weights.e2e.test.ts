import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cosineOf } from '../../../../src/evidence/index.js';
import { LOCAL_URL } from '../../../../src/platform/models/local/local-url.js';
import { readManifest } from '../../../../src/platform/models/local/manifest.js';
import {
  openLocalModels,
  type LocalModels,
} from '../../../../src/platform/models/local/open-local-models.js';
import type { Embedder } from '../../../../src/platform/models/model.js';
import { createOpenAiEmbedder } from '../../../../src/platform/models/providers/openai/embedder.js';
import { createSilentLogger } from '../../../fakes/silent-logger.js';
import { createSilentMetrics } from '../../../fakes/silent-metrics.js';
import { runProgram } from '../../../support/clients.js';
import { bringRuntime } from '../../../support/local-runtime.js';

const NAME = 'multilingual-e5-small';
const SCRIPT = fileURLToPath(new URL('../../../../scripts/models/make-e5.sh', import.meta.url));
const { signal } = new AbortController();

let local: LocalModels;
let embedder: Embedder;

beforeAll(async () => {
  const folder = join((await runProgram('bash', [SCRIPT])).trim(), NAME);
  const manifest = readManifest(folder);
  if (manifest === null) throw new Error(`There is no model in ${folder}.`);
  const { queryPrefix, passagePrefix, dimensions } = manifest;
  const models = [{ folder, manifest }];
  local = await openLocalModels({
    models,
    folder: await bringRuntime(),
    threads: 1,
    logger: createSilentLogger(),
  });
  embedder = createOpenAiEmbedder({
    baseUrl: LOCAL_URL,
    apiKey: '',
    send: local.send,
    isLocal: true,
    model: NAME,
    prices: {},
    dimensions: dimensions ?? 0,
    metrics: createSilentMetrics(),
    tellingApart: { queryPrefix, passagePrefix, inputType: null },
  });
}, 240_000);

afterAll(() => local.close());

describe('multilingual-e5-small in the local model process', () => {
  it('ranks a text that answers a question above one that does not, also in another language', async () => {
    const { vectors } = await embedder.embed(
      [
        'How many days may I work from home?',
        'Beschäftigte dürfen bis zu drei Tage pro Woche von zu Hause arbeiten.',
        '社員は週に三日まで在宅勤務ができます。',
        'Receipts over 25 EUR are to be handed in within 14 days.',
        'Der Serverraum bleibt geschlossen.',
      ],
      { signal, questions: 1 },
    );

    const [question = new Float32Array(), ...passages] = vectors;
    const [german = 0, japanese = 0, ...others] = passages.map((one) => cosineOf(question, one));
    expect(Math.min(german, japanese)).toBeGreaterThan(Math.max(...others));
  });

  it('uses less than 700 MB of memory', async () => {
    await embedder.embed(['A long passage. '.repeat(2_000)], { signal });

    expect(await local.memoryMb()).toBeLessThan(700);
  });
});
