import { z } from 'zod';
import { Manifest } from './manifest.js';

/** The first and only message to the process of local models. */
export const Start = z.object({
  socket: z.string(),
  /** The folder of all local models. */
  folder: z.string(),
  threads: z.int().positive(),
  models: z.array(z.object({ folder: z.string(), manifest: Manifest })),
});
export type Start = z.infer<typeof Start>;

/** `listening`: its socket accepts requests, which wait until their model is loaded · `failed`: it cannot work, with the reason. */
export const Said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening') }),
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('failed'), what: z.enum(['runtime', 'model']), reason: z.string() }),
]);
export type Said = z.infer<typeof Said>;
