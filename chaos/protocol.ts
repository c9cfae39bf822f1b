import { z } from 'zod';

/** A safeguard that can be switched off, to see that the run notices. */
export const Mutation = z.enum(['loop', 'epoch', 'verify']);
export type Mutation = z.infer<typeof Mutation>;

/** Places where a process can be made to end or to stand still. */
export const Place = z.enum([
  'file written',
  'document committed',
  'parse',
  'chunk',
  'embed',
  'upsert',
  'verify',
  'ready',
]);
export type Place = z.infer<typeof Place>;

export const Command = z.discriminatedUnion('do', [
  /** Ends itself as kill -9 does, the next time it comes there; null takes the order back. */
  z.object({ do: z.literal('die'), at: Place.nullable() }),
  /** Stands still as under SIGSTOP after its next batch of vectors, outside of any lock; false takes the order back. */
  z.object({ do: z.literal('stand still'), isOn: z.boolean() }),
  /** Keeps its event loop busy. */
  z.object({ do: z.literal('block'), ms: z.number() }),
  /** Its clock jumps; 0 brings it back. */
  z.object({ do: z.literal('clock'), offsetMs: z.number() }),
  /** The next batches of vectors are acknowledged, and this share of them is not stored. */
  z.object({ do: z.literal('lose vectors'), times: z.int() }),
  /** These calls of the vector store fail so many times. */
  z.object({ do: z.literal('fail'), call: z.enum(['delete', 'memory', 'upsert']), times: z.int() }),
  /** Writing a memory takes so long. */
  z.object({ do: z.literal('slow memories'), ms: z.number() }),
]);
export type Command = z.infer<typeof Command>;

export const MemberArgument = z.object({
  role: z.enum(['api', 'worker']),
  without: Mutation.nullable(),
  /** The file in which a loop without repair remembers what it queued. */
  queuedFile: z.string(),
  commands: z.array(Command),
});
export type MemberArgument = z.infer<typeof MemberArgument>;

export const Report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begun') }),
  /** A command was carried out. */
  z.object({ type: z.literal('struck'), what: z.string() }),
]);
export type Report = z.infer<typeof Report>;
