import { z } from 'zod';

/** Clients request more than our page size; they continue if there is more. */
const MAX_PAGE = 100;

export const ListQuery = z.looseObject({
  after: z.uuid().optional().describe('The last id of the previous page.'),
  limit: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform((text) => Math.min(Math.max(Number(text), 1), MAX_PAGE))
    .optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

export const pageOf = ({ limit = 20, after }: z.output<typeof ListQuery>) => ({ limit, after });

export const listSchema = <Item extends z.ZodType>(item: Item, id: string) =>
  z
    .object({
      object: z.literal('list'),
      data: z.array(item),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
      has_more: z.boolean(),
    })
    .meta({ id });

/** A page in the form these clients continue from: by the id of its last item. */
export const toList = <Item extends { id: string }>(data: Item[], hasMore: boolean) => ({
  object: 'list' as const,
  data,
  has_more: hasMore,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
});

export const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
