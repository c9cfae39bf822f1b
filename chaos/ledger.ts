import { appendFileSync } from 'node:fs';

export type Act =
  | 'set up'
  | 'upload'
  | 'replace'
  | 'delete'
  | 'reprocess'
  | 'read'
  | 'list'
  | 'search'
  | 'chat'
  | 'stream'
  | 'remember'
  | 'forget'
  | 'intrude';

/** One request and what came back; times in milliseconds since the run began. */
export type Entry = {
  line: number;
  act: Act;
  who: string;
  request: string;
  sentMs: number;
  endedMs: number;
  /** For so much of this time not even the client had a processor. */
  stalledMs: number;
  /** 0: no answer came, `error` says why. */
  status: number;
  error?: string;
  deadlineMs: number;
  /** The facts of question and answer that matter, by act. */
  facts: Facts;
};

export type Facts = {
  mark?: string;
  documentId?: string;
  version?: number;
  state?: string;
  isBeingReplaced?: boolean;
  key?: string;
  /** Marks of documents that an answer showed. */
  shown?: string[];
  /** Documents that an answer cites. */
  cited?: string[];
  memoryId?: string;
  messageId?: string;
  executionId?: string;
  /** The last event of a stream. */
  last?: string;
  code?: string;
};

export type Ledger = {
  readonly entries: readonly Entry[];
  nowMs(): number;
  /** The time that the client itself has been kept waiting for a processor, since the run began. */
  stalledMs(): number;
  write(entry: Omit<Entry, 'line'>): Entry;
  /** A line about the run itself, for the reader of the file. */
  note(text: string): void;
};

const TICK_MS = 50;

const watchStalls = (): (() => number) => {
  let stalledMs = 0;
  let lastMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    const lateMs = nowMs - lastMs - TICK_MS;
    if (lateMs > TICK_MS) stalledMs += lateMs;
    lastMs = nowMs;
  }, TICK_MS).unref();
  return () => Math.round(stalledMs);
};

/** Kept outside of the system, and never changed: what was asked, and what was promised. */
export const openLedger = (file: string): Ledger => {
  const startedAtMs = performance.now();
  const entries: Entry[] = [];
  const nowMs = () => Math.round(performance.now() - startedAtMs);
  const stalledMs = watchStalls();
  const append = (value: object) => appendFileSync(file, `${JSON.stringify(value)}\n`);
  return {
    entries,
    nowMs,
    stalledMs,
    write: (given) => {
      const entry = { line: entries.length + 1, ...given };
      entries.push(entry);
      append(entry);
      return entry;
    },
    note: (text) => append({ atMs: nowMs(), note: text }),
  };
};
