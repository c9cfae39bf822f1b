import type { UserScope } from '../../src/shared/scope.js';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { notFound } from '../../src/shared/errors.js';
import { BatchId, newId, SourceId } from '../../src/shared/ids.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { DEFAULT_TENANT_LIMITS } from '../../src/tenancy/limits.js';
import type { RouteDeps } from '../../src/compose/routes.js';
import {
  sampleAssistant,
  sampleCollection,
  sampleAnswer,
  sampleApiKey,
  sampleDocument,
  sampleEvaluationRun,
  sampleHold,
  sampleFile,
  sampleGoldenQuestion,
  sampleGroup,
  sampleMemory,
  sampleSettings,
  sampleTenant,
  sampleUser,
  sampleWebhook,
} from './samples.js';

type UseCases = Pick<
  RouteDeps,
  | 'runTurn'
  | 'runUnstored'
  | 'answerTask'
  | 'embedTexts'
  | 'publicUrl'
  | 'hasModel'
  | 'structureAnswer'
  | 'searchChunks'
  | 'explainSearch'
  | 'uploadDocument'
  | 'fetchDocument'
  | 'readDocuments'
  | 'lookAtPages'
  | 'changeDocuments'
  | 'assistants'
  | 'collections'
  | 'manyDocuments'
  | 'sessions'
  | 'sharedAnswers'
  | 'memories'
  | 'workspace'
  | 'workspaceFiles'
  | 'tenants'
  | 'settings'
  | 'users'
  | 'apiKeys'
  | 'groups'
  | 'profile'
  | 'readExecution'
  | 'listExecutions'
  | 'readCallFigures'
  | 'readDailyFigures'
  | 'readUnanswered'
  | 'giveFeedback'
  | 'readFeedback'
  | 'resolveFeedback'
  | 'readUsage'
  | 'readTenantUsage'
  | 'readAudit'
  | 'exportOwnTenant'
  | 'exportOwnData'
  | 'countWaiting'
  | 'sources'
  | 'webhooks'
  | 'goldenQuestions'
  | 'evaluationRuns'
  | 'holds'
>;

type ContentUseCase =
  | 'goldenQuestions'
  | 'evaluationRuns'
  | 'holds'
  | 'sources'
  | 'webhooks'
  | 'runTurn'
  | 'runUnstored'
  | 'answerTask'
  | 'embedTexts'
  | 'publicUrl'
  | 'hasModel'
  | 'structureAnswer'
  | 'searchChunks'
  | 'explainSearch'
  | 'uploadDocument'
  | 'fetchDocument'
  | 'readDocuments'
  | 'lookAtPages'
  | 'changeDocuments'
  | 'assistants'
  | 'collections'
  | 'manyDocuments'
  | 'sessions'
  | 'sharedAnswers'
  | 'memories'
  | 'workspace'
  | 'workspaceFiles'
  | 'readExecution'
  | 'listExecutions'
  | 'readCallFigures'
  | 'readDailyFigures'
  | 'readUnanswered'
  | 'giveFeedback'
  | 'readFeedback'
  | 'resolveFeedback';

const unknown = async (): Promise<never> => {
  throw notFound();
};
const emptyPage = async () => ({ items: [], nextAfter: null });

/** Use cases that accept what is new and know no id at all. */
export const createFakeUseCases = (): UseCases => ({
  ...contentUseCases(),
  ...tenancyUseCases(),
  exportOwnTenant: anArchive,
  exportOwnData: anArchive,
  countWaiting: async () => ({ proposedMemories: 0, failedDocuments: 0 }),
});

const readingUseCases = (): Pick<UseCases, 'searchChunks' | 'explainSearch' | 'lookAtPages'> => ({
  lookAtPages: { picture: unknown, boxes: unknown },
  searchChunks: async () => ({
    results: [],
    outcome: 'none' as const,
    corrections: [],
    legs: { dense: 'off', lexical: 'inert' },
    degraded: [],
    reindexing: null,
  }),
  explainSearch: async () => {
    throw notFound();
  },
});

const openAiUseCases = () => ({
  runUnstored: async () => ({ ...sampleAnswer(), sessionId: null, messageId: null }),
  answerTask: async () => ({ text: 'A title', promptTokens: 0, completionTokens: 0 }),
  embedTexts: async (_scope: UserScope, texts: readonly string[]) => ({
    vectors: texts.map(() => new Float32Array([1, 0])),
    promptTokens: 1,
    model: 'sample',
  }),
  publicUrl: null,
  hasModel: false,
  structureAnswer: null,
});

const changeDocuments = {
  update: unknown,
  replaceFile: unknown,
  restore: unknown,
  reprocess: unknown,
  delete: unknown,
  deleteAt: unknown,
};

const NO_FIGURES = {
  questions: 0,
  answered: 0,
  notFound: 0,
  badMarks: 0,
  people: 0,
  costUsd: null,
  p95Ms: null,
};

