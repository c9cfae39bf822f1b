import { loadShortTexts } from '../../src/language/index.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type {
  ChatAnswer,
  ChatOptions,
  ToldMessage,
  UnstoredAnswer,
} from '../../src/workflow/chat.js';
import { createChooseAssistant } from '../../src/assistants/index.js';
import {
  createCalculator,
  type Calculator,
} from '../../src/platform/isolated/calculator/calculator.js';
import { createSandbox, type Sandbox } from '../../src/platform/isolated/sandbox/sandbox.js';
import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import type { SessionId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import type { ChatModel, Embedder, Reranker } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createAskMcp } from '../../src/platform/web/mcp-client.js';
import { createServiceClient } from '../../src/platform/web/service-client.js';
import { createSearchHistory } from '../../src/conversations/search-history.js';
import { createRemember } from '../../src/memories/remember.js';
import { createRetrieveDocument } from '../../src/documents/read.js';
import { createIndexState, createTenantLanguages } from '../../src/search/index-state.js';
import { createCalibrate } from '../../src/search/calibrate.js';
import { createSearchChunks } from '../../src/search/search-chunks.js';
import { createSearchTurns } from '../../src/search/search-turns.js';
import { createSearchMemories } from '../../src/memories/search.js';
import type { SearchSettings } from '../../src/search/schema.js';
import { createTools, TOOLS, type DeclaredTool } from '../../src/tools/index.js';
import { toToolSettings, toToolVariables } from '../../src/tools/variables.js';
import type { Metrics } from '../../src/platform/telemetry/telemetry.js';
import type { Tool } from '../../src/tools/tool.js';
import type { WorkflowSettings } from '../../src/workflow/node.js';
import { createWorkspace } from '../../src/workspace/index.js';
import type { WorkspaceLimits } from '../../src/workspace/schema.js';
import { createWorkflow } from '../../src/workflow/run-turn.js';
import type { TurnLog } from '../../src/workflow/turn-log.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { WORKFLOW } from './workflow-settings.js';

const now = (): Date => new Date();

const SEARCH: SearchSettings = {
  candidatesPerLeg: 60,
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  calibration: {},
  minCoverage: 0.5,
  minDenseScore: 0.6,
  embedTimeoutMs: 500,
  rerankTimeoutMs: 500,
};

const WORKSPACE: WorkspaceLimits = { files: 1000, bytes: 100_000_000, bytesPerFile: 10_000_000 };

export type Overrides = {
  chat?: ChatModel | null;
  settings?: Partial<WorkflowSettings>;
  /** Environment variables that tools declare. */
  toolSettings?: Readonly<Record<string, string>>;
  /** Tools as the operator adds them. */
  addedTools?: readonly DeclaredTool[];
  /** Puts something in front of the tools: a fault, a counter, another tool. */
  tools?: (tools: readonly Tool[]) => readonly Tool[];
  database?: Pick<Database, 'withScope' | 'platform'>;
  vectors?: Pick<VectorStore, 'for'>;
  embedder?: Embedder;
  reranker?: Reranker;
  search?: Partial<SearchSettings>;
  workspace?: Partial<WorkspaceLimits>;
  metrics?: Partial<Metrics>;
  turnLog?: TurnLog;
  now?: () => Date;
};

type Asked = {
  sessionId?: SessionId;
  options?: ChatOptions;
  signal?: AbortSignal;
  emit?: (event: TurnEvent) => void | Promise<void>;
  isStreamed?: boolean;
  /** The turn chooses its assistant itself, out of the database that it was given; else it was chosen before, as the route does. */
  choosesAssistant?: boolean;
};

type AskedByProgram = Pick<Asked, 'options' | 'signal'> & {
  /** The conversation before, as the program keeps it. */
  told?: readonly ToldMessage[];
  wishes?: string;
};

export type Workbench = {
  test: TestDatabase;
  vectors: VectorStore;
  lines: LoggedLine[];
  services: (overrides?: Overrides) => ReturnType<typeof createServices>;
  /** A workflow of its own for one turn or several. */
  asker: (
    overrides?: Overrides,
  ) => (scope: UserScope, message: string, asked?: Asked) => Promise<ChatAnswer>;
  /** The same for a program that keeps its conversations itself. */
  program: (
    overrides?: Overrides,
  ) => (scope: UserScope, message: string, asked?: AskedByProgram) => Promise<UnstoredAnswer>;
  destroy: () => Promise<void>;
};

type Parts = {
  test: TestDatabase;
  vectors: VectorStore;
  files: FileStore;
  calculator: Calculator;
  sandbox: Sandbox;
  lines: LoggedLine[];
};

