import type { Client } from '@knowledge-router/client';
import type { Limit } from '../counts.js';
import type { Output } from '../output.js';
import type { HashCache } from './hash-cache.js';
import type { HashFile } from './hash.js';
import type { SyncSummary } from './summary.js';
import type { Walk } from './walk.js';

export type SyncOptions = {
  folder: string;
  source?: string | undefined;
  include: readonly string[];
  exclude: readonly string[];
  collectionIds: readonly string[];
  visibility?: string | undefined;
  isDryRun: boolean;
  deletes: boolean;
  maxDelete: Limit;
  retriesFailed: boolean;
  overwrites: boolean;
  waits: boolean;
};

export type SyncDeps = {
  client: Client;
  url: string;
  cacheFolder: string;
  output: Output;
  signal: AbortSignal;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  hash?: HashFile;
  now?: () => number;
};

/** The parts that all steps of one run share. */
export type Run = SyncDeps &
  SyncOptions & {
    root: string;
    source: string;
    hash: HashFile;
    now: () => number;
    cache: HashCache;
    summary: SyncSummary;
    walked: Walk;
    remember: () => Promise<void>;
  };
