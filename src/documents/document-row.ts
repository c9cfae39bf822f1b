import { z } from 'zod';
import { DocumentRecord, IngestionStage } from './document.js';
import { sql } from '../platform/database/sql.js';

/** Over `documents` aliased `d`. */
export const DOCUMENT_COLUMNS = sql`d.id, d.owner_id AS "ownerId", d.title, d.filename,
  d.mime_type AS "mimeType", d.size_bytes AS "sizeBytes", d.sha256, d.language, d.status, d.stage,
  d.progress_done AS "progressDone", d.progress_total AS "progressTotal", d.error_code AS "errorCode", d.version,
  d.chunk_count AS "chunkCount", d.page_count AS "pageCount", d.visibility, d.metadata,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt", (
    SELECT jsonb_build_object('version', n.version, 'status', n.status, 'errorCode', n.error_code)
    FROM document_versions n
    WHERE d.latest_version > d.version AND n.tenant_id = d.tenant_id AND n.document_id = d.id
      AND n.version = d.latest_version
  ) AS replacement`;

const DocumentRow = DocumentRecord.omit({ progress: true }).extend({
  stage: IngestionStage,
  progressDone: z.int(),
  progressTotal: z.int(),
});

export const toDocument = (row: unknown): DocumentRecord => {
  const { stage, progressDone, progressTotal, ...document } = DocumentRow.parse(row);
  return { ...document, progress: { stage, done: progressDone, total: progressTotal } };
};

export const toDocumentOrNull = (rows: readonly unknown[]): DocumentRecord | null =>
  rows.length === 0 ? null : toDocument(rows[0]);
