import { chunkIdOf } from '../../domain/ids.js';
import type { DocumentFormat, ParsedDocument } from '../../domain/parsed-document.js';
import type { Database } from '../../ports/database/index.js';
import type { DocumentVersionRecord } from '../../ports/database/documents.js';
import type { FileStore } from '../../ports/file-store.js';
import type { ParserPool } from '../parsers/parser-pool.js';
import { requireAccepted, type TaskContext } from './task-lease.js';

const MIME_TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  rtf: 'application/rtf',
  html: 'text/html',
  markdown: 'text/markdown',
  text: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  eml: 'message/rfc822',
};

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  parsers: Pick<ParserPool, 'parse'>;
};

/** Text and chunks are one commit: a version with a text has all its chunks, and is not parsed again. */
const saveParsed = async (
  database: Deps['database'],
  { scope, lease }: TaskContext,
  { version, parsed }: { version: DocumentVersionRecord; parsed: ParsedDocument },
): Promise<void> => {
  const { documentId } = version;
  const chunks = parsed.chunks.map(({ headingPath: _headingPath, ...chunk }) => ({
    ...chunk,
    id: chunkIdOf({
      tenantId: scope.tenantId,
      documentId,
      version: version.version,
      index: chunk.index,
    }),
  }));
  await database.withScope(scope, async (tx) => {
    requireAccepted(
      await tx.chunks.replace({ documentId, version: version.version }, chunks, lease),
    );
    const saved = await tx.documents.saveParsed(
      { documentId, version: version.version },
      {
        text: parsed.text,
        mimeType: MIME_TYPES[parsed.format],
        language: parsed.language,
        pageCount: parsed.pageCount,
        chunkCount: chunks.length,
      },
      lease,
    );
    requireAccepted(saved);
  });
};

/** Reads the file in a child process and saves what it says; returns how many chunks that made. */
export const createParseVersion =
  ({ database, files, parsers }: Deps) =>
  async (
    context: TaskContext,
    version: DocumentVersionRecord,
    onParsed: (chunkCount: number) => Promise<void>,
  ): Promise<number> => {
    const path = await files.for(context.scope).pathOf(version.fileKey);
    const parsed = await parsers.parse({
      path,
      filename: version.filename,
      signal: context.signal,
    });
    await onParsed(parsed.chunks.length);
    await saveParsed(database, context, { version, parsed });
    return parsed.chunks.length;
  };

export type ParseVersion = ReturnType<typeof createParseVersion>;
