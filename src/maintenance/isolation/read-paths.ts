import type { UserScope } from '../../shared/scope.js';
import type { ScopedRepositories } from '../database.js';
import type { Belongings, Planted } from './plant.js';

type Target = { document: Planted['documents']['private']; belongings: Belongings };

/** Who besides the owner may use this path to private data: nobody; an admin of the tenant; everyone in the tenant. */
type OpenTo = 'owner' | 'admin' | 'tenant';

export type ReadPath = {
  name: string;
  openTo: OpenTo;
  /** Must also fail for its owner with a key whose filter excludes the document. */
  limitedByKey?: true;
  read: (tx: ScopedRepositories, target: Target, reader: UserScope) => Promise<unknown>;
};

const PAGE = { limit: 100 };

/** Every way to read a document, its passages and whatever names it. */
const TO_DOCUMENTS: readonly ReadPath[] = [
  {
    name: 'documents.find',
    openTo: 'admin',
    read: (tx, { document }) => tx.documents.find(document.id),
  },
  {
    name: 'documents.findAll',
    openTo: 'admin',
    read: (tx, { document }) => tx.documents.findAll([document.id]),
  },
  { name: 'documents.list', openTo: 'admin', read: (tx) => tx.documents.list(PAGE) },
  {
    name: 'documents.findByTitle',
    openTo: 'owner',
    read: (tx, { document }) => tx.documents.findByTitle(document.text),
  },
  {
    name: 'documents.readText',
    openTo: 'owner',
    read: (tx, { document }) => tx.documents.readText(document.id),
  },
  {
    name: 'documents.listReadable',
    openTo: 'owner',
    read: (tx, { document }) =>
      tx.documents.listReadable({ ids: [document.id], sort: 'title', limit: 1 }),
  },
  {
    name: 'documents.outlineOf',
    openTo: 'owner',
    read: (tx, { document }) => tx.documents.outlineOf(document.id, 1),
  },
  {
    name: 'documents.listVersions',
    openTo: 'owner',
    read: async (tx, { document }) =>
      (await tx.documents.listVersions(document.id, PAGE)).items.length > 0 ? document.id : null,
  },
  {
    name: 'documents.idsToSearch',
    openTo: 'owner',
    read: (tx, { document }) => tx.documents.idsToSearch({ canary: document.text }, 100),
  },
  {
    name: 'documents.compareManifest',
    openTo: 'owner',
    read: async (tx, { document }) => {
      const entries = [{ path: document.text, sha256: '', size: 0 }];
      const [found] = await tx.documents.compareManifest('canary', entries);
      return found?.documentId;
    },
  },
  {
    name: 'chunks.readLive',
    openTo: 'owner',
    read: (tx, { document }) => tx.chunks.readLive([document.chunkId]),
  },
  { name: 'chunks.sample', openTo: 'owner', read: (tx) => tx.chunks.sample(PAGE.limit) },
  {
    name: 'chunks.live',
    openTo: 'owner',
    read: async (tx, { document }) => [...(await tx.chunks.live([document.chunkId]))],
  },
  {
    name: 'chunks.listOfDocument',
    openTo: 'owner',
    read: (tx, { document }) => tx.chunks.listOfDocument(document.id, PAGE),
  },
  {
    name: 'chunks.spread',
    openTo: 'owner',
    read: (tx, { document }) => tx.chunks.spread(document.id, PAGE.limit),
  },
  {
    name: 'spans.place',
    openTo: 'owner',
    read: (tx, { document }) =>
      tx.spans.place(document.id, { start: 0, end: document.text.length }),
  },
  {
    name: 'collections.find',
    openTo: 'admin',
    read: (tx, { belongings }) => tx.collections.find(belongings.collectionId),
  },
  {
    name: 'collections.findRights',
    openTo: 'admin',
    read: (tx, { belongings }) => tx.collections.findRights([belongings.collectionId]),
  },
  {
    name: 'collections.countStates',
    openTo: 'admin',
    read: (tx, { belongings }) => tx.collections.countStates([belongings.collectionId]),
  },
  { name: 'collections.list', openTo: 'admin', read: (tx) => tx.collections.list(PAGE) },
  {
    name: 'webhooks.find',
    openTo: 'admin',
    read: (tx, { belongings }) => tx.webhooks.find(belongings.webhookId),
  },
  { name: 'webhooks.list', openTo: 'admin', read: (tx) => tx.webhooks.list(PAGE) },
];

/** Every way to read one person's and one tenant's data. */
export const READ_PATHS: readonly ReadPath[] = [
  ...TO_DOCUMENTS.map((path) => ({ ...path, limitedByKey: true as const })),
  {
    name: 'batches.find',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.batches.find(belongings.batchId),
  },
  {
    name: 'assistants.find',
    openTo: 'tenant',
    read: (tx, { belongings }) => tx.assistants.find(belongings.assistantId),
  },
  { name: 'assistants.list', openTo: 'tenant', read: (tx) => tx.assistants.list(PAGE) },
  {
    name: 'assistants.existing',
    openTo: 'tenant',
    read: (tx, { belongings }) => tx.assistants.existing([belongings.assistantId]),
  },
  {
    name: 'memories.find',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.memories.find(belongings.memoryId),
  },
  { name: 'memories.list', openTo: 'owner', read: (tx) => tx.memories.list(PAGE) },
  {
    name: 'memories.readByIds',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.memories.readByIds([belongings.memoryId]),
  },
  {
    name: 'memories.recent',
    openTo: 'owner',
    read: (tx) => tx.memories.recent({ limit: 100, unindexedOnly: true }),
  },
  {
    name: 'sessions.find',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.sessions.find(belongings.sessionId),
  },
  { name: 'sessions.list', openTo: 'owner', read: (tx) => tx.sessions.list(PAGE) },
  {
    name: 'sessions.messages',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.sessions.messages(belongings.sessionId, PAGE),
  },
  {
    name: 'sessions.withWords',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.sessions.withWords([belongings.text]),
  },
  {
    name: 'sessions.findUserMessage',
    openTo: 'owner',
    read: (tx, { belongings }) => tx.sessions.findUserMessage(belongings.messageId),
  },
  {
    name: 'executions.find',
    openTo: 'admin',
    read: (tx, { belongings }) => tx.executions.find(belongings.executionId),
  },
  { name: 'executions.list', openTo: 'admin', read: (tx) => tx.executions.list(PAGE) },
  {
    name: 'workspace.find',
    openTo: 'owner',
    read: async (tx, { belongings }) => (await tx.workspace.find(belongings.fileName))?.fileKey,
  },
  { name: 'workspace.list', openTo: 'owner', read: (tx) => tx.workspace.list(PAGE) },
];

/** Ids and texts that identify a target wherever it appears. */
export const marksOf = ({ document, belongings }: Target): string[] => [
  document.id,
  document.chunkId,
  belongings.memoryId,
  belongings.sessionId,
  belongings.executionId,
  belongings.messageId,
  belongings.fileKey,
  belongings.collectionId,
  belongings.webhookId,
  belongings.batchId,
  belongings.assistantId,
];
