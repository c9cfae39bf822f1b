import { z } from 'zod';

/** A message of the process: first that it is ready, and then one answer for each expression. */
export const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('value'), value: z.string() }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;
