import type { Database } from './database.js';
import type { FindKind } from './kinds/index.js';
import { requireContentRight } from '../documents/rights.js';
import { runWithin } from '../shared/async.js';
import { orNotFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';

type Deps = { database: Pick<Database, 'withScope'>; findKind: FindKind };

type Origin = { url: string | null; readAt: Date | null };

/** The part of a citation that concerns its document; `url` is the address of the original. */
type Cited = { documentId?: DocumentId | undefined; type: string };

type Citing<Citation> = { citations: readonly Citation[] };

/** Answers do not wait longer for the addresses of originals, because they can do without. */
const LIMIT_MS = 500;

/** Finds the originals from which sources have read documents. */
export const createOrigins = (deps: Deps) => {
  const { database } = deps;
  const find = createFindOrigins(deps);
  return {
    /** The address of a document's original and the time at which it was read there, for people who may read the document. */
    origin: async (scope: UserScope, id: DocumentId): Promise<Origin> => {
      await database.withScope(scope, async (tx) => {
        requireContentRight(scope, orNotFound(await tx.documents.find(id)));
      });
      return (await find(scope, [id])).get(id) ?? { url: null, readAt: null };
    },
    /**
     * Adds to an answer's citations where their originals are and when they were read. If that takes too long or fails, the citations stay
     * unchanged.
     */
    citeOrigins: async <Citation extends Cited, Answer extends Citing<Citation>>(
      scope: UserScope,
      answers: readonly (Answer & Citing<Citation>)[],
    ): Promise<Answer[]> => {
      const cited = answers.flatMap(({ citations }) => citations.flatMap(documentOf));
      const ids = [...new Set(cited)];
      if (ids.length === 0) return [...answers];
      const { signal } = new AbortController();
      const found = await runWithin({ signal, limitMs: LIMIT_MS }, () => find(scope, ids));
      if (found.kind !== 'done' || found.result.size === 0) return [...answers];
      return answers.map((answer) => ({
        ...answer,
        citations: answer.citations.map((citation) => withOrigin(citation, found.result)),
      }));
    },
  };
};

/** A citation of something that a tool has read already has an address. */
const documentOf = ({ type, documentId }: Cited): DocumentId[] =>
  type === 'document' && documentId !== undefined ? [documentId] : [];

const withOrigin = <Citation extends Cited>(
  citation: Citation,
  origins: ReadonlyMap<DocumentId, Origin>,
): Citation => {
  const [documentId] = documentOf(citation);
  const origin = documentId === undefined ? undefined : origins.get(documentId);
  if (origin === undefined) return citation;
  const { url, readAt } = origin;
  return { ...citation, ...(url !== null && { url }), ...(readAt !== null && { readAt }) };
};

/** Finds, in one query, those of these documents that a source has read and this person may read. */
const createFindOrigins =
  ({ database, findKind }: Deps) =>
  async (
    scope: UserScope,
    ids: readonly DocumentId[],
  ): Promise<ReadonlyMap<DocumentId, Origin>> => {
    const found = await database.withScope(scope, (tx) => tx.sources.origins(ids));
    const origins = new Map<DocumentId, Origin>();
    for (const { documentId, source, readAt, ...item } of found) {
      const kind = await findKind(source.kind);
      origins.set(documentId, { url: kind?.addressOf(source.settings, item) ?? null, readAt });
    }
    return origins;
  };
