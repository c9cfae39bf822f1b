import type { Database } from './database.js';

type ProbeDeps = {
  tasks: Pick<Database['platform']['tasks'], 'reindexing'>;
  fingerprint: string;
  now: () => Date;
};

type ReindexingProgress = { done: number; total: number };
export type ReindexingProbe = () => Promise<ReindexingProgress | null>;

const TTL_MS = 5_000;

/** How far a re-index has come, asked at most every five seconds, so that a search costs no round trip more. */
export const createReindexingProbe = ({ tasks, fingerprint, now }: ProbeDeps): ReindexingProbe => {
  let known: { progress: Promise<ReindexingProgress | null>; freshUntil: number } | undefined;
  return () => {
    if (known && known.freshUntil > now().getTime()) return known.progress;
    // A search must not fail because its progress report did.
    const progress = tasks.reindexing(fingerprint).catch(() => null);
    known = { progress, freshUntil: now().getTime() + TTL_MS };
    return progress;
  };
};
