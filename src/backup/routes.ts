import { userRoute, type Route } from '../http/index.js';
import type { ExportOwnData } from './export-own-data.js';
import type { ExportOwnTenant } from './export-own-tenant.js';

export type TenantExportDeps = { exportOwnTenant: ExportOwnTenant; exportOwnData: ExportOwnData };

export const createTenantExportRoutes = ({
  exportOwnTenant,
  exportOwnData,
}: TenantExportDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/tenant/export',
    operationId: 'exportTenant',
    tag: 'settings',
    errors: ['conflict'],
    summary: 'Download what the administrator may read of the tenant, for `npm run import`',
    roles: ['admin'],
    permission: 'admin',
    responses: {
      200: {
        description:
          'A ZIP archive, at most one at a time and one a minute. A key also needs `documents:read`. It contains no private data of others and no credentials.',
        contentType: 'application/zip',
        isFile: true,
      },
    },
    handle: async ({ scope, signal }) => ({ file: await exportOwnTenant(scope, signal) }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/users/me/export',
    operationId: 'exportOwnData',
    tag: 'profile',
    errors: ['conflict'],
    summary: 'Download your own conversations, memories and files',
    forSelfOnly: true,
    responses: {
      200: {
        description:
          'A ZIP archive of JSON lines and files, at most one at a time and one a minute. A key needs `chat` and `memories` for the data that each gives access to.',
        contentType: 'application/zip',
        isFile: true,
      },
    },
    handle: async ({ scope }) => ({ file: await exportOwnData(scope) }),
  }),
];
