import { createHash } from 'node:crypto';
import type { Metadata } from '../../src/documents/schema.js';
import { chunkIdOf, DocumentId, newId, type ChunkId } from '../../src/shared/ids.js';
import type { DocumentWarning } from '../../src/shared/document-warnings.js';
import { toChunkTerms } from '../../src/parsing/chunk-terms.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Workbench } from './workbench.js';
import { leaseOf, type TestTenant } from './tenant.js';

type Passage = { content: string; chapter?: string; page?: number };

type Knowledge = {
  owner: UserScope;
  title?: string;
  visibility?: string;
  language?: string;
  metadata?: Metadata;
  warnings?: readonly DocumentWarning[];
  passages: readonly (string | Passage)[];
};

type Stores = Pick<Workbench, 'vectors'> & { test: Pick<Workbench['test'], 'database'> };

const SEPARATOR = '\n\n';

const toChunks = (
  { tenantId }: TestTenant,
  documentId: DocumentId,
  { passages, language = 'en' }: Knowledge,
) => {
  let charStart = 0;
  return passages.map((passage, index) => {
    const { content, chapter, page }: Passage =
      typeof passage === 'string' ? { content: passage } : passage;
    const chunk = {
      id: chunkIdOf({ tenantId, documentId, version: 1, index }),
      index,
      content,
      language,
      chapter: chapter ?? null,
      pageStart: page ?? null,
      pageEnd: page ?? null,
      charStart,
      charEnd: charStart + content.length,
      tokenCount: content.length,
      contentHash: createHash('sha256').update(content).digest('hex'),
    };
    charStart = chunk.charEnd + SEPARATOR.length;
    return chunk;
  });
};

const PARSED = {
  title: null,
  mimeType: 'text/plain',
  otherLanguages: [],
  pageCount: null,
  chunking: '[1,400]',
};

/** A document as the worker leaves it: rows ready, vectors written. */
export const addKnowledge = async (
  { test: { database }, vectors }: Stores,
  tenant: TestTenant,
  knowledge: Knowledge,
): Promise<{ documentId: DocumentId; chunkIds: ChunkId[] }> => {
  const { owner, title = 'Handbook', visibility = 'tenant', language = 'en' } = knowledge;
  const { metadata = {}, warnings = [] } = knowledge;
  const documentId = newId(DocumentId);
  const chunks = toChunks(tenant, documentId, knowledge);
  const text = chunks.map(({ content }) => content).join(SEPARATOR);
  await database.withScope(owner, async (tx) => {
    await tx.documents.create({
      id: documentId,
      ownerId: owner.userId,
      title,
      visibility,
      metadata,
      filename: 'a.txt',
      mimeType: 'text/plain',
      sizeBytes: text.length,
      sha256: documentId,
      fileKey: documentId,
    });
    const subject = { subjectKind: 'document', subjectId: documentId } as const;
    await tx.tasks.schedule({ ...subject, version: 1, action: 'index' });
  });
  const lease = await leaseOf(database, tenant, documentId);
  await database.withScope(tenant.system, async (tx) => {
    const version = { documentId, version: 1 };
    const parsed = { ...PARSED, text, language, warnings, chunkCount: chunks.length };
    await tx.documents.saveParsed(version, parsed, lease);
    await tx.chunks.replace(version, chunks, lease);
    await tx.documents.finish(version, { status: 'ready', errorCode: null }, lease);
  });
  await database.platform.tasks.settle(lease, {
    state: 'done',
    fingerprint: 'test',
    verifyAgainMs: null,
  });
  await vectors.writerFor(tenant.system).upsertChunks(
    chunks.map((chunk) => ({
      id: chunk.id,
      documentId,
      version: 1,
      ownerId: owner.userId,
      visibility,
      language,
      terms: toChunkTerms(chunk),
      vector: null,
    })),
  );
  return { documentId, chunkIds: chunks.map(({ id }) => id) };
};
