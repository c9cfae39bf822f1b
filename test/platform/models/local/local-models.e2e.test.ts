import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpReranker } from '../../../../src/platform/models/http-reranker.js';
import type { LocalModel } from '../../../../src/platform/models/local/inference.js';
import { LOCAL_URL } from '../../../../src/platform/models/local/local-url.js';
import {
  openLocalModels,
  type LocalModels,
} from '../../../../src/platform/models/local/open-local-models.js';
import { createOpenAiEmbedder } from '../../../../src/platform/models/providers/openai/embedder.js';
import { createSilentMetrics } from '../../../fakes/silent-metrics.js';
import { createSilentLogger } from '../../../fakes/silent-logger.js';
import { bringRuntime } from '../../../support/local-runtime.js';
import { makeModel } from '../../../support/made-model.js';

const { signal } = new AbortController();

let folder: string;
let runtime: string;
let models: [LocalModel, LocalModel];
let local: LocalModels;

const open = (): Promise<LocalModels> =>
  openLocalModels({
    models,
    folder: runtime,
    threads: 1,
    logger: createSilentLogger(),
    pauseMs: 0,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-models-'));
  models = [
    await makeModel(folder, { name: 'tiny', kind: 'embedder' }),
    await makeModel(folder, { name: 'tiny-reranker', kind: 'reranker' }),
  ];
  runtime = await bringRuntime();
  local = await open();
}, 240_000);

afterAll(async () => {
  await local.close();
  await rm(folder, { recursive: true, force: true });
});

const toEmbedder = ({ send }: LocalModels) =>
  createOpenAiEmbedder({
    baseUrl: LOCAL_URL,
    apiKey: '',
    send,
    isLocal: true,
    model: 'tiny',
    prices: {},
    dimensions: models[0].manifest.dimensions ?? 0,
    metrics: createSilentMetrics(),
    tellingApart: { queryPrefix: 'query ', passagePrefix: 'passage ', inputType: null },
  });

const toReranker = (budgetMs?: number) =>
  createHttpReranker({
    baseUrl: LOCAL_URL,
    apiKey: '',
    send: local.send,
    model: 'tiny-reranker',
    budgetMs,
  });

/** The place of each word in a vector of the made embedder. */
const [QUERY, PASSAGE, CAT, DOG] = [3, 4, 5, 6];

describe('the process of local models', () => {
  it('embeds questions and passages differently and keeps the order of the texts', async () => {
    const { vectors, promptTokens } = await toEmbedder(local).embed(['cat', 'dog house', 'cat'], {
      signal,
      questions: 1,
    });

    const [question, long, passage] = vectors;
    expect(question?.[QUERY]).toBeGreaterThan(0);
    expect(question?.[PASSAGE]).toBe(0);
    expect(passage?.[PASSAGE]).toBeGreaterThan(0);
    expect(long?.[DOG]).toBeGreaterThan(0);
    expect(question?.[CAT]).toBeCloseTo(passage?.[CAT] ?? 0, 5);
    expect(Math.hypot(...(question ?? []))).toBeCloseTo(1, 5);
    expect(promptTokens).toBe(4 + 5 + 4);
  });

  it('cuts a text that has more tokens than its model reads', async () => {
    const { promptTokens } = await toEmbedder(local).embed(['cat '.repeat(5_000)], { signal });

    expect(promptTokens).toBe(models[0].manifest.maxTokens);
  });

  it('scores texts for a question, and leaves those without a score that it has no time for', async () => {
    const texts = ['cat', 'rent', 'dog'];

    const [cat, rent, dog] = await toReranker(60_000).rerank('house', texts, { signal });
    const scores = await toReranker(1e-6).rerank('house', texts, { signal });

    expect(rent).toBeGreaterThan(dog ?? Infinity);
    expect(dog).toBeGreaterThan(cat ?? Infinity);
    expect(scores).toEqual([null, null, null]);
  });

  it('is restarted by the next call after it ends', async () => {
    const own = await open();
    const embedder = toEmbedder(own);
    try {
      await embedder.embed(['cat'], { signal });
      await own.endProcess();
      const { vectors } = await embedder.embed(['cat'], { signal });

      expect(vectors).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});
