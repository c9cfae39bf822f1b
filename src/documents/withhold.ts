import type { Scope } from '../shared/scope.js';
import { isContentReader } from './rights.js';
import type { DocumentRecord } from './schema.js';
import { titleOfFile } from './file-names.js';

type Stored = { document: DocumentRecord; isTitleGiven: boolean };

/**
 * The document as this reader may know it. Who may not read its content learns nothing that was taken out of it: no title that the
 * file gives itself, no digest to hold guesses against, sizes as powers of two, no reading difficulties.
 */
export const withholdContent = (
  scope: Scope,
  { document, isTitleGiven }: Stored,
): DocumentRecord => {
  if (scope.kind === 'system' || scope.userId === document.ownerId) return document;
  // Names of folders are for whoever keeps them.
  const placeless = { ...document, source: null, sourcePath: null };
  if (isContentReader(scope, document)) return placeless;
  const { title, filename, sizeBytes, chunkCount, pageCount, progress } = document;
  return {
    ...placeless,
    title: isTitleGiven ? title : titleOfFile(filename),
    sha256: null,
    sizeBytes: roundUp(Math.max(sizeBytes, SMALLEST_BYTES)),
    chunkCount: roundUp(chunkCount),
    pageCount: pageCount === null ? null : roundUp(pageCount),
    progress: { ...progress, done: roundUp(progress.done), total: roundUp(progress.total) },
    warnings: [],
  };
};

const SMALLEST_BYTES = 1024;

const roundUp = (count: number): number => (count <= 0 ? 0 : 2 ** Math.ceil(Math.log2(count)));
