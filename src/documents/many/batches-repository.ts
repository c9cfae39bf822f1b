import { z } from 'zod';
import { rawSql, rowsOf, sql, type Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { DocumentEvents } from '../events.js';
import { visibleTo } from '../rights.js';
import type { ErrorCode } from '../../shared/errors.js';
import { BatchId, type DocumentId } from '../../shared/ids.js';
import { requireSystem, requireUser, type Scope } from '../../shared/scope.js';

/** A file of a batch that became a document or matches an existing one. */
export type BatchedDocument = {
  batchId: BatchId;
  position: number;
  name: string;
  status: 'accepted' | 'duplicate';
  documentId: DocumentId;
  /** The version that has this file's content. */
  version: number;
};

export type RefusedFile = { position: number; name: string; errorCode: ErrorCode };

export const BatchRecord = z.object({
  id: BatchId,
  createdAt: z.date(),
  receivedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  processing: z.int(),
  ready: z.int(),
  failed: z.int(),
  deleted: z.int(),
  refused: z.int(),
});
export type BatchRecord = z.infer<typeof BatchRecord>;

export type BatchRepository = ReturnType<typeof createBatchRepository>;

/** Counts of a batch's files by outcome. */
const BatchStates = BatchRecord.pick({
  processing: true,
  ready: true,
  failed: true,
  deleted: true,
  refused: true,
});
export type BatchStates = z.infer<typeof BatchStates>;

type BatchEvents = Pick<DocumentEvents, 'batchesCompleted'>;

/** Gives access only to batches of the scope's own user; `statesShown` alone also counts those of others. */
export const createBatchRepository = (tx: Transaction, scope: Scope, events: BatchEvents) => ({
  create: async (id: BatchId): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.models.documentBatch.create({ data: { tenantId, id, ownerId: userId } });
  },
  /**
   * Runs in the commit that creates the document, so that its completion is never missed. A file that is sent again replaces its own entry.
   */
  addDocument: async ({ batchId, documentId, ...file }: BatchedDocument): Promise<void> => {
    const { tenantId } = scope;
    const { position, name, status, version } = file;
    await tx.$executeRaw`
      INSERT INTO document_batch_files (tenant_id, batch_id, position, name, status, document_id, version)
      VALUES (${tenantId}::uuid, ${batchId}::uuid, ${position}, ${name}, ${status}, ${documentId}::uuid, ${version})
      ON CONFLICT (tenant_id, batch_id, position) DO UPDATE SET
        status = excluded.status, document_id = excluded.document_id, version = excluded.version, error_code = NULL`;
  },
  /** Marks a batch as fully received; if its documents have already finished, the batch is complete. */
  close: async (id: BatchId, refused: readonly RefusedFile[]): Promise<void> => {
    const { tenantId } = scope;
    const rows = refused.map((file) => ({ tenantId, batchId: id, status: 'refused', ...file }));
    // Makes transactions that finish documents of the batch wait for each other, so that the last one is noticed.
    await tx.models.documentBatch.updateMany({
      where: { tenantId, id, receivedAt: null },
      data: { receivedAt: await tx.$now() },
    });
    await tx.$executeRaw`
      INSERT INTO document_batch_files (tenant_id, batch_id, position, name, status, error_code)
      SELECT tenant_id, batch_id, position, name, status, error_code FROM ${rowsOf('document_batch_files', rows)}
      ON CONFLICT DO NOTHING`;
    await complete({ tx, scope, events }, [id]);
  },
  find: async (id: BatchId): Promise<BatchRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT b.id, b.created_at AS "createdAt", b.received_at AS "receivedAt", b.completed_at AS "completedAt",
        ${STATES}
      FROM document_batches b
      LEFT JOIN (SELECT f.batch_id, ${STATE} AS state FROM ${FILES} WHERE f.tenant_id = ${scope.tenantId}::uuid AND f.batch_id = ${id}::uuid) s
        ON s.batch_id = b.id
      WHERE b.tenant_id = ${scope.tenantId}::uuid AND b.owner_id = ${requireUser(scope).userId}::uuid AND b.id = ${id}::uuid
      GROUP BY b.tenant_id, b.id`;
    return rows[0] ? BatchRecord.parse(rows[0]) : null;
  },
  /**
   * Counts the files whose documents the scope may read, no matter who owns the batch. Owners see all files of their own batch, unless a
   * filter limits the scope. Null if no file is visible.
   */
  statesShown: async (id: BatchId): Promise<BatchStates | null> => {
    const { tenantId, userId, filters } = requireUser(scope);
    const isOwn = filters.length === 0 ? sql`b.owner_id = ${userId}::uuid` : sql`false`;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${STATES} FROM (
        SELECT ${STATE} AS state FROM ${FILES}
        JOIN document_batches b ON b.tenant_id = f.tenant_id AND b.id = f.batch_id
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid AND (${isOwn} OR (${visibleTo(scope, 'content')}))
      ) s HAVING count(*) > 0`;
    return rows[0] ? BatchStates.parse(rows[0]) : null;
  },
  /** Only for the system scope: removes batches older than this. */
  removeOld: async (ageMs: number): Promise<void> => {
    requireSystem(scope);
    const since = new Date((await tx.$now()).getTime() - ageMs);
    const where = { tenantId: scope.tenantId, createdAt: { lt: since } };
    await tx.models.documentBatch.deleteMany({ where });
  },
});

