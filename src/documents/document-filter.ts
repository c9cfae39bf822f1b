import { z } from 'zod';
import { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from './visibility.js';
import type { Metadata } from './document.js';

const Row = z.object({ id: DocumentId });

export const createDocumentFilter = (tx: Transaction, scope: Scope) => ({
  /** The ready documents with this metadata that the scope may read; null when they are more than `limit`. */
  idsByMetadata: async (metadata: Metadata, limit: number): Promise<DocumentId[] | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.id FROM documents d
      WHERE ${visibleTo(scope, 'content')} AND d.status = 'ready' AND d.metadata @> ${toJson(metadata)}::jsonb
      LIMIT ${limit + 1}`;
    return rows.length > limit
      ? null
      : Row.array()
          .parse(rows)
          .map(({ id }) => id);
  },
});
