import { z } from 'zod';

/** A message of the process: first that it is ready, then one answer per expression. */
export const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('value'), value: z.string() }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;
