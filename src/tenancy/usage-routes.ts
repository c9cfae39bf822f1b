import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import type { PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import { UsageFigures, UserDay, type DayRange } from './usage.js';
import type { UsageReport } from './read-usage.js';
import {
  listQueryFields,
  toList,
  toPageRequest,
  dayField,
  userRoute,
  type Route,
} from '../http/index.js';

export type UsageDeps = {
  readUsage: (scope: UserScope, range: DayRange, page: PageRequest) => Promise<UsageReport>;
  now: () => Date;
};

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const Usage = z
  .object({
    from: z.string(),
    to: z.string(),
    totals: UsageFigures.meta({ id: 'UsageFigures' }),
    items: z.array(UserDay.meta({ id: 'UserDay' })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Usage' });

export const createUsageRoutes = ({ readUsage, now }: UsageDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/usage',
    summary: 'Questions, documents, tokens and cost per day and user',
    roles: ['admin'],
    permission: 'admin',
    query: z.strictObject({
      ...listQueryFields,
      from: dayField.optional().describe('First day in UTC; default: 30 days up to `to`.'),
      to: dayField.optional().describe('Last day in UTC; default: today.'),
    }),
    responses: {
      200: { description: 'Newest day first; `totals` are of the whole range', schema: Usage },
    },
    handle: async ({ scope, query }) => {
      const range = toRange(query, now());
      const owner = { list: 'usage', scope, position: 'day' } as const;
      const { totals, ...page } = await readUsage(scope, range, toPageRequest(owner, query));
      return {
        status: 200,
        body: { ...range, totals, ...toList(owner, page, (day) => day) },
      };
    },
  }),
];

const toDay = (time: Date): string => time.toISOString().slice(0, 10);

const toRange = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): DayRange => {
  const last = to ?? toDay(now);
  const first = from ?? toDay(new Date(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS));
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) {
    throw new AppError('validation_failed', `The range must be 1 to ${MAX_DAYS} days.`);
  }
  return { from: first, to: last };
};
