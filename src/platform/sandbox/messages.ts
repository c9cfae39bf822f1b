import { z } from 'zod';

export type Language = 'python' | 'shell';

/** What a process is started with. */
export type Order = {
  language: Language;
  script: string;
  files: ReadonlyMap<string, Uint8Array>;
  timeoutMs: number;
  /** Of Python; the shell's files may take as much again. */
  memoryBytes: number;
};

/** The one thing a process says. It has run what others wrote, so nothing is believed but this shape. */
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
