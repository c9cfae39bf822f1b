import { EXIT, type ExitCode } from '../failures.js';
import type { Output } from '../output.js';
import type { Problem } from './walk.js';

/** The outcome of one run for its files. */
export type SyncSummary = {
  source: string;
  files: number;
  /** Read for their hash; the others are known. */
  hashed: number;
  same: number;
  uploaded: number;
  uploadedBytes: number;
  renamed: number;
  ready: number;
  /** Not waited for. */
  processing: number;
  deleted: string[];
  /** The server could not read them. */
  failed: string[];
  /** The server does not take them. */
  refused: Problem[];
  /** Changed by hand on the server. */
  edited: string[];
  problems: Problem[];
  deletionRefused: string | null;
};

export const emptySummary = (known: Pick<SyncSummary, 'source' | 'files'>): SyncSummary => ({
  ...known,
  hashed: 0,
  same: 0,
  uploaded: 0,
  uploadedBytes: 0,
  renamed: 0,
  ready: 0,
  processing: 0,
  deleted: [],
  failed: [],
  refused: [],
  edited: [],
  problems: [],
  deletionRefused: null,
});

export const toExitCode = (summary: SyncSummary): ExitCode => {
  const { failed, refused, edited, problems, deletionRefused } = summary;
  const left = [failed, refused, edited, problems].some((some) => some.length > 0);
  return left || deletionRefused !== null ? EXIT.partlyFailed : EXIT.ok;
};

/** Names on stderr what was left aside and why, then the figures on stdout. */
export const tellSummary = async (output: Output, summary: SyncSummary): Promise<void> => {
  const { failed, refused, edited, problems, deletionRefused } = summary;
  for (const { path, message } of problems) output.note(`${path}: ${message}`);
  for (const { path, message } of refused)
    output.note(`${path}: refused by the server (${message})`);
  for (const path of failed)
    output.note(`${path}: could not be read by the server (--retry-failed)`);
  for (const path of edited) output.note(`${path}: was edited on the server (--overwrite)`);
  if (deletionRefused !== null) output.note(`${deletionRefused}.`);
  const figures = [
    [summary.files, 'files'],
    [summary.same, 'as they were'],
    [summary.uploaded, 'uploaded'],
    [summary.renamed, 'renamed'],
    [summary.ready, 'became ready'],
    [summary.processing, 'still being read'],
    [summary.deleted.length, 'deleted'],
    [failed.length + refused.length + edited.length + problems.length, 'left aside'],
  ] as const;
  const told = figures.filter(([count], index) => count > 0 || index === 0);
  await output.item(summary, told.map(([count, what]) => `${count} ${what}`).join(', '));
};
