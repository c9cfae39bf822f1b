import { z } from 'zod';
import { sql, type Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound } from '../../shared/errors.js';
import { DocumentId } from '../../shared/ids.js';
import { requireUser, type Scope } from '../../shared/scope.js';
import { visibleTo } from '../rights.js';
import type { SourcePlace } from '../schema.js';

/** A file as reported by its owner, with its path in normalized spelling. */
export type ManifestEntry = { path: string; sha256: string; size: number };

/** Finds documents by their place in an outside source of their owner. Each user has separate places. */
export const createSourcePlaces = (tx: Transaction, scope: Scope) => ({
  /** Returns the document at this place, or null. Other uploads to the same place wait until the transaction ends. */
  claimPlace: async ({ source, sourcePath }: SourcePlace): Promise<DocumentId | null> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$lock(['place', tenantId, userId, source, sourcePath].join('/'));
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM documents d
      WHERE ${visibleTo(scope, 'metadata')} AND ${ownFrom(scope, source)} AND d.source_path = ${sourcePath}`;
    return rows[0] === undefined ? null : DocumentId.parse(rows[0].id);
  },
  /** Assigns a place to a document of the caller; `conflict` if another document already has the place. */
  place: async (id: DocumentId, { source, sourcePath }: SourcePlace): Promise<void> => {
    const count = await tx.$executeRaw`
      UPDATE documents d SET source = ${source}, source_path = ${sourcePath}, updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.owner_id = ${requireUser(scope).userId}::uuid AND d.id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  /** True if the newest version has these bytes and is either the current version or still being read. */
  isUpToDate: async (id: DocumentId, sha256: string): Promise<boolean> => {
    const rows = await tx.$queryRaw<{ isUpToDate: boolean }[]>`
      SELECT v.sha256 = ${sha256} AND (v.status <> 'failed' OR (d.status = 'ready' AND d.sha256 = v.sha256)) AS "isUpToDate"
      FROM documents d ${NEWEST} WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`;
    return rows[0]?.isUpToDate ?? false;
  },
  /** Returns one row for each entry, in order, using one statement for any number of entries. */
  compareManifest: async (
    source: string,
    entries: readonly ManifestEntry[],
  ): Promise<ComparedEntry[]> => {
    const paths = entries.map(({ path }) => path);
    const hashes = entries.map(({ sha256 }) => sha256);
    const sizes = entries.map(({ size }) => size);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT e.path, d.id AS "documentId", v.version, v.is_edited AS "isEdited", v.status, v.sha256 = e.sha256 AND v.size_bytes = e.size AS "isNewest",
        d.status = 'ready' AND d.sha256 = e.sha256 AS "isAnswering"
      FROM unnest(${paths}::text[], ${hashes}::text[], ${sizes}::bigint[]) WITH ORDINALITY AS e(path, sha256, size, position)
      LEFT JOIN (documents d ${NEWEST})
        ON ${visibleTo(scope, 'metadata')} AND ${ownFrom(scope, source)} AND d.source_path = e.path
      ORDER BY e.position`;
    return ComparedEntry.array().parse(rows);
  },
});

/** Matches the reader's own documents, aliased `d`, from this source. */
export const ownFrom = (scope: Scope, source: string): Sql =>
  sql`d.owner_id = ${requireUser(scope).userId}::uuid AND d.source = ${source}`;

const NEWEST = sql`JOIN document_versions v
  ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.latest_version`;

const ComparedEntry = z.object({
  path: z.string(),
  documentId: DocumentId.nullable(),
  version: z.int().nullable(),
  isEdited: z.boolean().nullable(),
  /** The status of the newest version. */
  status: z.enum(['queued', 'processing', 'ready', 'failed']).nullable(),
  /** True if the newest version has this content. */
  isNewest: z.boolean().nullable(),
  isAnswering: z.boolean().nullable(),
});
export type ComparedEntry = z.infer<typeof ComparedEntry>;
