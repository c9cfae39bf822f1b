import { notFound } from '../shared/errors.js';
import { DocumentId, type UserId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { joinSql, sql, type Sql } from '../platform/database/sql.js';
import { DOCUMENT_COLUMNS, toDocument } from './document-row.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from './visibility.js';
import type { DocumentRecord, Metadata, NewDocument } from './document.js';
import type { DocumentRepository } from './repository.js';
type DocumentChanges = Parameters<DocumentRepository['update']>[1];

export const createDocumentChanges = (tx: Transaction, scope: Scope) => ({
  create: async (document: NewDocument): Promise<DocumentRecord> => {
    const { id, mimeType, fileKey } = document;
    const title = toStorableText(document.title);
    const filename = toStorableText(document.filename);
    const rows = await tx.$queryRaw<unknown[]>`
      WITH d AS (
        INSERT INTO documents (tenant_id, id, owner_id, title, filename, mime_type, size_bytes, sha256, visibility, metadata)
        VALUES (${scope.tenantId}::uuid, ${id}::uuid, ${document.ownerId}::uuid, ${title}, ${filename}, ${mimeType},
          ${document.sizeBytes}, ${document.sha256}, ${document.visibility}, ${toJson(document.metadata)}::jsonb)
        RETURNING *
      ), v AS (
        INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256)
        SELECT tenant_id, id, version, ${fileKey}, filename, mime_type, size_bytes, sha256 FROM d
      )
      SELECT ${DOCUMENT_COLUMNS} FROM d`;
    return toDocument(rows[0]);
  },
  update: async (
    id: DocumentId,
    changes: { title?: string; visibility?: string; metadata?: Metadata },
  ): Promise<DocumentRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE documents d SET ${toAssignments(changes)}
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid
      RETURNING ${DOCUMENT_COLUMNS}`;
    if (rows.length === 0) throw notFound();
    return toDocument(rows[0]);
  },
  /** Unreadable from here on; rows go when the purge task is done. */
  markDeleting: async (id: DocumentId): Promise<void> => {
    const count = await tx.$executeRaw`
      UPDATE documents d SET status = 'deleting', updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  /** Marks every private document of a user as deleting and returns their ids. */
  markPrivateOfUserDeleting: async (userId: UserId): Promise<DocumentId[]> => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      UPDATE documents d SET status = 'deleting', updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.owner_id = ${userId}::uuid AND d.visibility = 'private'
        AND d.status <> 'deleting'
      RETURNING d.id`;
    return rows.map(({ id }) => DocumentId.parse(id));
  },
});

const toAssignments = ({ title, visibility, metadata }: DocumentChanges): Sql =>
  joinSql([
    sql`updated_at = now()`,
    ...(title === undefined ? [] : [sql`title = ${toStorableText(title)}`]),
    ...(visibility === undefined ? [] : [sql`visibility = ${visibility}`]),
    ...(metadata === undefined ? [] : [sql`metadata = ${toJson(metadata)}::jsonb`]),
  ]);
