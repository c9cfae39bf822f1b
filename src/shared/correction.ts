import { z } from 'zod';

/** A word of the question that occurs in nothing the caller may see, and the word that was searched instead. */
export const Correction = z.object({ from: z.string(), to: z.string() }).meta({
  id: 'Correction',
  description: 'A word that was not found, and the word used instead',
});
export type Correction = z.infer<typeof Correction>;
