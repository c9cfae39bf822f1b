import type { AuditEntry } from './audit.js';
import type { UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';

type AuditAction =
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

/** Append-only: the application role may neither change nor delete entries. `actorId` null = operator or system. */
export type AuditRepository = {
  append(entry: {
    actorId: UserId | null;
    action: AuditAction;
    subjectId: string;
    result: 'ok' | 'refused';
  }): Promise<void>;
  list(page: PageRequest): Promise<Page<AuditEntry>>;
};
