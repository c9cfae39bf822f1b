import type { Config } from '../config/index.js';
import { createDocuments } from './documents/index.js';
import type { Platform } from './open-platform.js';
import { withoutLogFields } from './platform/telemetry/log-context.js';
import {
  createReachOf,
  createSourceRuns,
  createSources,
  type SourceTiming as Timing,
} from './sources/index.js';
import { createPersonScope } from './tenancy/index.js';

/** Lets admins manage sources. */
export const composeSources = ({ sourceFolders: folders }: Config, { database }: Platform) =>
  createSources({ database, reachOf: createReachOf({ database, folders }) });

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
  { sourceFolders: folders, http: { maxUploadBytes } }: Config,
  platform: Platform,
  { wakeUp, overrides: { sourceTiming: timing } }: Work,
) => {
  const { database } = platform;
  const documents = createDocuments({ ...platform, maxUploadBytes, wakeUp });
  return createSourceRuns({
    ...platform,
    ...documents,
    maxUploadBytes,
    reachOf: createReachOf({ database, folders }),
    personScope: createPersonScope({ database }),
    timing,
  });
};
