import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import { UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { type UserScope } from '../shared/scope.js';
import {
  listOf,
  listQueryFields,
  listTotal,
  readList,
  readRange,
  timeField,
  totalField,
} from '../shared/lists.js';
import { AuditEntry, type AuditFilter } from './audit.js';

export type AuditDeps = {
  readAudit: (
    scope: UserScope,
    request: AuditFilter & PageRequest & { withTotal?: boolean },
  ) => Promise<Page<AuditEntry> & { total?: number }>;
};

const AuditQuery = z.strictObject({
  ...listQueryFields,
  actorId: UserId.optional(),
  actorEmail: z
    .string()
    .trim()
    .toLowerCase()
    .max(320)
    .optional()
    .describe("Prefix of the actor's address; deleted users have none."),
  action: z
    .string()
    .regex(
      /^[a-z_]{1,32}(?:\.[a-z_]{1,32})?$/,
      'must be an action, as user.create, or its first word',
    )
    .optional()
    .describe('`user.create`, or `user` for everything done with users.'),
  from: timeField.optional().describe('At or after.'),
  to: timeField.optional().describe('Before.'),
  total: totalField,
});

export const createAuditRoutes = ({ readAudit }: AuditDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/audit',
    operationId: 'listAuditEntries',
    tag: 'audit',
    summary: 'Who did what in the tenant',
    roles: ['admin'],
    permission: 'admin',
    query: AuditQuery,
    responses: {
      200: { description: 'Newest first', schema: listOf(AuditEntry, 'AuditList', listTotal) },
    },
    answer: ({ scope, query }) => {
      const { actorId, actorEmail, action, total: withTotal } = query;
      const which = { ...readRange(query), actorId, actorEmail, action };
      return readList({ list: 'audit', scope }, query, (page) =>
        readAudit(scope, { ...page, ...which, withTotal }),
      );
    },
  }),
];
