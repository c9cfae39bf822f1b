import type { Config } from '../../config/index.js';
import { createEvaluationLoop } from '../evaluation/index.js';
import { createPersonScope } from '../tenancy/index.js';
import type { Workflow } from '../workflow/index.js';
import type { Platform } from './platform.js';

type Parts = {
  workflow: () => Pick<Workflow, 'runUnstored'>;
  version: string;
  timing: Parameters<typeof createEvaluationLoop>[0]['timing'];
};

/** Asks golden questions in the background. The workflow is opened for the first of them. */
export const composeEvaluationLoop = (
  config: Config,
  platform: Platform,
  { workflow, version, timing }: Parts,
) => {
  const { database, logger } = platform;
  return createEvaluationLoop({
    database,
    logger,
    timing,
    runUnstored: (request) => workflow().runUnstored(request),
    personScope: createPersonScope({ database }),
    installation: describeInstallation(config, platform, version),
  });
};

/** Names, versions and numbers that decide what is answered, and no address and no secret. */
const describeInstallation = (
  { chatModels, embedder, reranker, search, workflow }: Config,
  { fingerprint }: Platform,
  version: string,
) => ({
  version,
  models: {
    chat: chatModels?.backends.map(({ name, model }) => ({ name, model })) ?? [],
    embedder: embedder?.model ?? null,
    reranker: reranker?.model ?? null,
  },
  indexFingerprint: fingerprint,
  search: {
    candidatesPerLeg: search.candidatesPerLeg,
    weights: search.weights,
    minCoverage: search.minCoverage,
    minSimilarity: search.minSimilarity,
  },
  workflow: { nodeTimeoutMs: workflow.nodeTimeoutMs, requestTimeoutMs: workflow.requestTimeoutMs },
});
