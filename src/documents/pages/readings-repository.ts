import { toJson } from '../../platform/database/text.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { PageReading } from '../../parsing/index.js';
import type { DocumentId } from '../../shared/ids.js';
import { requireSystem, type Scope } from '../../shared/scope.js';
import { held, type Lease } from '../../tasks/index.js';
import { visibleTo } from '../rights.js';
import type { VersionId } from '../schema.js';

type PageRange = { firstPage: number; lastPage: number };

export type PageReadingRepository = ReturnType<typeof createPageReadingRepository>;

/** The text that OCR engines have read in the pictures of pages. It counts as content: only people who may read the document get it. */
export const createPageReadingRepository = (tx: Transaction, scope: Scope) => ({
  /** Returns the page readings of a version by this engine, so that the worker can continue where it stopped. */
  ofVersion: async ({ documentId, version }: VersionId, readBy: string): Promise<unknown[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<{ reading: unknown }[]>`
      SELECT reading FROM page_readings
      WHERE tenant_id = ${scope.tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        AND read_by = ${readBy} ORDER BY page`;
    return rows.map(({ reading }) => reading);
  },
  /** Returns the readings of some pages of the current version. */
  ofPages: async (
    documentId: DocumentId,
    { firstPage, lastPage }: PageRange,
  ): Promise<unknown[]> => {
    const rows = await tx.$queryRaw<{ reading: unknown }[]>`
      SELECT r.reading FROM page_readings r
      JOIN documents d ON d.tenant_id = r.tenant_id AND d.id = r.document_id AND d.version = r.version
      WHERE ${visibleTo(scope, 'content')} AND r.document_id = ${documentId}::uuid
        AND r.page BETWEEN ${firstPage} AND ${lastPage} ORDER BY r.page`;
    return rows.map(({ reading }) => reading);
  },
  /** Stores the reading of a page; false if the lease is lost. */
  save: async (
    { documentId, version }: VersionId,
    { reading, readBy }: { reading: PageReading; readBy: string },
    lease: Lease,
  ): Promise<boolean> => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}
      INSERT INTO page_readings (tenant_id, document_id, version, page, read_by, reading)
      SELECT ${scope.tenantId}::uuid, ${documentId}::uuid, ${version}, ${reading.page}, ${readBy}, ${toJson(reading)}::jsonb FROM held
      ON CONFLICT (tenant_id, document_id, version, page)
        DO UPDATE SET read_by = EXCLUDED.read_by, reading = EXCLUDED.reading`;
    return count > 0;
  },
});
