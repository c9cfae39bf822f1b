import { notFound } from '../shared/errors.js';
import type { TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Page } from '../shared/page.js';
import type { SystemScope, UserScope } from '../shared/scope.js';
import type { TenantRecord } from './tenant.js';
import type { UserRecord } from './user.js';
import type { Database, ScopedRepositories } from './database.js';
import { createLockOrConflict } from './lock-or-conflict.js';
import { adminLock, refuseLastAdmin } from './users.js';
import { auditTenant } from './tenants.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  wakeUp: () => void;
};

export type RemoveUser = (scope: UserScope, id: UserId) => Promise<void>;
export type RemoveTenant = (id: TenantId) => Promise<TenantRecord>;

/** Removes a user with private documents, memories, sessions and keys; what they shared with others stays. */
export const createRemoveUser =
  ({ database, wakeUp }: Deps): RemoveUser =>
  async (scope, id) => {
    await createLockOrConflict({ database })(adminLock(scope), () =>
      // As the system: even an admin does not reach another user's memories.
      database.withScope(makeSystemScope(scope.tenantId), async (tx) => {
        const user = await tx.users.find(id);
        if (user === null) throw notFound();
        refuseLastAdmin(user, await tx.users.countAdmins());
        await removePersonalContent(tx, id);
        await tx.audit.append({
          actorId: scope.userId,
          action: 'user.delete',
          subjectId: id,
          result: 'ok',
        });
      }),
    );
    wakeUp();
  };

const removePersonalContent = async (tx: ScopedRepositories, id: UserId): Promise<void> => {
  for (const documentId of await tx.documents.markPrivateOfUserDeleting(id)) {
    await schedulePurge(tx, 'document', documentId);
  }
  for (const memoryId of await tx.memories.deleteAllOfUser(id)) {
    await schedulePurge(tx, 'memory', memoryId);
  }
  await tx.users.delete(id);
};

// Purging takes all versions of its subject, whichever the task names.
const schedulePurge = (
  tx: ScopedRepositories,
  subjectKind: 'document' | 'memory',
  subjectId: string,
): Promise<void> => tx.tasks.schedule({ subjectKind, subjectId, version: 1, action: 'purge' });

/** Refuses the tenant's credentials from here on, then hands all it holds to the purging tasks; may be repeated after a crash. */
export const createRemoveTenant =
  ({ database, wakeUp }: Deps): RemoveTenant =>
  async (id) => {
    const known = await database.platform.tenants.find(id);
    if (known === null) throw notFound();
    const tenant = await database.platform.tenants.setStatus(id, 'deleting');
    const scope = makeSystemScope(id);
    await emptyTenant(database, scope);
    if (known.status !== 'deleting') await auditTenant(database, scope, 'tenant.delete');
    wakeUp();
    return tenant;
  };

/** What is there is handed to the purging tasks; may be repeated, for what a request under way added meanwhile. */
export const emptyTenant = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  await purgeDocuments(database, scope);
  await removeUsers(database, scope);
};

const BATCH = 100;

const purgeDocuments = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  let after: string | undefined;
  do {
    const page = { limit: BATCH, after };
    const { nextAfter } = await database.withScope(scope, async (tx) => {
      const documents = await tx.documents.list(page);
      for (const { id, status } of documents.items) {
        if (status === 'deleting') continue;
        await tx.documents.markDeleting(id);
        await schedulePurge(tx, 'document', id);
      }
      return documents;
    });
    after = nextAfter ?? undefined;
  } while (after !== undefined);
};

const removeUsers = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  let page: Page<UserRecord>;
  do {
    page = await database.withScope(scope, async (tx) => {
      const users = await tx.users.list({ limit: BATCH });
      for (const { id } of users.items) await removePersonalContent(tx, id);
      return users;
    });
  } while (page.nextAfter !== null);
};
