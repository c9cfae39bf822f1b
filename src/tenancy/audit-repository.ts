import { AuditEntry, type AuditAction } from './audit.js';
import { AuditEntryId, newId, type UserId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql } from '../platform/database/sql.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { PageRequest, Page } from '../shared/page.js';

/** Append-only: the application role may neither change nor delete entries. `actorId` null = operator or system. */
export const createAuditRepository = (tx: Transaction, { tenantId }: Scope) => ({
  append: async ({
    actorId,
    action,
    subjectId,
    result,
  }: {
    actorId: UserId | null;
    action: AuditAction;
    subjectId: string;
    result: 'ok' | 'refused';
  }): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO audit_entries (tenant_id, id, actor_id, action, subject_id, result)
      VALUES (${tenantId}::uuid, ${newId(AuditEntryId)}::uuid, ${actorId}::uuid, ${action}, ${subjectId}, ${result})`;
  },
  list: async (page: PageRequest): Promise<Page<AuditEntry>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT id, actor_id AS "actorId", action, subject_id AS "subjectId", result, created_at AS "createdAt"
      FROM audit_entries WHERE tenant_id = ${tenantId}::uuid ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(AuditEntry.array().parse(rows), page);
  },
});

export type AuditRepository = ReturnType<typeof createAuditRepository>;
