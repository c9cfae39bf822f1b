import type { Config } from '../../config/index.js';
import type { Platform } from './platform.js';
import { createAnswerTask, createEmbedTexts, createStructureAnswer } from '../openai-api/index.js';
import type { Workflow } from '../workflow/index.js';

/** Wires turns for both APIs, and what the OpenAI-compatible one needs in addition. */
export const composeOpenAi = (
  { publicUrl, openAi }: Pick<Config, 'publicUrl' | 'openAi'>,
  { database, chat, embedder, metrics, logger }: Platform,
  { runTurn, runUnstored }: Workflow,
) => ({
  runTurn,
  runUnstored,
  publicUrl,
  maxEmbeddingChars: openAi.maxEmbeddingChars,
  hasModel: chat !== null,
  embedTexts: createEmbedTexts({ database, embedder }),
  structureAnswer: chat === null ? null : createStructureAnswer({ database, chat }),
  answerTask: createAnswerTask({
    database,
    chat,
    metrics,
    logger,
    maxTaskChars: openAi.maxTaskChars,
  }),
});