const createServices = (parts: Parts, overrides: Overrides) => {
  const database = overrides.database ?? parts.test.database;
  const metrics = { ...createSilentMetrics(), ...overrides.metrics };
  const logger = createSilentLogger(parts.lines);
  // Time stands still for this cache, so that a slow machine does not ask twice in a turn.
  const languages = createTenantLanguages(database, () => 0);
  const legs = {
    database,
    vectors: overrides.vectors ?? parts.vectors,
    embedder: overrides.embedder ?? null,
    reranker: overrides.reranker ?? null,
    languages,
    metrics,
    logger,
    settings: { ...SEARCH, ...overrides.search },
    turns: createSearchTurns({ atOnce: 2, maxWaiting: 128, maxWaitMs: 60_000 }),
  };
  const { tasks } = database.platform;
  const { ofTenant: indexOf } = createIndexState({
    tasks,
    fingerprint: 'test',
    nowMs: () => performance.now(),
  });
  return {
    database,
    metrics,
    logger,
    languages,
    searchChunks: createSearchChunks({ ...legs, indexOf }),
    calibrate: createCalibrate(legs),
    searchMemories: createSearchMemories(legs),
    retrieveDocument: createRetrieveDocument({ database }),
    searchHistory: createSearchHistory({ database, settings: legs.settings }),
    remember: createRemember({ database, metrics, limits: { maxMemories: 1000 } }),
    workspace: createWorkspace({
      database: parts.test.database,
      files: parts.files,
      limits: { ...WORKSPACE, ...overrides.workspace },
    }).workspace,
  };
};

const openWorkflow = (parts: Parts, overrides: Overrides) => {
  const services = createServices(parts, overrides);
  const declared = [...TOOLS, ...(overrides.addedTools ?? [])];
  const given = z.object(toToolVariables(declared)).parse(overrides.toolSettings ?? {});
  const deps = {
    ...services,
    calculator: parts.calculator,
    sandbox: parts.sandbox,
    now: overrides.now ?? now,
    askService: createServiceClient({ userAgent: 'knowledge-router-test' }),
    askMcp: createAskMcp({ userAgent: 'knowledge-router-test' }),
  };
  const tools = createTools({ ...deps, ...toToolSettings(given, declared) }, declared);
  return createWorkflow({
    ...services,
    tools: overrides.tools?.(tools) ?? tools,
    chat: overrides.chat ?? null,
    settings: { ...WORKFLOW, ...overrides.settings },
    ...(overrides.turnLog && { turnLog: overrides.turnLog }),
    now: overrides.now ?? now,
  });
};

const createProgram = (parts: Parts, overrides: Overrides) => {
  const { runUnstored } = openWorkflow(parts, overrides);
  return (scope: UserScope, message: string, asked: AskedByProgram = {}) => {
    const { options = {}, signal = new AbortController().signal, told = [], wishes } = asked;
    return runUnstored({ scope, signal, told, input: { message, options, wishes } });
  };
};

const createAsker = (parts: Parts, overrides: Overrides) => {
  const { runTurn } = openWorkflow(parts, overrides);
  const chooseAssistant = createChooseAssistant(parts.test);
  return async (scope: UserScope, message: string, asked: Asked = {}): Promise<ChatAnswer> => {
    const { sessionId, options = {}, signal = new AbortController().signal, emit } = asked;
    const { isStreamed = false, choosesAssistant = false } = asked;
    const assistant = choosesAssistant ? undefined : await chooseAssistant(scope, undefined);
    const input = { message, sessionId, options };
    return runTurn({
      scope,
      input,
      signal,
      isStreamed,
      ...(assistant && { assistant }),
      ...(emit && { emit }),
    });
  };
};

/** The whole workflow on a real database and a real index, with whatever a test puts in place of a part. */
export const createWorkbench = async (): Promise<Workbench> => {
  await loadShortTexts();
  const test = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'kr-workbench-'));
  const vectors = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'test' });
  const lines: LoggedLine[] = [];
  const files = createFolderFileStore({ root: join(directory, 'files') });
  const calculator = createCalculator();
  const sandbox = createSandbox({ atOnce: 2, memoryMb: 256 });
  const parts = { test, vectors, files, calculator, sandbox, lines };
  return {
    ...parts,
    services: (overrides = {}) => createServices(parts, overrides),
    asker: (overrides = {}) => createAsker(parts, overrides),
    program: (overrides = {}) => createProgram(parts, overrides),
    destroy: async () => {
      await calculator.close();
      await sandbox.close();
      await vectors.close();
      await test.destroy();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
