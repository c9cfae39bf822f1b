import { z } from 'zod';
import { fieldsRefused } from '../../shared/errors.js';
import { DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import { SourceName, SourcePath } from './source-path.js';
import type { ComparedEntry, ManifestEntry as Entry } from './source-places.js';

const MAX_ENTRIES = 1000;

const ManifestEntry = z.strictObject({
  path: SourcePath,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')
    .describe('Of the content.'),
  size: z.int().min(0).describe('In bytes.'),
});

export const Manifest = z
  .strictObject({ source: SourceName, entries: z.array(ManifestEntry).min(1).max(MAX_ENTRIES) })
  .meta({ id: 'Manifest' });
export type Manifest = z.infer<typeof Manifest>;

const ManifestState = z.enum(['new', 'changed', 'same', 'processing', 'failed']);

export const ManifestAnswer = z
  .object({
    source: z.string(),
    entries: z.array(
      z.object({
        path: z.string().describe('In NFC and with `/`, in the position where it was sent.'),
        state: ManifestState.describe(
          'new: there is nothing at this path; changed: other content; same: this content answers; ' +
            'processing: this content is being read; failed: this content could not be read.',
        ),
        documentId: DocumentId.nullable(),
        version: z.int().nullable().describe('The newest one; null if there is no document.'),
        isEdited: z
          .boolean()
          .describe("That version was uploaded by hand and is not the source's content."),
      }),
    ),
  })
  .meta({ id: 'ManifestAnswer' });
type ManifestAnswer = z.infer<typeof ManifestAnswer>;

/** Compares a list of the files of a source with the caller's documents. The documents are the only record; nothing is stored. */
export const createCompareManifest =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (scope: UserScope, { source, entries }: Manifest): Promise<ManifestAnswer> => {
    refuseTwice(entries);
    const compared = await database.withScope(scope, (tx) =>
      tx.documents.compareManifest(source, entries),
    );
    return {
      source,
      entries: compared.map((entry) => ({
        path: entry.path,
        state: toState(entry),
        documentId: entry.documentId,
        version: entry.version,
        isEdited: entry.isEdited ?? false,
      })),
    };
  };

const refuseTwice = (entries: readonly Entry[]): void => {
  const seen = new Set<string>();
  const errors = entries.flatMap(({ path }, index) => {
    if (!seen.has(path)) {
      seen.add(path);
      return [];
    }
    return [{ path: `entries.${index}.path`, message: 'names the same file twice' }];
  });
  if (errors.length > 0) throw fieldsRefused(errors.slice(0, MAX_ERRORS));
};

const MAX_ERRORS = 20;

const toState = ({ documentId, status, ...is }: ComparedEntry): z.infer<typeof ManifestState> => {
  if (documentId === null) return 'new';
  if (is.isNewest !== true) return 'changed';
  if (is.isAnswering === true) return 'same';
  return status === 'failed' ? 'failed' : 'processing';
};
