import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileStore } from '../../platform/files/file-store.js';
import type { ChunkPoint, MemoryPoint, VectorStore } from '../../platform/vectors/vector-store.js';
import { issueApiKey } from '../../shared/api-key.js';
import {
  ApiKeyId,
  AssistantId,
  BatchId,
  chunkIdOf,
  CollectionId,
  DocumentId,
  ExecutionId,
  MemoryId,
  MessageId,
  newId,
  SessionId,
  UserId,
  WebhookId,
} from '../../shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../shared/make-scope.js';
import { permissionsOfRole } from '../../shared/permissions.js';
import type { SystemScope, TenantRole, UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';

export type Parts = {
  database: Pick<Database, 'withScope' | 'platform'>;
  files: Pick<FileStore, 'for'>;
  vectors: Pick<VectorStore, 'for' | 'writerFor'>;
};

/** The same ids in both tenants, so that only the tenant distinguishes them. */
export const PEOPLE = {
  owner: UserId.parse('00000000-0000-7000-8000-00000000ca01'),
  colleague: UserId.parse('00000000-0000-7000-8000-00000000ca02'),
  leaver: UserId.parse('00000000-0000-7000-8000-00000000ca03'),
};

/** A word that occurs in nobody's text. */
export const TERM = 'kr0isolation0canary';
const LENGTH = 40;

type Document = { id: DocumentId; chunkId: ChunkPoint['id']; text: string };

/** Data planted for one person, private unless a comment says otherwise. */
export type Belongings = {
  memoryId: MemoryId;
  sessionId: SessionId;
  executionId: ExecutionId;
  messageId: MessageId;
  fileKey: string;
  fileName: string;
  keyPrefix: string;
  /** Contains one of their documents, or one that is shared with everyone. */
  collectionId: CollectionId;
  webhookId: WebhookId;
  batchId: BatchId;
  /** Belongs to the whole tenant, whoever created it. */
  assistantId: AssistantId;
  /** In all of their data that contains text. */
  text: string;
};

export type Planted = {
  scope: SystemScope;
  documents: { shared: Document; group: Document; private: Document };
  of: { owner: Belongings; colleague: Belongings; leaver: Belongings };
  /** The key of the owner's group. */
  group: string;
  personOf(who: keyof typeof PEOPLE, role?: TenantRole): UserScope;
};

/** Fills a synthetic tenant. The larger `weight`, the better its points match: hidden data always matches better than visible data. */
export const plant = async (parts: Parts, scope: SystemScope, weight: number): Promise<Planted> => {
  const group = await plantPeople(parts, scope);
  const planted = { documents: await plantDocuments(parts, scope, { group, weight }) };
  const personOf: Planted['personOf'] = (who, role = 'member') =>
    makeUserScope({
      tenantId: scope.tenantId,
      userId: PEOPLE[who],
      role,
      groups: who === 'owner' ? [group] : [],
      permissions: permissionsOfRole[role],
    });
  const { private: own, shared } = planted.documents;
  const of = {
    owner: await plantBelongings(parts, personOf('owner'), { count: weight * 3, document: own }),
    colleague: await plantBelongings(parts, personOf('colleague'), {
      count: weight,
      document: shared,
    }),
    leaver: await plantBelongings(parts, personOf('leaver'), {
      count: weight * 2,
      document: shared,
    }),
  };
  return { ...planted, scope, of, group, personOf };
};

/** Removes everything again, rows last because they refer to the rest. */
export const uproot = async (
  { database, files, vectors }: Parts,
  scope: SystemScope,
  planted: Planted | null,
): Promise<void> => {
  const writer = vectors.writerFor(scope);
  for (const { id } of Object.values(planted?.documents ?? {})) {
    await writer.deleteDocument({ documentId: id });
  }
  for (const { memoryId, fileKey } of Object.values(planted?.of ?? {})) {
    await writer.deleteMemory(memoryId);
    await files.for(scope).delete(fileKey);
  }
  await database.withScope(scope, (tx) => tx.isolation.uproot());
};

export const readFile = async (
  { files }: Parts,
  scope: UserScope,
  fileKey: string,
): Promise<string> =>
  (
    await files
      .for(scope)
      .read(fileKey)
      .then(buffer, () => Buffer.alloc(0))
  ).toString();

const plantPeople = ({ database }: Parts, scope: SystemScope): Promise<string> =>
  database.withScope(scope, async (tx) => {
    for (const [name, id] of Object.entries(PEOPLE)) {
      const groups = name === 'owner' ? ['canary'] : [];
      await tx.users.create({ id, email: `${name}@canary.invalid`, role: 'member', groups });
    }
    const [key = ''] = await tx.users.groupKeys(PEOPLE.owner);
    return key;
  });

const plantDocuments = async (
  { database, vectors }: Parts,
  scope: SystemScope,
  { group, weight }: { group: string; weight: number },
): Promise<Planted['documents']> => {
  const [ownerId, version, language] = [PEOPLE.owner, 1, 'en'];
  const make = (visibility: string, count: number) => {
    const documentId = newId(DocumentId);
    const id = chunkIdOf({ tenantId: scope.tenantId, documentId, version, index: 0 });
    const text = `${TERM} ${documentId}`;
    const point = { id, documentId, version, ownerId, visibility, language, ...termsOf(count) };
    return { point, text };
  };
  const made = {
    shared: make('tenant', weight),
    group: make(`group:${group}`, weight * 2),
    private: make('private', weight * 3),
  };
  const all = Object.values(made);
  await database.withScope(scope, async (tx) => {
    for (const { point, text } of all) {
      const { documentId, id: chunkId, visibility } = point;
      const fileKey = documentId;
      await tx.isolation.plant({ id: documentId, chunkId, ownerId, visibility, text, fileKey });
    }
  });
  await vectors.writerFor(scope).upsertChunks(all.map(({ point }) => point satisfies ChunkPoint));
  const toDocument = ({ point, text }: (typeof all)[number]): Document => ({
    id: point.documentId,
    chunkId: point.id,
    text,
  });
  return {
    shared: toDocument(made.shared),
    group: toDocument(made.group),
    private: toDocument(made.private),
  };
};

/** Texts of equal length, so that only the number of occurrences decides which matches best. */
const termsOf = (count: number) => ({
  terms: [
    ...Array.from({ length: count }, () => TERM),
    ...Array.from({ length: LENGTH - count }, (_, index) => `filler${index}`),
  ],
  vector: null,
});

const plantBelongings = async (
  { database, files, vectors }: Parts,
  person: UserScope,
  { count, document }: { count: number; document: Document },
): Promise<Belongings> => {
  const { userId } = person;
  const [memoryId, sessionId] = [newId(MemoryId), newId(SessionId)];
  const [executionId, messageId] = [newId(ExecutionId), newId(MessageId)];
  const text = `${TERM} ${memoryId}`;
  const file = await files.for(person).write(Readable.from([Buffer.from(text)]), { maxBytes: 200 });
  const { prefix, secretHash } = issueApiKey(person.tenantId);
  await database.withScope(person, async (tx) => {
    await tx.memories.create({
      id: memoryId,
      userId,
      content: text,
      memoryType: 'explicit_fact',
      language: 'en',
      sourceSessionId: null,
      sourceMessageId: null,
    });
    await tx.sessions.create({ id: sessionId, maxOpen: 10 });
    const busyUntil = new Date(0);
    const turn = { sessionId, executionId, messageId, question: text, busyUntil, maxOpen: 10 };
    await tx.sessions.startTurn(turn);
    await tx.workspace.create(`${TERM}.txt`, file);
    await tx.apiKeys.create({
      id: newId(ApiKeyId),
      userId,
      name: TERM,
      prefix,
      secretHash,
      permissions: [],
      expiresAt: null,
      createdBy: null,
      isConfirmed: false,
    });
  });
  const configured = await plantConfigured({ database }, person, document);
  const point: MemoryPoint = {
    id: memoryId,
    userId,
    memoryType: 'explicit_fact',
    ...termsOf(count),
  };
  await vectors.writerFor(makeSystemScope(person.tenantId)).upsertMemories([point]);
  const fileName = `${TERM}.txt`;
  return {
    memoryId,
    sessionId,
    executionId,
    messageId,
    text,
    fileKey: file.key,
    fileName,
    keyPrefix: prefix,
    ...configured,
  };
};

const plantConfigured = (
  { database }: Pick<Parts, 'database'>,
  person: UserScope,
  document: Document,
): Promise<Pick<Belongings, 'collectionId' | 'webhookId' | 'batchId' | 'assistantId'>> =>
  database.withScope(person, async (tx) => {
    const { userId: ownerId } = person;
    const [collectionId, webhookId] = [newId(CollectionId), newId(WebhookId)];
    const [batchId, assistantId] = [newId(BatchId), newId(AssistantId)];
    await tx.collections.create({
      id: collectionId,
      ownerId,
      name: TERM,
      description: null,
      visibility: 'private',
      editors: { users: [], groups: [] },
    });
    await tx.collections.addDocuments([collectionId], [document.id]);
    // It subscribes to no events, so nothing is delivered.
    const endpoint = { id: webhookId, ownerId, url: 'https://canary.invalid/', events: [] };
    await tx.webhooks.create({ ...endpoint, filter: null, secret: new Uint8Array(32) });
    await tx.batches.create(batchId);
    await tx.assistants.create({
      id: assistantId,
      slug: `canary-${assistantId}`,
      name: TERM,
      description: null,
      prompt: null,
      tools: null,
      filter: null,
      citationStyle: null,
      language: null,
      answerLength: null,
      model: null,
      temperature: null,
      maxTokens: null,
      reasoningEffort: null,
    });
    return { collectionId, webhookId, batchId, assistantId };
  });