const contentUseCases = (): Pick<UseCases, ContentUseCase> => ({
  runTurn: async () => sampleAnswer(),
  ...openAiUseCases(),
  ...readingUseCases(),
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
  fetchDocument: async (_scope, { url, title }) => ({
    document: sampleDocument({ title: title ?? url.hostname }),
    duplicate: false,
    isReplayed: false,
  }),
  readDocuments: {
    list: emptyPage,
    listReadable: async () => ({ total: 0, openings: [] }),
    get: unknown,
    chunks: unknown,
    file: unknown,
    versions: unknown,
    watch: () => ({ [Symbol.asyncIterator]: () => ({ next: unknown }) }),
  },
  changeDocuments,
  assistants: assistantUseCases,
  collections: collectionUseCases,
  manyDocuments,
  webhooks: webhookUseCases,
  sources: sourceUseCases,
  sessions: sessionUseCases,
  sharedAnswers: { share: unknown, list: emptyPage, revoke: unknown, open: unknown },
  memories: memoryUseCases,
  workspace: { remove: unknown },
  workspaceFiles: {
    page: emptyPage,
    open: unknown,
    put: async (_scope, name, source) => {
      source.resume();
      await finished(source);
      return { file: sampleFile({ name }), isNew: true };
    },
  },
  ...evaluationUseCases,
  holds: holdUseCases,
  readExecution: unknown,
  listExecutions: emptyPage,
  readCallFigures: async () => ({ tools: [], models: [], assistants: [] }),
  readDailyFigures: async () => ({ days: [], whole: NO_FIGURES }),
  readUnanswered: async () => ({ questions: [], words: [] }),
  giveFeedback: unknown,
  readFeedback: emptyPage,
  resolveFeedback: unknown,
});

const holdUseCases: UseCases['holds'] = {
  create: async (_scope, hold) => sampleHold(hold),
  list: emptyPage,
  get: unknown,
  release: unknown,
  count: unknown,
};

const evaluationUseCases: Pick<UseCases, 'goldenQuestions' | 'evaluationRuns'> = {
  goldenQuestions: {
    list: emptyPage,
    get: unknown,
    versions: unknown,
    exportLines: async () => '',
    importLines: async () => ({ created: 0, refused: [] }),
    create: async (_scope, content) => sampleGoldenQuestion(content),
    createFromExecution: unknown,
    update: unknown,
    delete: unknown,
  },
  evaluationRuns: {
    list: emptyPage,
    get: unknown,
    results: unknown,
    compare: unknown,
    start: async (_scope, { name }) => sampleEvaluationRun({ name }),
    stop: unknown,
    delete: unknown,
  },
};

const sessionUseCases: UseCases['sessions'] = {
  list: emptyPage,
  get: unknown,
  change: unknown,
  delete: unknown,
  messages: unknown,
};

const memoryUseCases: UseCases['memories'] = {
  create: async (_scope, memory) => sampleMemory(memory),
  list: emptyPage,
  get: unknown,
  update: unknown,
  confirm: unknown,
  delete: unknown,
};

const assistantUseCases: UseCases['assistants'] = {
  create: async (_scope, assistant) => sampleAssistant({ ...assistant, isDefault: false }),
  list: emptyPage,
  update: unknown,
  delete: unknown,
};

const manyDocuments: UseCases['manyDocuments'] = {
  compareManifest: async (_scope, { source }) => ({ source, entries: [] }),
  changeAll: async () => ({ outcomes: [] }),
  receiveBatch: async (_scope, _options, read) => {
    const take = async (_fields: unknown, { content }: { content: Readable }) => {
      content.resume();
      await finished(content);
    };
    await read({ takeFile: take, takeArchive: (fields, content) => take(fields, { content }) });
    return { batchId: newId(BatchId), files: [], isReplayed: false };
  },
  readBatch: unknown,
};

const collectionUseCases: UseCases['collections'] = {
  create: async (_scope, { editors, ...collection }) =>
    sampleCollection({ ...collection, editorUsers: editors.users, editorGroups: editors.groups }),
  list: emptyPage,
  countStates: async () => [],
  get: unknown,
  update: unknown,
  delete: unknown,
  addDocument: unknown,
  removeDocument: unknown,
};

/** A server whose operator allows no buckets. */
const NO_REACH = {
  folders: [],
  buckets: {
    allowed: [],
    reader: {
      list: () => {
        throw notFound();
      },
      find: unknown,
      read: unknown,
    },
  },
  web: { send: unknown, origins: [], isPublic: false },
};

const CREATED_SOURCE = newId(SourceId);

