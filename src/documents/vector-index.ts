import { z } from 'zod';
import { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { requireSystem } from '../platform/database/owner.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { SubjectKind } from '../platform/queue/job-queue.js';
import type { VersionId } from './document.js';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const VersionRow = z.object({ documentId: DocumentId, version: z.int() });
const SettledRow = z.object({
  subjectId: z.uuid(),
  version: z.int(),
  chunkCount: z.int().nullable(),
});

/** What the vector store should hold of the tenant; under a system scope only. */
export const createVectorIndexRepository = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  return {
    /** Of these versions, those that have no row: no worker writes them, and their numbers are never given again. */
    unknownVersions: async (versions: readonly VersionId[]): Promise<VersionId[]> => {
      requireSystem(scope);
      const documentIds = versions.map(({ documentId }) => documentId);
      const numbers = versions.map(({ version }) => version);
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT s.document_id AS "documentId", s.version
        FROM unnest(${documentIds}::uuid[], ${numbers}::int[]) AS s (document_id, version)
        WHERE NOT EXISTS (
          SELECT FROM document_versions v
          WHERE v.tenant_id = ${tenantId}::uuid AND v.document_id = s.document_id AND v.version = s.version)`;
      return VersionRow.array().parse(rows);
    },
    /** What has been indexed under the fingerprint and has no work ahead, by the order of its ids. */
    settled: async ({
      subjectKind,
      fingerprint,
      after,
      limit,
    }: {
      subjectKind: SubjectKind;
      fingerprint: string;
      after: string | null;
      limit: number;
    }): Promise<SettledSubject[]> => {
      requireSystem(scope);
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT t.subject_id AS "subjectId", t.version, v.chunk_count AS "chunkCount"
        FROM ingestion_tasks t
        LEFT JOIN document_versions v ON t.subject_kind = 'document' AND v.tenant_id = t.tenant_id
          AND v.document_id = t.subject_id AND v.version = t.version
        WHERE t.tenant_id = ${tenantId}::uuid AND t.subject_kind = ${subjectKind}
          AND t.subject_id > ${after ?? FIRST_ID}::uuid AND t.action = 'index' AND t.state = 'done'
          AND t.due_at IS NULL AND t.fingerprint = ${fingerprint}
        ORDER BY t.subject_id LIMIT ${limit}`;
      return SettledRow.array().parse(rows);
    },
    /** Has the index of these verified, and repaired, once more; those that are being worked on are left alone. */
    verifyAgain: async (subjectKind: SubjectKind, subjectIds: readonly string[]): Promise<void> => {
      requireSystem(scope);
      await tx.$executeRaw`
        UPDATE ingestion_tasks SET due_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND subject_kind = ${subjectKind} AND action = 'index' AND state = 'done'
          AND subject_id = ANY(${[...subjectIds]}::uuid[])`;
    },
  };
};

export type VectorIndexRepository = ReturnType<typeof createVectorIndexRepository>;

/** A subject whose index task is done, its second verification included; `chunkCount` is null for a memory. */
export type SettledSubject = { subjectId: string; version: number; chunkCount: number | null };
