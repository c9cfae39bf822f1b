import { z } from 'zod';
import { AuditEntryId, UserId } from '../shared/ids.js';

/** `actorId` null: the operator, or the system itself. */
export const AuditEntry = z.object({
  id: AuditEntryId,
  actorId: UserId.nullable(),
  action: z.string(),
  subjectId: z.string(),
  result: z.enum(['ok', 'refused']),
  createdAt: z.date(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export type AuditAction =
  | 'tenant.create'
  | 'tenant.update'
  | 'tenant.delete'
  | 'user.create'
  | 'user.update'
  | 'user.delete'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'policy.update'
  | 'document.create'
  | 'document.update'
  | 'document.replace'
  | 'document.reprocess'
  | 'document.delete'
  | 'execution.read_foreign';