const sourceUseCases: UseCases['sources'] = {
  kinds: async () => [],
  origin: unknown,
  citeOrigins: async (_scope, answers) => [...answers],
  requirePushable: async () => undefined,
  testKind: async (_scope, { settings }) => {
    const reach = { ...NO_REACH, folders: ['/srv'] };
    (await findKind('folder'))?.check({ settings, credentials: null }, reach);
    return unknown();
  },
  list: emptyPage,
  get: async (scope, id) =>
    id === CREATED_SOURCE
      ? {
          id,
          ownerId: scope.userId,
          name: 'handbooks',
          kind: 'folder',
          settings: {},
          rechecksReaders: false,
          hasCredentials: false,
          visibility: 'tenant',
          rules: [],
          collectionId: null,
          everyMinutes: 60,
          graceDays: 7,
          pausedReason: null,
          failures: 0,
          lastCompleteAt: null,
          nextRunAt: null,
          createdAt: new Date('2026-03-02T09:30:00.000Z'),
          updatedAt: new Date('2026-03-02T09:30:00.000Z'),
          lastRun: null,
          waiting: null,
          items: { pending: 0, ready: 0, failed: 0, gone: 0 },
        }
      : unknown(),
  listRuns: unknown,
  listItems: unknown,
  listPrincipals: unknown,
  create: async (_scope, { kind, settings }) => {
    const [checked, given] = [await findKind(kind), { settings, credentials: null }];
    checked?.check(given, { ...NO_REACH, folders: ['/srv'] });
    return CREATED_SOURCE;
  },
  update: unknown,
  remove: unknown,
  test: unknown,
  run: unknown,
  pause: unknown,
  confirm: unknown,
};

const webhookUseCases: UseCases['webhooks'] = {
  create: async (_scope, { url, events }) => ({
    ...sampleWebhook({ url, events: [...events] }),
    secret: 'whsec_shownonce',
  }),
  list: emptyPage,
  get: unknown,
  update: unknown,
  delete: unknown,
  rotateSecret: unknown,
  sendTest: unknown,
  listDeliveries: unknown,
  getDelivery: unknown,
  redeliver: unknown,
};

const groups: UseCases['groups'] = {
  create: async (_scope, name) => sampleGroup({ name }),
  list: emptyPage,
  get: unknown,
  rename: unknown,
  delete: unknown,
  members: unknown,
  add: unknown,
  remove: unknown,
};

const anArchive = async () => ({
  content: Readable.from(['archive']),
  filename: 'tenant.zip',
  mimeType: 'application/zip',
  sizeBytes: null,
});

const tenancyUseCases = (): Omit<
  UseCases,
  ContentUseCase | 'exportOwnTenant' | 'exportOwnData' | 'countWaiting'
> => ({
  tenants: {
    create: async ({ slug, admin }) => ({
      tenant: sampleTenant({ slug }),
      admin: sampleUser({ email: admin.email, role: 'admin' }),
      apiKey: 'kr_shown_once',
    }),
    list: emptyPage,
    get: unknown,
    update: unknown,
    delete: unknown,
  },
  settings: {
    get: async () => ({ ...sampleSettings, limits: DEFAULT_TENANT_LIMITS }),
    update: async () => ({ ...sampleSettings, limits: DEFAULT_TENANT_LIMITS }),
  },
  users: {
    create: async (_scope, { email, role }) => ({
      ...sampleUser({ email, role }),
      invitation: null,
    }),
    putManaged: async () => ({ user: sampleUser({ managed: true }), isNew: true }),
    list: emptyPage,
    get: unknown,
    update: unknown,
    delete: unknown,
  },
  groups,
  readAudit: emptyPage,
  readUsage: async () => NO_USAGE,
  readTenantUsage: unknown,
  apiKeys: {
    create: async (_scope, { name }) => ({ ...sampleApiKey({ name }), apiKey: 'kr_shown_once' }),
    list: emptyPage,
    get: unknown,
    confirm: unknown,
    revoke: unknown,
  },
  profile: {
    get: async ({ userId, tenantId }) => ({
      user: sampleUser({ id: userId }),
      tenant: { id: tenantId, slug: 'acme', name: 'Acme' },
      mayUpload: true,
      hasPassword: true,
    }),
    update: async ({ userId, tenantId }) => ({
      user: sampleUser({ id: userId }),
      tenant: { id: tenantId, slug: 'acme', name: 'Acme' },
      mayUpload: true,
      hasPassword: true,
    }),
  },
});

const NO_USAGE = {
  now: {
    documents: { used: 0, limit: 1 },
    storageBytes: { used: 0, limit: 1 },
    questionsPerDay: { used: 0, limit: 1 },
    tokensPerMonth: { used: 0, limit: 1 },
  },
  items: [],
  nextAfter: null,
  totals: {
    questions: 0,
    documents: 0,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: 0,
    searches: 0,
    bytes: 0,
    chunks: 0,
    unpricedCalls: 0,
    feedbackUp: 0,
    feedbackDown: 0,
  },
};