type Completing = { tx: Transaction; scope: Scope; events: BatchEvents };

/**
 * Completes batches whose last documents these are, in the transaction that finishes the documents. Transactions that finish other
 * documents of the same batch wait, so that one of them sees that it is the last.
 */
export const completeBatchesOf = async (
  completing: Completing,
  documentIds: readonly DocumentId[],
): Promise<void> => {
  const { tx, scope } = completing;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT b.id FROM document_batches b
    WHERE b.tenant_id = ${scope.tenantId}::uuid AND b.completed_at IS NULL AND b.id IN (
      SELECT f.batch_id FROM document_batch_files f
      WHERE f.tenant_id = ${scope.tenantId}::uuid AND f.document_id = ANY(${[...documentIds]}::uuid[]))
    ORDER BY b.id FOR UPDATE`;
  if (rows.length === 0) return;
  await complete(
    completing,
    rows.map(({ id }) => BatchId.parse(id)),
  );
};

/** Completes those of the batches that have no more files to process; this transaction has locked their rows. */
const complete = async (
  { tx, scope: { tenantId }, events }: Completing,
  ids: readonly BatchId[],
): Promise<void> => {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE document_batches b SET completed_at = now()
    WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ANY(${[...ids]}::uuid[])
      AND b.received_at IS NOT NULL AND b.completed_at IS NULL AND NOT EXISTS (
        SELECT FROM ${FILES} WHERE f.tenant_id = b.tenant_id AND f.batch_id = b.id AND ${STATE} = 'processing')
    RETURNING b.id`;
  if (rows.length > 0) await events.batchesCompleted(rows.map(({ id }) => BatchId.parse(id)));
};

const FILES = sql`document_batch_files f
  LEFT JOIN documents d ON d.tenant_id = f.tenant_id AND d.id = f.document_id
  LEFT JOIN document_versions v ON v.tenant_id = f.tenant_id AND v.document_id = f.document_id AND v.version = f.version`;

/** If a version was removed although its document exists, it had been ready or was replaced by a newer one. */
const STATE = sql`CASE WHEN f.status = 'refused' THEN 'refused' WHEN d.id IS NULL OR d.status = 'deleting' THEN 'deleted'
  WHEN v.status IN ('queued', 'processing') THEN 'processing' WHEN v.status = 'failed' THEN 'failed' ELSE 'ready' END`;

const countOf = (state: 'processing' | 'ready' | 'failed' | 'deleted' | 'refused'): Sql =>
  sql`count(*) FILTER (WHERE s.state = ${state})::int AS ${rawSql(state)}`;

const STATES = sql`${countOf('processing')}, ${countOf('ready')}, ${countOf('failed')}, ${countOf('deleted')}, ${countOf('refused')}`;
