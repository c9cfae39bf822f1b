import {
  DocumentId,
  newId,
  TenantId,
  UserId,
  chunkIdOf,
  type ChunkId,
} from '../../src/shared/ids.js';
import type { TextBlock } from '../../src/documents/schema.js';
import type { DocumentWarning } from '../../src/shared/document-warnings.js';
import { makeSystemScope, makeUserScope } from '../../src/shared/make-scope.js';
import {
  Permission,
  type SystemScope,
  type TenantRole,
  type UserScope,
} from '../../src/shared/scope.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import type { Database } from '../../src/compose/repositories.js';

export type TestTenant = {
  tenantId: TenantId;
  slug: string;
  admin: UserScope;
  member: UserScope;
  system: SystemScope;
  addUser(user?: { role?: TenantRole; groups?: readonly string[] }): Promise<UserScope>;
};

export const createTestTenant = async (database: Database): Promise<TestTenant> => {
  const tenantId = newId(TenantId);
  const slug = `tenant-${tenantId}`;
  const system = makeSystemScope(tenantId);
  await database.platform.tenants.create({ id: tenantId, slug });
  await database.withScope(system, (tx) =>
    tx.settings.create({ name: 'Test tenant', systemPrompt: null, policy: TenantPolicy.parse({}) }),
  );
  const addUser: TestTenant['addUser'] = async ({ role = 'member', groups = [] } = {}) => {
    const userId = newId(UserId);
    const groupKeys = await database.withScope(system, async (tx) => {
      await tx.users.create({ id: userId, email: `${userId}@example.test`, role, groups });
      return tx.users.groupKeys(userId);
    });
    return makeUserScope({
      tenantId,
      userId,
      role,
      groups: groupKeys,
      permissions: Permission.options,
    });
  };
  const admin = await addUser({ role: 'admin' });
  return { tenantId, slug, system, addUser, admin, member: await addUser() };
};

type ReadyDocument = {
  owner: UserScope;
  visibility?: string;
  title?: string;
  passages?: readonly string[];
  otherLanguages?: readonly string[];
  warnings?: readonly DocumentWarning[];
  blocks?: readonly TextBlock[];
  metadata?: Record<string, string | number | boolean>;
};

/** Puts a document with these passages into the database as the worker leaves it: ready, one chunk each. */
export const createReadyDocument = async (
  database: Database,
  tenant: TestTenant,
  { passages = ['First.'], otherLanguages = [], warnings = [], blocks, ...document }: ReadyDocument,
): Promise<{ documentId: DocumentId; chunkIds: ChunkId[] }> => {
  const documentId = newId(DocumentId);
  await createQueuedDocument(database, documentId, document);
  const lease = await leaseOf(database, tenant, documentId);
  const chunks = passages.map((content, index) => ({
    id: chunkIdOf({ tenantId: tenant.tenantId, documentId, version: 1, index }),
    index,
    content,
    chapter: null,
    pageStart: null,
    pageEnd: null,
    charStart: 0,
    charEnd: content.length,
    tokenCount: 3,
    language: 'en',
    contentHash: `hash-${index}`,
    ...(blocks && { blocks }),
  }));
  const parsed = {
    title: null,
    mimeType: 'text/plain',
    language: 'en',
    otherLanguages,
    pageCount: null,
    chunking: '[1,400]',
    warnings,
  };
  await database.withScope(tenant.system, async (tx) => {
    const text = passages.join('\n');
    await tx.documents.saveParsed(
      { documentId, version: 1 },
      { ...parsed, text, chunkCount: chunks.length },
      lease,
    );
    await tx.chunks.replace({ documentId, version: 1 }, chunks, lease);
    await tx.documents.finish(
      { documentId, version: 1 },
      { status: 'ready', errorCode: null },
      lease,
    );
    await tx.tasks.settle(lease, { state: 'done', fingerprint: 'test', verifyAgainMs: null });
  });
  return { documentId, chunkIds: chunks.map(({ id }) => id) };
};

const createQueuedDocument = (
  database: Database,
  id: DocumentId,
  { owner, visibility = 'tenant', title = 'Handbook', metadata = {} }: ReadyDocument,
): Promise<void> =>
  database.withScope(owner, async (tx) => {
    await tx.documents.create({
      id,
      ownerId: owner.userId,
      title,
      visibility,
      metadata,
      filename: `${title}.txt`,
      mimeType: 'text/plain',
      sizeBytes: 10,
      sha256: id,
      fileKey: id,
    });
    const task = { subjectKind: 'document', subjectId: id, version: 1, action: 'index' } as const;
    await tx.tasks.schedule(task);
  });

/** Claims the task of this subject, leaving others' as they are. */
export const leaseOf = async (
  database: Database,
  tenant: Pick<TestTenant, 'tenantId'>,
  subjectId: string,
) => {
  const { tasks } = await database.platform.tasks.findDue({
    maxInFlight: 1000,
    perTenant: 1000,
    maxSlow: 1000,
  });
  const task = tasks.find((candidate) => candidate.subjectId === subjectId);
  if (!task) throw new Error('No task of this subject is due.');
  const claimed = await database.platform.tasks.claim({
    taskId: task.id,
    tenantId: tenant.tenantId,
    leaseMs: 60_000,
  });
  if (!claimed) throw new Error('The task could not be claimed.');
  return { taskId: claimed.id, epoch: claimed.epoch };
};
