import type { Config } from '../../config/index.js';
import { createDocuments } from '../documents/index.js';
import type { Platform } from './platform.js';
import { createBuckets } from '../platform/files/s3-buckets.js';
import { createSendRequest } from '../platform/web/web-request.js';
import { withoutLogFields } from '../platform/telemetry/log-context.js';
import {
  createOpenStored,
  createReachOf,
  createRecheckReaders,
  createSourceRuns,
  createSources,
  findKind,
  type SourceTiming as Timing,
} from '../sources/index.js';
import { createPersonScope } from '../tenancy/index.js';

/** Wires the management of sources. */
export const composeSources = (config: Config, platform: Platform) => {
  const { database, signInKeys } = platform;
  const opening = composeOpening(config, platform);
  const atRest = signInKeys?.atRest ?? null;
  return createSources({ database, atRest, ...opening });
};

/** Wires the re-check of search results at their sources. */
export const composeRecheck = (config: Config, platform: Platform) =>
  createRecheckReaders({ ...platform, ...composeOpening(config, platform) });

const composeOpening = (
  { sources, outgoingProxy: proxy }: Config,
  { database, signInKeys }: Platform,
) => {
  const buckets = createBuckets({ ...sources.s3, proxy });
  const send = createSendRequest({ userAgent: USER_AGENT, proxy });
  const reachOf = createReachOf({ database, given: sources, buckets, send });
  const atRest = signInKeys?.atRest ?? null;
  const openStored = createOpenStored({ database, findKind, reachOf, atRest });
  return { findKind, reachOf, openStored };
};

const USER_AGENT = 'knowledge-router';

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
    openStored: composeOpening(config, platform).openStored,
    personScope: createPersonScope({ database }),
    timing,
  });
};
