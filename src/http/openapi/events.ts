import { z } from 'zod';

type Kinds = Readonly<Record<string, z.ZodType>>;

/** The events of a stream, distinguished by `event`: each kind has its own schema, named after its stream. */
export const eventsOf = (id: string, kinds: Kinds, description: string): z.ZodType => {
  const [first, ...others] = Object.entries(kinds).map(([event, data]) =>
    z.object({ event: z.literal(event), data }).meta({ id: `${id}${toPascalCase(event)}` }),
  );
  if (first === undefined) throw new Error(`${id} has no events.`);
  return z.discriminatedUnion('event', [first, ...others]).meta({
    id,
    description: `One server-sent event: \`event\` is its name, \`data\` its JSON. Lines that start with a colon keep the connection open. ${description}`,
  });
};

const toPascalCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
