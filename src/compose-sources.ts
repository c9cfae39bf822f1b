import type { Config } from '../config/index.js';
import { createDocuments } from './documents/index.js';
import type { Platform } from './open-platform.js';
import { createBuckets } from './platform/files/s3-buckets.js';
import { withoutLogFields } from './platform/telemetry/log-context.js';
import {
  createReachOf,
  createSourceRuns,
  createSources,
  type SourceTiming as Timing,
} from './sources/index.js';
import { createPersonScope } from './tenancy/index.js';

/** Lets admins manage sources. */
export const composeSources = (config: Config, { database }: Platform) =>
  createSources({ database, reachOf: composeReach(config, database) });

const composeReach = ({ sources, outgoingProxy: proxy }: Config, database: Platform['database']) =>
  createReachOf({ database, given: sources, buckets: createBuckets({ ...sources.s3, proxy }) });

/** The log lines of a loop must not carry the id of the request that woke it up. */
export const wakeUpOf = (loop: { wakeUp: () => void }) => (): void => {
  withoutLogFields(() => {
    loop.wakeUp();
  });
};

type SourceTiming = Partial<Timing>;

type Work = { wakeUp: () => void; overrides: { sourceTiming?: SourceTiming | undefined } };

/** Runs sources when they are due. */
export const composeSourceRuns = (
  config: Config,
  platform: Platform,
  { wakeUp, overrides: { sourceTiming: timing } }: Work,
) => {
  const { database } = platform;
  const { maxUploadBytes } = config.http;
  const documents = createDocuments({ ...platform, maxUploadBytes, wakeUp });
  return createSourceRuns({
    ...platform,
    ...documents,
    maxUploadBytes,
    reachOf: composeReach(config, database),
    personScope: createPersonScope({ database }),
    timing,
  });
};
