export type Progress = ReturnType<typeof createProgress>;

type Options = {
  report: (line: string) => void;
  /** Stops the work between two steps. */
  signal: AbortSignal;
  nowMs?: () => number;
};

const INTERVAL_MS = 2000;

/** Counts the progress, and reports it every two seconds. */
export const createProgress = ({ report, signal, nowMs = () => performance.now() }: Options) => {
  const startedAtMs = nowMs();
  let saidAtMs = startedAtMs;
  const done = { rows: 0, files: 0, bytes: 0 };
  return {
    report,
    signal,
    /** Throws if the work should stop. */
    add: ({ rows = 0, files = 0, bytes = 0 }: Partial<typeof done>): void => {
      signal.throwIfAborted();
      done.rows += rows;
      done.files += files;
      done.bytes += bytes;
      if (nowMs() - saidAtMs < INTERVAL_MS) return;
      saidAtMs = nowMs();
      report(`  … ${describe(done)}`);
    },
    summary: (): string =>
      `${describe(done)} in ${((nowMs() - startedAtMs) / 1000).toFixed(1)} seconds`,
  };
};

const describe = ({ rows, files, bytes }: { rows: number; files: number; bytes: number }): string =>
  `${count(rows, 'row')}, ${count(files, 'file')} (${(bytes / 1_000_000).toFixed(1)} MB)`;

export const count = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
