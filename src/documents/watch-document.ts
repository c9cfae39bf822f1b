import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentRecord } from './document.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ReadDocuments } from './read-documents.js';

type Deps = {
  readDocuments: Pick<ReadDocuments, 'get'>;
  /** How often the document is looked at; its progress is written twice a second at most. */
  intervalMs: number;
};

export type WatchDocument = (
  scope: UserScope,
  id: DocumentId,
  signal: AbortSignal,
) => AsyncIterable<DocumentRecord>;

/** A document as it is, then each time it changes, until nothing is being done with it. Deleted meanwhile: `not_found`. */
export const createWatchDocument = ({ readDocuments, intervalMs }: Deps): WatchDocument =>
  async function* (scope, id, signal) {
    let last: DocumentRecord | null = null;
    while (!signal.aborted) {
      const document = await readDocuments.get(scope, id);
      if (differs(last, document)) yield document;
      if (isAtRest(document)) return;
      last = document;
      await delay(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };

const differs = (left: DocumentRecord | null, right: DocumentRecord): boolean =>
  left === null || JSON.stringify(left) !== JSON.stringify(right);

const isAtRest = ({ status, replacement }: DocumentRecord): boolean =>
  status === 'failed' ||
  (status === 'ready' && (replacement === null || replacement.status === 'failed'));
