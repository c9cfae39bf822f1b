import { appendFileSync } from 'node:fs';

export type Act =
  | 'set up'
  | 'upload'
  | 'replace'
  | 'delete'
  | 'reprocess'
  | 'read'
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
  /** 0: no answer came, `error` says why. */
  status: number;
  error?: string;
  deadlineMs: number;
  /** What matters of question and answer, by act. */
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
  /** Of a stream: its last event. */
  last?: string;
  code?: string;
};

export type Ledger = {
  readonly entries: readonly Entry[];
  nowMs(): number;
  write(entry: Omit<Entry, 'line'>): Entry;
  /** A line about the run itself, for the reader of the file. */
  note(text: string): void;
};

/** Kept outside of the system, and never changed: what was asked, and what was promised. */
export const openLedger = (file: string): Ledger => {
  const startedAtMs = performance.now();
  const entries: Entry[] = [];
  const nowMs = () => Math.round(performance.now() - startedAtMs);
  const append = (value: object) => appendFileSync(file, `${JSON.stringify(value)}\n`);
  return {
    entries,
    nowMs,
    write: (given) => {
      const entry = { line: entries.length + 1, ...given };
      entries.push(entry);
      append(entry);
      return entry;
    },
    note: (text) => append({ atMs: nowMs(), note: text }),
  };
};
