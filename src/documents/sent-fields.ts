import { toCanonicalJson } from '../shared/canonical-json.js';
import { AppError } from '../shared/errors.js';
import { toPlainLine } from '../shared/plain-line.js';
import type { UserScope } from '../shared/scope.js';
import type { ScopedRepositories } from './database.js';
import { changeDocument, oldTextShown, type DocumentChanges } from './own-documents.js';
import { hasVisibility, isWider } from './rights.js';
import type { DocumentRecord, Metadata, OnDuplicate, Visibility } from './schema.js';

/** What an upload sets on its document. An existing document keeps fields that are left out. */
export type SentFields = {
  title?: string | undefined;
  /** `tenant` for a new document if nothing is given. */
  visibility?: Visibility | undefined;
  metadata?: Metadata | undefined;
  /** Set by this server in addition to the metadata in the request. */
  ownMetadata?: Metadata | undefined;
  /** What happens to an existing document with the same bytes and different fields; `update` if nothing is given. */
  onDuplicate?: OnDuplicate | undefined;
};

type Sent = {
  found: DocumentRecord;
  sent: SentFields;
  /** Of the received bytes. */
  sha256: string;
  /** The document already has these bytes. */
  isDuplicate: boolean;
};

/**
 * Applies an upload's fields to an existing document, in the commit of the upload, so that neither the new text is readable under the old
 * fields, nor the old text under the new ones.
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
  // The title of a new file must not replace a title sent along with it.
  const isTitleSent = !isDuplicate && sent.title !== undefined;
  const changes = isTitleSent ? { ...different, title: sent.title } : different;
  if (Object.keys(changes).length === 0) return found;
  return (await changeDocument(tx, scope, { found, changes })).document;
};

/** Refuses, by name, fields in which an upload differs from the document with its bytes, if its sender does not want changes. */
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

/** Until the new text is ready the old one answers, which people without access to it must not be shown. */
const requireSameText = (
  found: DocumentRecord,
  { visibility, sha256 }: { visibility: Visibility; sha256: string },
): void => {
  if (!isWider(found, visibility) || found.sha256 === sha256) return;
  throw oldTextShown('The upload', {
    advice: 'send the file without it, and change it afterwards',
  });
};
