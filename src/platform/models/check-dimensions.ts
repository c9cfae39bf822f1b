import { createOpenAiEmbedder, WrongDimensions, type EmbedderOptions } from './openai-embedder.js';

const LIMIT_MS = 5_000;

/** Refuses a model whose vectors have another length than the settings say. An endpoint that is away is met again with its first use. */
export const checkDimensions = async (options: EmbedderOptions): Promise<void> => {
  const embedder = createOpenAiEmbedder({ ...options, retry: { maxTries: 1 } });
  try {
    await embedder.embed(['dimensions'], { signal: AbortSignal.timeout(LIMIT_MS) });
  } catch (error) {
    if (error instanceof WrongDimensions) throw error;
  }
};
