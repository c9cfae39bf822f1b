import { compare, PAGE } from './compare.js';
import type { Hashed } from './hash.js';
import type { Run } from './run.js';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Counts what has become ready; in one request for a thousand files, ever more seldom while nothing happens. */
export const waitForAll = async (run: Run, files: readonly Hashed[]): Promise<void> => {
  const { summary, output, signal } = run;
  let left = files;
  let waitMs = FIRST_WAIT_MS;
  while (left.length > 0) {
    const before = left.length;
    left = await lookAgain(run, left);
    summary.processing = left.length;
    if (!run.waits) return;
    if (left.length === 0) return;
    output.progress(`${left.length} of ${files.length} are being read`);
    waitMs = left.length < before ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS);
    await run.sleep(waitMs, signal);
  }
};

const lookAgain = async (run: Run, files: readonly Hashed[]): Promise<Hashed[]> => {
  const left: Hashed[] = [];
  for (let start = 0; start < files.length; start += PAGE) {
    for (const compared of await compare(run, files.slice(start, start + PAGE))) {
      const { state, file } = compared;
      if (state === 'processing') left.push(compared);
      else if (state === 'same') run.summary.ready += 1;
      else if (state === 'failed') run.summary.failed.push(file.path);
      // Somebody has deleted or replaced it meanwhile.
      else run.summary.edited.push(file.path);
    }
  }
  return left;
};
