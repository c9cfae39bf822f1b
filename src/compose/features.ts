import type { Config } from '../../config/index.js';
import { composeRecheck, composeSources } from './sources.js';
import { composeWebhooks } from './webhooks.js';
import { createConversations } from '../conversations/index.js';
import { createDocuments } from '../documents/index.js';
import { createEvaluation } from '../evaluation/index.js';
import { createMemories } from '../memories/index.js';
import type { Platform } from './platform.js';
import { createSearch, createSearchTurns } from '../search/index.js';
import { createPasswords, createPasswordTurns, createPrepareCredential } from '../sign-in/index.js';
import { createTenancy } from '../tenancy/index.js';
import { createWorkspace } from '../workspace/index.js';

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features behind the API and the tools. */
export const createFeatures = (config: Config, platform: Platform, wakeUp: () => void) => {
  const { database, files, pages, web, vectors, embedder, reranker, index } = platform;
  const { metrics, tracer, logger, now } = platform;
  const { maxUploadBytes } = config.http;
  const settings = toSearchSettings(config);
  const turns = createSearchTurns(config.search.turns);
  const search = createSearch({
    turns,
    database,
    vectors,
    embedder,
    reranker,
    index,
    settings,
    metrics,
    logger,
    tracer,
    recheck: composeRecheck(config, platform),
  });
  const { releaseFiles, ...workspace } = createWorkspace({
    database,
    files,
    limits: config.workspace,
  });
  const hashing = { passwords: createPasswords(), passwordTurns: createPasswordTurns() };
  const prepareCredential = createPrepareCredential({ ...hashing, now });
  return {
    ...search,
    ...workspace,
    ...hashing,
    prepareCredential,
    ...createTenancy({ database, releaseFiles, prepareCredential, wakeUp }),
    ...createDocuments({ database, files, pages, web, maxUploadBytes, wakeUp, tracer, now }),
    ...createMemories({
      turns,
      database,
      vectors,
      embedder,
      languages: search.languages,
      settings,
      metrics,
      logger,
      tracer,
    }),
    ...createConversations({ database, settings }),
    ...createEvaluation({ database }),
    sources: composeSources(config, platform),
    webhooks: composeWebhooks(platform),
  };
};

const toSearchSettings = ({ search, embedder }: Config) => {
  const { candidatesPerLeg, weights, calibration, minCoverage, rerankTimeoutMs } = search;
  const { measured, isUncalibrated, embedTimeoutMs } = search;
  return {
    candidatesPerLeg,
    weights,
    calibration,
    measured,
    isUncalibrated,
    minCoverage,
    rerankTimeoutMs,
    minDenseScore: embedder === null ? null : search.minSimilarity,
    embedTimeoutMs,
  };
};
