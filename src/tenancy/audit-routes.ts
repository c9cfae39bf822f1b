import { AuditEntry } from './audit.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import { ListQuery, listOf, toList, toPageRequest, userRoute, type Route } from '../http/index.js';

export type AuditDeps = {
  readAudit: (scope: UserScope, page: PageRequest) => Promise<Page<AuditEntry>>;
};

const AuditList = listOf(AuditEntry.meta({ id: 'AuditEntry' }), 'AuditList');

export const createAuditRoutes = ({ readAudit }: AuditDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/audit',
    summary: 'Who did what in the tenant',
    roles: ['admin'],
    permission: 'admin',
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: AuditList } },
    handle: async ({ scope, query }) => {
      const owner = { list: 'audit', scope };
      const page = await readAudit(scope, toPageRequest(owner, query));
      return { status: 200, body: toList(owner, page, (entry) => entry) };
    },
  }),
];
