import { setTimeout as delay } from 'node:timers/promises';
import type { Embedder } from '../../src/platform/models/model.js';

export const MS_PER_BATCH = 20;

/** Takes as long as a fast embedding service and says nothing about the texts. */
export const createSlowEmbedder = (dimensions: number): Embedder => ({
  model: 'slow',
  dimensions,
  embed: async (texts, { signal }) => {
    await delay(MS_PER_BATCH, undefined, { signal });
    const vectors = texts.map((text) => {
      const vector = new Float32Array(dimensions);
      vector[text.length % dimensions] = 1;
      return vector;
    });
    return { vectors, promptTokens: 0, costUsd: null };
  },
});
