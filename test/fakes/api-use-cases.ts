import { finished } from 'node:stream/promises';
import type { ChatAnswer } from '../../src/domain/chat.js';
import type { DocumentRecord } from '../../src/domain/document.js';
import { notFound } from '../../src/domain/errors.js';
import {
  ApiKeyId,
  DocumentId,
  ExecutionId,
  MemoryId,
  MessageId,
  newId,
  SessionId,
  TenantId,
  UserId,
} from '../../src/domain/ids.js';
import type { MemoryRecord } from '../../src/domain/memory.js';
import type { TenantRecord, TenantSettings } from '../../src/domain/tenant.js';
import { TenantPolicy } from '../../src/domain/tenant.js';
import type { ApiKeyRecord, UserRecord } from '../../src/domain/user.js';
import type { RouteDeps } from '../../src/api/routes/index.js';

const at = new Date('2026-01-02T03:04:05.000Z');

type UseCases = Pick<
  RouteDeps,
  | 'runTurn'
  | 'searchChunks'
  | 'uploadDocument'
  | 'readDocuments'
  | 'updateDocument'
  | 'deleteDocument'
  | 'replaceFile'
  | 'reprocessDocument'
  | 'readFile'
  | 'watchDocument'
  | 'sessions'
  | 'memories'
  | 'tenants'
  | 'removeTenant'
  | 'settings'
  | 'users'
  | 'removeUser'
  | 'apiKeys'
  | 'profile'
  | 'readExecution'
  | 'listExecutions'
  | 'giveFeedback'
  | 'readUsage'
  | 'readAudit'
>;

type ContentUseCase =
  | 'runTurn'
  | 'searchChunks'
  | 'uploadDocument'
  | 'readDocuments'
  | 'updateDocument'
  | 'deleteDocument'
  | 'replaceFile'
  | 'reprocessDocument'
  | 'readFile'
  | 'watchDocument'
  | 'sessions'
  | 'memories'
  | 'readExecution'
  | 'listExecutions'
  | 'giveFeedback';

const unknown = async (): Promise<never> => {
  throw notFound();
};
const emptyPage = async () => ({ items: [], nextAfter: null });

/** Use cases that accept what is new and know no id at all. */
export const createFakeUseCases = (): UseCases => ({ ...contentUseCases(), ...tenancyUseCases() });

const contentUseCases = (): Pick<UseCases, ContentUseCase> => ({
  runTurn: async () => sampleAnswer(),
  searchChunks: async () => ({
    results: [],
    legs: { dense: 'off', lexical: 'inert' },
    degraded: [],
    reindexing: null,
  }),
  uploadDocument: async (_scope, { source, title, lateFields }) => {
    source.resume();
    await finished(source);
    const late = await lateFields?.();
    return {
      document: sampleDocument({ title: late?.title ?? title ?? 'untitled' }),
      duplicate: false,
      isReplayed: false,
    };
  },
  readDocuments: { list: emptyPage, get: unknown, chunks: unknown },
  updateDocument: unknown,
  deleteDocument: unknown,
  replaceFile: unknown,
  reprocessDocument: unknown,
  readFile: unknown,
  watchDocument: () => ({ [Symbol.asyncIterator]: () => ({ next: unknown }) }),
  sessions: {
    list: emptyPage,
    get: unknown,
    rename: unknown,
    delete: unknown,
    messages: unknown,
  },
  memories: {
    create: async (_scope, memory) => sampleMemory(memory),
    list: emptyPage,
    update: unknown,
    delete: unknown,
  },
  readExecution: unknown,
  listExecutions: emptyPage,
  giveFeedback: unknown,
});

const tenancyUseCases = (): Omit<UseCases, ContentUseCase> => ({
  tenants: {
    create: async ({ slug, admin }) => ({
      tenant: sampleTenant({ slug }),
      admin: sampleUser({ email: admin.email, role: 'admin' }),
      apiKey: 'kr_shown_once',
    }),
    list: emptyPage,
    get: unknown,
    setStatus: unknown,
  },
  removeTenant: unknown,
  settings: {
    get: async () => sampleSettings,
    update: async () => sampleSettings,
  },
  users: {
    create: async (_scope, { email, role }) => sampleUser({ email, role }),
    list: emptyPage,
    get: unknown,
    update: unknown,
  },
  removeUser: unknown,
  readAudit: emptyPage,
  readUsage: async () => ({
    items: [],
    nextAfter: null,
    totals: {
      ...{ questions: 0, documents: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 },
      ...{ unpricedCalls: 0, feedbackUp: 0, feedbackDown: 0 },
    },
  }),
  apiKeys: {
    create: async (_scope, { name }) => ({ ...sampleApiKey({ name }), apiKey: 'kr_shown_once' }),
    list: emptyPage,
    get: unknown,
    revoke: unknown,
  },
  profile: {
    get: async ({ userId, tenantId }) => ({
      user: sampleUser({ id: userId }),
      tenant: { id: tenantId, slug: 'acme', name: 'Acme' },
    }),
    update: async ({ userId, tenantId }) => ({
      user: sampleUser({ id: userId }),
      tenant: { id: tenantId, slug: 'acme', name: 'Acme' },
    }),
  },
});

const sampleSettings: TenantSettings = {
  name: 'Acme',
  systemPrompt: null,
  policy: TenantPolicy.parse({}),
};

const sampleTenant = (changes: Partial<TenantRecord> = {}): TenantRecord => ({
  id: newId(TenantId),
  slug: 'acme',
  status: 'active',
  createdAt: at,
  ...changes,
});

const sampleUser = (changes: Partial<UserRecord> = {}): UserRecord => ({
  id: newId(UserId),
  email: 'ada@example.com',
  role: 'member',
  status: 'active',
  groups: [],
  language: null,
  timezone: 'UTC',
  systemPrompt: null,
  preferences: { citationStyle: 'numbered', tools: [] },
  createdAt: at,
  ...changes,
});

const sampleApiKey = (changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: newId(ApiKeyId),
  userId: newId(UserId),
  name: 'key',
  prefix: 'abcd1234',
  permissions: ['chat'],
  expiresAt: null,
  lastUsedAt: null,
  createdAt: at,
  ...changes,
});

const sampleMemory = (changes: Partial<MemoryRecord> = {}): MemoryRecord => ({
  id: newId(MemoryId),
  content: 'Likes tea.',
  memoryType: 'explicit_fact',
  state: 'active',
  supersededById: null,
  embedded: false,
  sourceSessionId: null,
  sourceMessageId: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleDocument = (changes: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: newId(DocumentId),
  ownerId: newId(UserId),
  title: 'HR Manual',
  filename: 'hr.txt',
  mimeType: 'text/plain',
  sizeBytes: 3,
  sha256: '00',
  language: null,
  status: 'queued',
  progress: { stage: 'queued', done: 0, total: 0 },
  errorCode: null,
  version: 1,
  replacement: null,
  chunkCount: 0,
  pageCount: null,
  visibility: 'tenant',
  metadata: {},
  createdAt: at,
  updatedAt: at,
  ...changes,
});

const sampleAnswer = (): ChatAnswer => ({
  executionId: newId(ExecutionId),
  sessionId: newId(SessionId),
  messageId: newId(MessageId),
  status: 'success',
  responseType: 'answer',
  stopReason: 'answered',
  answer: 'Three days a week [1].',
  language: 'en',
  confidence: null,
  grounding: null,
  citations: [],
  toolCalls: [],
  degraded: [],
  usage: { promptTokens: 0, completionTokens: 0, costUsd: null },
  timings: { totalMs: 1, nodes: [] },
});
