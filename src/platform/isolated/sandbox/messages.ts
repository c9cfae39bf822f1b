import { z } from 'zod';

export type Language = 'python' | 'shell';

/** The first message to a process: its script, the script's files and the limits. */
export type Order = {
  language: Language;
  script: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** The limit of the script only, from its first line on. */
  timeoutMs: number;
  /** The limit for starting the process and Python's interpreter, on the clock, so it includes delays of a busy machine. */
  startLimitMs: number;
  /** The limit of Python's memory; the shell and its files use memory in addition. */
  memoryBytes: number;
};

/** The message of a process when its script begins. */
export const STARTED = 'started';

/** The last message of a process. It has run code that others wrote, so only this shape is accepted. */
export const Said = z.object({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int(),
  changed: z.array(
    z.tuple([z.string(), z.custom<Uint8Array>((value) => ArrayBuffer.isView(value))]),
  ),
  removed: z.array(z.string()),
  /** Sentences about what was cut or left out. */
  notes: z.array(z.string()),
});
export type Said = z.infer<typeof Said>;

export type Outcome = Omit<Said, 'changed'> & { changed: ReadonlyMap<string, Uint8Array> };
