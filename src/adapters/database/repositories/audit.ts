import { AuditEntryId, newId } from '../../../domain/ids.js';
import type { Scope } from '../../../domain/scope.js';
import type { AuditRepository } from '../../../ports/database/audit.js';
import type { Transaction } from './transaction.js';

export const createAuditRepository = (tx: Transaction, { tenantId }: Scope): AuditRepository => ({
  append: async ({ actorId, action, subjectId, result }) => {
    await tx.$executeRaw`
      INSERT INTO audit_entries (tenant_id, id, actor_id, action, subject_id, result)
      VALUES (${tenantId}::uuid, ${newId(AuditEntryId)}::uuid, ${actorId}::uuid, ${action}, ${subjectId}, ${result})`;
  },
});
