import { z } from 'zod';
import { ListQuery, listOf, readList, userRoute, type Route } from '../http/index.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AuditEntryId, newId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope, UserScope } from '../shared/scope.js';

/** `actorId` null: the operator, or the system itself.  The subject of `tool.call` is the execution that made it. */
const AuditEntry = z
  .object({
    id: AuditEntryId,
    actorId: UserId.nullable(),
    action: z.string(),
    subjectId: z.string(),
    result: z.enum(['ok', 'refused', 'failed']),
    toolName: z.string().nullable().describe('Of `tool.call`: a call that changes something.'),
    errorCode: z.string().nullable().describe('Of a call that failed.'),
    holderId: UserId.nullable().describe('Whose key it is; who joined or left the group.'),
    createdAt: z.date(),
  })
  .meta({ id: 'AuditEntry' });
type AuditEntry = z.infer<typeof AuditEntry>;

type NewEntry = Pick<AuditEntry, 'actorId' | 'subjectId'> & {
  action:
    | 'tenant.create'
    | 'tenant.update'
    | 'tenant.delete'
    | 'user.create'
    | 'user.update'
    | 'user.change_role'
    | 'user.delete'
    | 'api_key.create'
    | 'api_key.confirm'
    | 'api_key.revoke'
    | 'group.create'
    | 'group.update'
    | 'group.delete'
    | 'group.add_member'
    | 'group.remove_member'
    | 'policy.update'
    | 'document.create'
    | 'document.update'
    | 'document.change_visibility'
    | 'document.replace'
    | 'document.reprocess'
    | 'document.delete'
    | 'file.create'
    | 'file.replace'
    | 'file.delete'
    | 'execution.read_foreign'
    | 'tool.call'
    | 'sign_in.start'
    | 'sign_in.end'
    | 'sign_in.token_reused'
    | 'sign_in.configure'
    | 'password.change'
    | 'invitation.create'
    | 'invitation.accept';
  result?: AuditEntry['result'];
  toolName?: string;
  errorCode?: string | null;
  holderId?: UserId;
};

export type AuditRepository = ReturnType<typeof createAuditRepository>;

export type AuditDeps = {
  readAudit: (scope: UserScope, page: PageRequest) => Promise<Page<AuditEntry>>;
};

/** Append-only: the application role may neither change nor delete entries. */
export const createAuditRepository = (tx: Transaction, { tenantId }: Scope) => ({
  append: async ({
    actorId,
    action,
    subjectId,
    result = 'ok',
    ...details
  }: NewEntry): Promise<void> => {
    const { toolName = null, errorCode = null, holderId = null } = details;
    await tx.$executeRaw`
      INSERT INTO audit_entries (tenant_id, id, actor_id, action, subject_id, result, tool_name, error_code, holder_id)
      VALUES (${tenantId}::uuid, ${newId(AuditEntryId)}::uuid, ${actorId}::uuid, ${action}, ${subjectId}, ${result},
        ${toolName}, ${errorCode}, ${holderId}::uuid)`;
  },
  list: async (page: PageRequest): Promise<Page<AuditEntry>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT id, actor_id AS "actorId", action, subject_id AS "subjectId", result, tool_name AS "toolName",
        error_code AS "errorCode", holder_id AS "holderId", created_at AS "createdAt"
      FROM audit_entries WHERE tenant_id = ${tenantId}::uuid ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(AuditEntry.array().parse(rows), page);
  },
});

export const createAuditRoutes = ({ readAudit }: AuditDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/audit',
    summary: 'Who did what in the tenant',
    roles: ['admin'],
    permission: 'admin',
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(AuditEntry, 'AuditList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'audit', scope }, query, (page) => readAudit(scope, page)),
  }),
];
