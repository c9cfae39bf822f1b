import type { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { DocumentRepository } from './documents-port.js';
import { Prisma } from '../generated/prisma/client.js';
import { DOCUMENT_COLUMNS, toDocument, toDocumentOrNull } from './document-row.js';
import { fileKeyOf } from './file-keys.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from './visibility.js';

type Reads = Pick<
  DocumentRepository,
  'findDuplicate' | 'fileKeyOf' | 'find' | 'findByTitle' | 'list' | 'readText' | 'languages'
>;

export const createDocumentReads = (tx: Transaction, scope: Scope): Reads => ({
  findDuplicate: async ({ ownerId, sha256, visibility }) => {
    // Until the commit, so that of many equal uploads at once the first creates and the others find.
    const lock = [scope.tenantId, ownerId, sha256, visibility].join('/');
    const [, rows] = await Promise.all([
      tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`,
      tx.$queryRaw<unknown[]>`
        SELECT ${DOCUMENT_COLUMNS} FROM documents d
        WHERE ${visibleTo(scope, 'metadata')} AND d.owner_id = ${ownerId}::uuid AND d.sha256 = ${sha256}
          AND d.visibility = ${visibility} AND d.status IN ('queued', 'processing', 'ready')
        ORDER BY d.id LIMIT 1`,
    ]);
    return toDocumentOrNull(rows);
  },
  fileKeyOf: (sha256) => fileKeyOf(tx, scope.tenantId, sha256),
  find: async (id) =>
    toDocumentOrNull(
      await tx.$queryRaw<unknown[]>`
        SELECT ${DOCUMENT_COLUMNS} FROM documents d
        WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`,
    ),
  // By content: an admin looks a title up to read it, and another's private namesake must not stand in the way.
  findByTitle: async (title) =>
    toDocumentOrNull(
      await tx.$queryRaw<unknown[]>`
        SELECT ${DOCUMENT_COLUMNS} FROM documents d
        WHERE ${visibleTo(scope, 'content')} AND lower(d.title) = lower(${title})
        ORDER BY d.status = 'ready' DESC, d.title = ${title} DESC, d.id DESC LIMIT 1`,
    ),
  list: async (page) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${DOCUMENT_COLUMNS} FROM documents d
      WHERE ${visibleTo(scope, 'metadata')} ${olderThan(Prisma.sql`d.id`, page)}
      ORDER BY d.id DESC LIMIT ${beyond(page)}`;
    return toPage(rows.map(toDocument), page);
  },
  readText: (id) => readText(tx, scope, id),
  languages: async () => {
    const rows = await tx.$queryRaw<{ language: string }[]>`
      SELECT language FROM documents
      WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'ready' AND language IS NOT NULL
      GROUP BY language ORDER BY count(*) DESC, language`;
    return rows.map(({ language }) => language);
  },
});

const readText = async (tx: Transaction, scope: Scope, id: DocumentId): Promise<string | null> => {
  const rows = await tx.$queryRaw<{ text: string | null }[]>`
    SELECT v.text FROM documents d
    JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version
    WHERE ${visibleTo(scope, 'content')} AND d.id = ${id}::uuid AND d.status = 'ready'`;
  return rows[0]?.text ?? null;
};
