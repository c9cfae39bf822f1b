import { chunkIdOf, type ChunkId } from '../shared/ids.js';
import { formats, type AnalyzedDocument, type ParserPool } from '../parsing/index.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import { mapInSlices } from '../shared/async.js';
import type { FreshChunk } from './prepare-points.js';
import { requireAccepted, type TaskContext } from './task-lease.js';
import type { DocumentVersionRecord } from '../documents/index.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  parsers: Pick<ParserPool, 'parse'>;
};

type NumberedChunk = Omit<AnalyzedDocument['chunks'][number], 'headingPath' | 'terms'> & {
  id: ChunkId;
};

/** What the index needs of the chunks can be worked on before they are saved. */
export type ParsedVersion = { chunks: FreshChunk[]; saved: Promise<void> };

export type ParseVersion = ReturnType<typeof createParseVersion>;

/** Reads the file in a child process and begins to save what it says. */
export const createParseVersion =
  ({ database, files, parsers }: Deps) =>
  async (context: TaskContext, version: DocumentVersionRecord): Promise<ParsedVersion> => {
    const path = await files.for(context.scope).pathOf(version.fileKey);
    const parsed = await parsers.parse({
      path,
      filename: version.filename,
      signal: context.signal,
    });
    const chunks = await numberChunks(context, version, parsed);
    const saved = saveParsed(database, context, { version, parsed, chunks });
    // Awaited by who writes the index; until then a failure must not count as unhandled.
    saved.catch(() => undefined);
    const fresh = chunks.map(({ id, content, language }, position) => ({
      id,
      content,
      language,
      terms: parsed.chunks[position]?.terms ?? '',
    }));
    return { chunks: fresh, saved };
  };

const numberChunks = (
  { scope: { tenantId }, signal }: TaskContext,
  { documentId, version }: DocumentVersionRecord,
  { chunks }: AnalyzedDocument,
): Promise<NumberedChunk[]> =>
  mapInSlices(
    chunks,
    ({ headingPath: _headingPath, terms: _terms, ...chunk }) => ({
      ...chunk,
      id: chunkIdOf({ tenantId, documentId, version, index: chunk.index }),
    }),
    signal,
  );

type ToSave = {
  version: DocumentVersionRecord;
  parsed: AnalyzedDocument;
  chunks: readonly NumberedChunk[];
};

/** Text and chunks are one commit: a version with a text has all its chunks, and is not parsed again. */
const saveParsed = async (
  database: Deps['database'],
  { scope, lease }: TaskContext,
  { version, parsed, chunks }: ToSave,
): Promise<void> => {
  const { documentId } = version;
  await database.withScope(scope, async (tx) => {
    const replaced = tx.chunks.replace(version, chunks, lease);
    const saved = tx.documents.saveParsed(
      { documentId, version: version.version },
      {
        text: parsed.text,
        mimeType: formats.mimeTypeOf(parsed.format),
        language: parsed.language,
        pageCount: parsed.pageCount,
        chunkCount: chunks.length,
      },
      lease,
    );
    requireAccepted((await Promise.all([replaced, saved])).every(Boolean));
  });
};
