import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, fieldsRefused } from './errors.js';
import type { Page, PageRequest, TimeRange } from './page.js';
import type { UserScope } from './scope.js';

const limit = z.coerce.number().int().min(1).max(100).default(20).describe('Items per page.');
const cursor = z.string().max(1000).optional().describe('`nextCursor` of the page before.');

/** The query of a list without its own filters. */
export const ListQuery = z.strictObject({ limit, cursor });
export const listQueryFields = { limit, cursor };

/** A column's name, or with `-` in descending order. */
export const sortOf = <Column extends string>(columns: readonly Column[]) =>
  z.enum([...columns, ...columns.map((column): `-${Column}` => `-${column}`)]).meta({
    description: '`-` means descending.',
    // Names for generated clients, because `-title` is not a valid name in any language.
    'x-enum-varnames': [...columns, ...columns.map((column) => `${column}Descending`)],
  });

export const totalField = z
  .stringbool()
  .default(false)
  .meta({ type: 'boolean', default: false })
  .describe('Also counts all entries of the list.');

/** Added to a page if the total was requested. */
export const listTotal = {
  total: z.int().optional().describe('With `total=true`: how many there are in all.'),
};

const otherMillennium = { error: 'must lie in this millennium' };

const THIS_MILLENNIUM = /^2\d{3}-/;

/** A time for filtering a list. */
export const timeField = z.iso
  .datetime({ offset: true })
  .refine((value) => THIS_MILLENNIUM.test(value), otherMillennium);

/** The time range for filtering a list; `from` must be before `to`. */
export const readRange = (given: {
  from?: string | undefined;
  to?: string | undefined;
}): TimeRange => {
  const [from, to] = [toDate(given.from), toDate(given.to)];
  if (from !== undefined && to !== undefined && from >= to) {
    throw fieldsRefused([{ path: 'from', message: 'must be before `to`' }]);
  }
  return { from, to };
};

const toDate = (time: string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time);

/** A UTC day for filtering a list. */
export const dayField = z.iso
  .date()
  .refine((value) => THIS_MILLENNIUM.test(value), otherMillennium);

type ListOwner = {
  list: string;
  scope: Pick<UserScope, 'tenantId' | 'userId'> | null;
  /** The form of a position: an item's id, its index, a day and a user's id, or a form defined by the list's own order. */
  position?: 'id' | 'index' | 'day' | 'order';
};

/** The page that the query asks for, as a response; its cursor opens the next page of this list, with these filters, for this reader. */
export const readList = async <Read extends Page<unknown>>(
  list: ListOwner,
  { limit, cursor: encoded, ...filters }: z.output<typeof ListQuery>,
  read: (page: PageRequest) => Promise<Read>,
): Promise<Omit<Read, 'nextAfter'> & { nextCursor: string | null }> => {
  const owner = { ...list, filters };
  const after = encoded === undefined ? {} : { after: decodeCursor(owner, encoded) };
  const { nextAfter, ...page } = await read({ limit, ...after });
  return { ...page, nextCursor: nextAfter === null ? null : encodeCursor(owner, nextAfter) };
};

// Cursors are not secret, so the form of a position is validated as well.
const POSITION = {
  id: z.uuid(),
  index: z.string().regex(/^\d{1,9}$/),
  order: z.base64url().max(700),
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}\/[0-9a-f-]{36}$/),
};

type FilteredList = ListOwner & { filters: object };

const decodeCursor = (owner: FilteredList, encoded: string): string => {
  const [sum, after] = Buffer.from(encoded, 'base64url').toString().split('.', 2);
  const position = POSITION[owner.position ?? 'id'].safeParse(after);
  if (after === undefined || sum !== checksum(owner, after) || !position.success) {
    const message = 'does not belong to this list under these filters and this order';
    throw new AppError('unparsable_request', `The cursor ${message}.`, {
      errors: [{ path: 'cursor', message }],
    });
  }
  return after;
};

const checksum = ({ list, scope, filters }: FilteredList, after: string): string =>
  createHash('sha256')
    .update(JSON.stringify([list, scope?.tenantId, scope?.userId, toSorted(filters), after]))
    .digest('base64url')
    .slice(0, 16);

/** Requesting the total does not make it a different list. */
const toSorted = (filters: object) =>
  Object.entries(filters)
    .filter(([name]) => name !== 'total')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

const encodeCursor = (owner: FilteredList, after: string): string =>
  Buffer.from(`${checksum(owner, after)}.${after}`).toString('base64url');

export const listOf = (item: z.ZodType, id: string, further: z.ZodRawShape = {}) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), ...further }).meta({ id });

/** A query parameter written as JSON. */
export const jsonQuery = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(8000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
