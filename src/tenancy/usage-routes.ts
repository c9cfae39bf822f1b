import { z } from 'zod';
import { operatorRoute, userRoute, type Route } from '../http/index.js';
import { dayField, listQueryFields, readList } from '../shared/lists.js';
import { AppError } from '../shared/errors.js';
import { TenantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import {
  DAY_MS,
  QuotaUse,
  TenantDay,
  toDay,
  UsageFigures,
  UserDay,
  type DayRange,
} from './usage.js';

export type UsageDeps = {
  readUsage: (
    scope: UserScope,
    range: DayRange,
    page: PageRequest,
  ) => Promise<Page<UserDay> & { totals: UsageFigures; now: QuotaUse }>;
  readTenantUsage: (
    tenantId: TenantId,
    range: DayRange,
    page: PageRequest,
  ) => Promise<Page<TenantDay> & { totals: UsageFigures; now: QuotaUse }>;
  now: () => Date;
};

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const UsageQuery = z.strictObject({
  ...listQueryFields,
  from: dayField.optional().describe('First day in UTC; default: 30 days up to `to`.'),
  to: dayField.optional().describe('Last day in UTC; default: today.'),
});

export const createUsageRoutes = ({ readUsage, readTenantUsage, now }: UsageDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'usage',
    summary: 'Read usage per day and user: questions, searches, uploads and cost',
    roles: ['admin'],
    permission: 'admin',
    query: UsageQuery,
    responses: {
      200: { description: 'Newest day first; `totals` cover the whole range', schema: UsageView },
    },
    answer: async ({ scope, query }) => {
      const range = toRange(query, now());
      const page = await readList({ list: 'usage', scope, position: 'day' }, query, (request) =>
        readUsage(scope, range, request),
      );
      return { ...range, ...page };
    },
  }),
  operatorRoute({
    method: 'get',
    path: '/v1/tenants/:id/usage',
    operationId: 'getTenantUsage',
    tag: 'tenants',
    summary: "Read a tenant's usage per day, and its current usage and limits: numbers only",
    params: z.strictObject({ id: TenantId }),
    query: UsageQuery,
    responses: {
      200: {
        description: 'Newest day first; `totals` cover the whole range',
        schema: TenantUsageView,
      },
    },
    answer: async ({ params: { id }, query }) => {
      const range = toRange(query, now());
      const list = { list: `usage/${id}`, scope: null, position: 'day' } as const;
      const page = await readList(list, query, (request) => readTenantUsage(id, range, request));
      return { ...range, ...page };
    },
  }),
];

const UsageTotals = UsageFigures.meta({ id: 'UsageFigures' });

const viewOf = (day: z.ZodType, id: string) =>
  z
    .object({
      from: z.string(),
      to: z.string(),
      totals: UsageTotals,
      now: QuotaUse,
      items: z.array(day),
      nextCursor: z.string().nullable(),
    })
    .meta({ id });

const UsageView = viewOf(UserDay.meta({ id: 'UserDay' }), 'Usage');
const TenantUsageView = viewOf(TenantDay.meta({ id: 'TenantDay' }), 'TenantUsage');

const toRange = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): DayRange => {
  const last = to ?? toDay(now.getTime());
  const first = from ?? toDay(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) {
    throw new AppError('validation_failed', `The range must be 1 to ${MAX_DAYS} days.`);
  }
  return { from: first, to: last };
};
