import type { DocumentId, UserId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql } from '../platform/database/sql.js';
import { DOCUMENT_COLUMNS, toDocument, toDocumentOrNull } from './document-row.js';
import { fileKeyOf } from './file-keys.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from './visibility.js';
import type { DocumentRecord } from './document.js';
import type { PageRequest, Page } from '../shared/page.js';

export const createDocumentReads = (tx: Transaction, scope: Scope) => ({
  /** Same bytes, same owner, same visibility, and that document queued, processing or ready. Until the transaction ends, equal uploads wait here. */
  findDuplicate: async ({
    ownerId,
    sha256,
    visibility,
  }: {
    ownerId: UserId;
    sha256: string;
    visibility: string;
  }): Promise<DocumentRecord | null> => {
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
  /** The file of some version in the tenant with these bytes; it is there for as long as the transaction lasts or a row refers to it. */
  fileKeyOf: (sha256: string): Promise<string | null> => fileKeyOf(tx, scope.tenantId, sha256),
  find: async (id: DocumentId): Promise<DocumentRecord | null> =>
    toDocumentOrNull(
      await tx.$queryRaw<unknown[]>`
        SELECT ${DOCUMENT_COLUMNS} FROM documents d
        WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`,
    ),
  // By content: an admin looks a title up to read it, and another's private namesake must not stand in the way.
  findByTitle: async (title: string): Promise<DocumentRecord | null> =>
    toDocumentOrNull(
      await tx.$queryRaw<unknown[]>`
        SELECT ${DOCUMENT_COLUMNS} FROM documents d
        WHERE ${visibleTo(scope, 'content')} AND lower(d.title) = lower(${title})
        ORDER BY d.status = 'ready' DESC, d.title = ${title} DESC, d.id DESC LIMIT 1`,
    ),
  list: async (page: PageRequest): Promise<Page<DocumentRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${DOCUMENT_COLUMNS} FROM documents d
      WHERE ${visibleTo(scope, 'metadata')} ${olderThan(sql`d.id`, page)}
      ORDER BY d.id DESC LIMIT ${beyond(page)}`;
    return toPage(rows.map(toDocument), page);
  },
  /** Normalised text of the live version, under the reader's scope (an admin gets no private text). */
  readText: (id: DocumentId): Promise<string | null> => readText(tx, scope, id),
  /** Languages of the ready documents of the tenant, most frequent first. */
  languages: async (): Promise<string[]> => {
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
