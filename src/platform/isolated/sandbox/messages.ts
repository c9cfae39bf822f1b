import { z } from 'zod';

export type Language = 'python' | 'shell';

/** What a process is started with. */
export type Order = {
  language: Language;
  script: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** Of the script alone, from its first line on. */
  timeoutMs: number;
  /** Of Python; the shell's files may take as much again. */
  memoryBytes: number;
};

/** What a process says when its script begins. */
export const STARTED = 'started';

/** The process and Python's interpreter have to be ready by then, however slow the machine is. */
export const START_LIMIT_MS = 20_000;

/** What a process says in the end. It has run what others wrote, so nothing is believed but this shape. */
export const Said = z.object({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int(),
  changed: z.array(
    z.tuple([z.string(), z.custom<Uint8Array>((value) => ArrayBuffer.isView(value))]),
  ),
  removed: z.array(z.string()),
  /** Sentences on what was cut or left out. */
  notes: z.array(z.string()),
});
export type Said = z.infer<typeof Said>;

export type Outcome = Omit<Said, 'changed'> & { changed: ReadonlyMap<string, Uint8Array> };
