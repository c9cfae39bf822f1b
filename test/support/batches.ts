import { BatchId, DocumentId, newId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { leaseOf, type TestTenant } from './tenant.js';

type Batch = { owner: UserScope; visibilities: readonly string[]; refused?: number };

/** A batch that has arrived whole: a queued document of each visibility, and files that were refused. */
export const createBatch = async (
  database: Database,
  { owner, visibilities, refused = 0 }: Batch,
): Promise<{ batchId: BatchId; documentIds: DocumentId[] }> => {
  const batchId = newId(BatchId);
  const documentIds = visibilities.map(() => newId(DocumentId));
  await database.withScope(owner, async (tx) => {
    await tx.batches.create(batchId);
    for (const [position, visibility] of visibilities.entries()) {
      const id = documentIds[position] ?? newId(DocumentId);
      await tx.documents.create({
        id,
        ownerId: owner.userId,
        title: 'Salaries',
        visibility,
        metadata: {},
        filename: 'a.txt',
        mimeType: 'text/plain',
        sizeBytes: 1,
        sha256: id,
        fileKey: id,
      });
      const subject = { subjectKind: 'document', subjectId: id } as const;
      await tx.tasks.schedule({ ...subject, version: 1, action: 'index' });
      await tx.batches.addDocument({
        batchId,
        position,
        name: 'salaries.txt',
        status: 'accepted',
        documentId: id,
        version: 1,
      });
    }
    const files = Array.from({ length: refused }, (_, index) => ({
      position: visibilities.length + index,
      name: 'salaries.exe',
      errorCode: 'unsupported_format' as const,
    }));
    await tx.batches.close(batchId, files);
  });
  return { batchId, documentIds };
};

/** Ends the work on a document as the worker does. */
export const finishDocument = async (
  database: Database,
  tenant: TestTenant,
  documentId: DocumentId,
): Promise<void> => {
  const lease = await leaseOf(database, tenant, documentId);
  await database.withScope(tenant.system, (tx) =>
    tx.documents.finish({ documentId, version: 1 }, { status: 'ready', errorCode: null }, lease),
  );
};
