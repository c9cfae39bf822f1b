import { toCanonicalJson } from '../shared/canonical-json.js';
import { AppError } from '../shared/errors.js';
import { toPlainLine } from '../shared/plain-line.js';
import type { UserScope } from '../shared/scope.js';
import type { ScopedRepositories } from './database.js';
import { changeDocument, oldTextShown, type DocumentChanges } from './own-documents.js';
import { hasVisibility, isWider } from './rights.js';
import type { DocumentRecord, Metadata, OnDuplicate, Visibility } from './schema.js';

/** What an upload sets on its document. An existing document keeps the fields that are left out. */
export type SentFields = {
  title?: string | undefined;
  /** A new document gets `tenant` if no visibility is given. */
  visibility?: Visibility | undefined;
  metadata?: Metadata | undefined;
  /** Metadata that this server adds to the metadata in the request. */
  ownMetadata?: Metadata | undefined;
  /** What happens to an existing document with the same bytes but different fields; `update` if not given. */
  onDuplicate?: OnDuplicate | undefined;
};

type Sent = {
  found: DocumentRecord;
  sent: SentFields;
  /** The digest of the received bytes. */
  sha256: string;
  /** True if the document already has these bytes. */
  isDuplicate: boolean;
};

/**
 * Applies an upload's fields to an existing document in the commit of the upload. Neither the new text is then readable under the old
 * fields, nor the old text under the new fields.
 */
export const applySent = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { found, sent, sha256, isDuplicate }: Sent,
): Promise<DocumentRecord> => {
  const different = differencesOf(found, sent);
  if (isDuplicate) refuseDifferent(sent, Object.keys(different));
  if (different.visibility !== undefined) {
    requireSameText(found, { visibility: different.visibility, sha256 });
  }
  // A title found in the new file must not replace a title that was sent with the upload.
  const isTitleSent = !isDuplicate && sent.title !== undefined;
  const changes = isTitleSent ? { ...different, title: sent.title } : different;
  if (Object.keys(changes).length === 0) return found;
  return (await changeDocument(tx, scope, { found, changes })).document;
};

/**
 * Refuses an upload whose fields differ from those of the document with the same bytes, if the sender does not want changes; the error
 * names the fields.
 */
export const refuseDifferent = (
  { onDuplicate }: Pick<SentFields, 'onDuplicate'>,
  fields: readonly string[],
): void => {
  if (onDuplicate !== 'refuse' || fields.length === 0) return;
  const named = fields.join(', ');
  throw new AppError('conflict', `A document has these bytes, but not what was sent as ${named}.`, {
    errors: fields.map((path) => ({ path, message: 'differs from the document' })),
  });
};

const differencesOf = (found: DocumentRecord, sent: SentFields): DocumentChanges => {
  const { title, visibility } = sent;
  const metadata = metadataOf(sent, found.metadata);
  return {
    ...(title !== undefined && toPlainLine(title) !== found.title && { title }),
    ...(visibility !== undefined && !hasVisibility(found, visibility) && { visibility }),
    ...(toCanonicalJson(metadata) !== toCanonicalJson(found.metadata) && { metadata }),
  };
};

/** The metadata that a document has after an upload. */
export const metadataOf = (
  { metadata, ownMetadata }: Pick<SentFields, 'metadata' | 'ownMetadata'>,
  present: Metadata = {},
): Metadata => ({ ...(metadata ?? present), ...ownMetadata });

/** Until the new text is ready, the old text is the current one; people without access to the old text must not see it. */
const requireSameText = (
  found: DocumentRecord,
  { visibility, sha256 }: { visibility: Visibility; sha256: string },
): void => {
  if (!isWider(found, visibility) || found.sha256 === sha256) return;
  throw oldTextShown('The upload', {
    advice: 'send the file without it, and change it afterwards',
  });
};
