import type { EvaluationRunRecord } from '../../src/evaluation/runs-repository.js';
import {
  Expectations,
  type GoldenQuestionRecord,
} from '../../src/evaluation/golden-questions-repository.js';
import type { Assistant } from '../../src/assistants/index.js';
import type { CollectionRecord } from '../../src/documents/collections/schema.js';
import type { DocumentRecord } from '../../src/documents/schema.js';
import type { WorkspaceFile } from '../../src/workspace/schema.js';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import {
  ApiKeyId,
  AssistantId,
  CollectionId,
  DocumentId,
  EvaluationRunId,
  ExecutionId,
  GoldenQuestionId,
  HoldId,
  GroupId,
  MemoryId,
  MessageId,
  newId,
  SessionId,
  TenantId,
  UserId,
  WebhookId,
} from '../../src/shared/ids.js';
import type { WebhookRecord } from '../../src/webhooks/schema.js';
import type { MemoryRecord } from '../../src/memories/schema.js';
import { DEFAULT_TENANT_LIMITS } from '../../src/tenancy/limits.js';
import type { HoldRecord } from '../../src/tenancy/holds/repository.js';
import { TenantPolicy, type TenantRecord, type TenantSettings } from '../../src/tenancy/schema.js';
import type { ApiKeyRecord, GroupRecord, UserRecord } from '../../src/tenancy/schema.js';

const at = new Date('2026-01-02T03:04:05.000Z');

export const sampleSettings: TenantSettings = {
  name: 'Acme',
  systemPrompt: null,
  policy: TenantPolicy.parse({}),
};

export const sampleTenant = (changes: Partial<TenantRecord> = {}): TenantRecord => ({
  id: newId(TenantId),
  slug: 'acme',
  status: 'active',
  createdAt: at,
  limits: DEFAULT_TENANT_LIMITS,
  ...changes,
});

export const sampleUser = (changes: Partial<UserRecord> = {}): UserRecord => ({
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
  activatedAt: at,
  externalId: null,
  name: null,
  managed: false,
  ...changes,
});

export const sampleGroup = (changes: Partial<GroupRecord> = {}): GroupRecord => ({
  id: newId(GroupId),
  key: 'hr',
  name: 'hr',
  members: 0,
  createdAt: at,
  ...changes,
});

export const sampleAssistant = (changes: Partial<Assistant> = {}): Assistant => ({
  id: newId(AssistantId),
  slug: 'default',
  name: 'Default',
  description: null,
  isDefault: true,
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
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleApiKey = (changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: newId(ApiKeyId),
  userId: newId(UserId),
  kind: 'personal',
  name: 'key',
  prefix: 'abcd1234',
  permissions: ['chat'],
  filter: null,
  assistantIds: [],
  expiresAt: null,
  lastUsedAt: null,
  createdAt: at,
  createdBy: null,
  confirmedAt: at,
  revokedAt: null,
  revokedBy: null,
  ...changes,
});

export const sampleMemory = (changes: Partial<MemoryRecord> = {}): MemoryRecord => ({
  id: newId(MemoryId),
  content: 'Likes tea.',
  memoryType: 'explicit_fact',
  state: 'active',
  confirmBy: null,
  supersededById: null,
  embedded: false,
  sourceSessionId: null,
  sourceMessageId: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleFile = (changes: Partial<WorkspaceFile> = {}): WorkspaceFile => ({
  name: 'report.md',
  sizeBytes: 3,
  sha256: 'abc',
  mimeType: 'text/markdown; charset=utf-8',
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
  warnings: [],
  visibility: 'tenant',
  audience: 'tenant',
  metadata: {},
  source: null,
  sourcePath: null,
  collectionIds: [],
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleCollection = (changes: Partial<CollectionRecord> = {}): CollectionRecord => ({
  id: newId(CollectionId),
  ownerId: newId(UserId),
  name: 'Travel',
  description: null,
  visibility: 'tenant',
  editorUsers: [],
  editorGroups: [],
  editorGroupKeys: [],
  documentCount: 0,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleAnswer = (): ChatAnswer => ({
  executionId: newId(ExecutionId),
  sessionId: newId(SessionId),
  messageId: newId(MessageId),
  status: 'success',
  responseType: 'answer',
  stopReason: 'answered',
  generatedBy: 'model',
  notice: null,
  answer: 'Three days a week [1].',
  language: 'en',
  confidence: null,
  grounding: null,
  citations: [],
  statements: [],
  corrections: [],
  toolCalls: [],
  proposedMemories: [],
  degraded: [],
  usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: null },
  timings: { totalMs: 1, nodes: [] },
});

export const sampleWebhook = (webhook: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id: newId(WebhookId),
  ownerId: newId(UserId),
  url: 'https://app.example.com/hooks',
  events: ['document.ready'],
  filter: null,
  offReason: null,
  offAt: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: at,
  updatedAt: at,
  ...webhook,
});

export const sampleGoldenQuestion = (
  changes: Partial<GoldenQuestionRecord> = {},
): GoldenQuestionRecord => ({
  id: newId(GoldenQuestionId),
  version: 1,
  status: 'active',
  originExecutionId: null,
  createdBy: newId(UserId),
  createdAt: new Date(),
  updatedAt: new Date(),
  question: 'How many days?',
  language: 'en',
  askedAs: null,
  expectations: Expectations.parse({ facts: ['three days'] }),
  ...changes,
});

export const sampleHold = (changes: Partial<HoldRecord> = {}): HoldRecord => ({
  id: newId(HoldId),
  name: 'Case 7',
  reason: 'Court order',
  userId: null,
  documentId: null,
  from: null,
  to: null,
  createdBy: newId(UserId),
  createdAt: new Date(),
  ...changes,
});

export const sampleEvaluationRun = (
  changes: Partial<EvaluationRunRecord> = {},
): EvaluationRunRecord => ({
  id: newId(EvaluationRunId),
  name: null,
  startedBy: newId(UserId),
  state: 'waiting',
  reason: null,
  settings: {},
  settingsHash: null,
  total: 1,
  createdAt: new Date(),
  startedAt: null,
  endedAt: null,
  figures: {
    answered: 0,
    right: 0,
    closest: 0,
    wrong: 0,
    refused: 0,
    failed: 0,
    leaks: 0,
    ranked: 0,
    hitsAt1: 0,
    hitsAt5: 0,
    hitsAt10: 0,
    medianMs: null,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
  },
  ...changes,
});
