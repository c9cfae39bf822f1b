import { z } from 'zod';
import type {
  MadeFile,
  SearchHistory,
  SessionRepository,
  ChunkEvidence,
  PassagePlace,
  MemoryEvidence,
  ToolResultRepository,
} from '../conversations/index.js';
import type { DocumentRepository, RetrieveDocument } from '../documents/index.js';
import type {
  MemoryRecord,
  MemoryRepository,
  Remember,
  SearchMemories,
} from '../memories/index.js';
import type { Calculator } from '../platform/isolated/calculator/calculator.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { Sandbox } from '../platform/isolated/sandbox/sandbox.js';
import type { Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import type { AskMcp, ListedTool } from '../platform/web/mcp-client.js';
import type { ServiceClient } from '../platform/web/service-client.js';
import type { Question } from '../questions/index.js';
import type { Correction } from '../shared/correction.js';
import type { FoundChunk, SearchChunks } from '../search/index.js';
import { AppError } from '../shared/errors.js';
import type { Degradation, ModelCall } from '../shared/execution.js';
import type { DocumentId, ExecutionId, SessionId } from '../shared/ids.js';
import { parseFirst } from '../shared/parse-first.js';
import type { Permission, UserScope } from '../shared/scope.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { TenantSettingsRepository, UsageRepository } from '../tenancy/index.js';
import type { Workspace } from '../workspace/index.js';
import type { McpServer } from './added/mcp/configuration.js';
import type { Arguments } from './own-words.js';

/** At least as large as any MAX_QUERY_CHARS, because a question is searched as asked. */
const MAX_SEARCH_CHARS = 100_000;

export const searchQuery = z.string().trim().min(1).max(MAX_SEARCH_CHARS);

/** `safe` tools read, or store only what the user said; an admin has to enable all others. */
export const ToolRisk = z.enum(['safe', 'external', 'workspace', 'sandboxed']);
type ToolRisk = z.infer<typeof ToolRisk>;

/** The repositories that the tools use in a transaction. */
type Database = OpenDatabase<{
  documents: DocumentRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  settings: Pick<TenantSettingsRepository, 'get'>;
  tasks: TaskScheduler;
  usage: UsageRepository;
  toolResults: ToolResultRepository;
}>;

export type ToolContext = Readonly<{
  scope: UserScope;
  signal: AbortSignal;
  /** Null if the caller stores the conversation. */
  sessionId: SessionId | null;
  executionId: ExecutionId;
  /** The turn's own question, as interpreted. */
  question?: Question;
  /** Its forms, the original first. */
  questions: readonly string[];
  language: string;
  /** The documents cited by the last answer, if the question depends on it. */
  focus?: readonly DocumentId[];
  /** The user's time zone, which determines "today". */
  timeZone: string;
  /** The prompt contains text written by others: documents, memories, results of tools, earlier answers, or text supplied by the caller. */
  hasTextOfOthers: boolean;
  /** Rewrites arguments in the user's own words, counted over the turn; throws `invalid_arguments` if they contain others. */
  toOwnWords: (given: Arguments, schema: unknown) => Arguments;
  /** True if documents were searched in this turn. */
  hasSearched: boolean;
  /** Call after the tool has waited for others: its time limit starts again. */
  onTurn?: () => void;
  /** For the turn's ledger: called for every model call made for this tool. */
  record?: (call: ModelCall) => void;
  /** For the receipt: the number of hits dropped because the reader may not see them or the search excluded them. */
  recordOutOfScope?: (count: number) => void;
}>;

/** A completed side effect or a returned value; the workflow adds the call that it came from. */
type ReturnedValue = {
  kind: 'value';
  text: string;
  url?: string;
  /** The total number of entries in the list it is an excerpt of. */
  count?: number;
  /** The document passage that it was read from: a reader who loses access to that no longer sees an answer citing it. */
  restsOn?: PassagePlace;
};

export type ToolEvidenceItem = ChunkEvidence | MemoryEvidence | ReturnedValue;

export type ToolResult = {
  /** For the model and the stored receipt: counts and ids, never text or titles of documents. */
  summary: string;
  evidence: readonly ToolEvidenceItem[];
  /** Everything that a search ranked, for the receipt; entries that are not evidence were not relevant enough. */
  candidates?: readonly FoundChunk[];
  /** Search words that occur nowhere, and what they were corrected to. */
  corrections?: readonly Correction[];
  degraded?: readonly Degradation[];
  /** Workspace files created or changed: the answer links to each. */
  files?: readonly MadeFile[];
  /** Memories stored or proposed: the answer mentions them. */
  memories?: readonly MemoryRecord[];
  /** True for the result of an earlier call. */
  cached?: boolean;
};

export type Tool = {
  readonly name: string;
  /** For the model, including what the tool cannot do. */
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly timeoutMs: number;
  readonly risk: ToolRisk;
  /** A call changes something outside, so it needs consent and is audited like risk `workspace` or `sandboxed`. */
  readonly hasSideEffects?: boolean;
  /** The permission that a route to the same data would require; unset: none beyond chatting. */
  readonly permission?: Permission;
  /** It reads a person's data here: turns of applications have no such tool, nor one with side effects. */
  readonly isForPeople?: boolean;
  /** Words with which a user asks for its side effect without naming it. */
  readonly askedBy?: RegExp;
  /** It searches stored knowledge: if it finds nothing, the answer is "not found", never "beyond the tools". */
  readonly searchesKnowledge?: boolean;
  /** Its result is computed from its arguments only. */
  readonly calculates?: boolean;
  /**
   * How many seconds the tenant's calls with equal arguments share one result; unset: each is run. Not for results that depend on the user.
   */
  readonly cacheSec?: number;
  /** The maximum number of successful calls per turn; unset: unlimited. */
  readonly maxPerTurn?: number;
  /** Arguments come from the model: they are parsed here, and unknown keys are refused. */
  run: (argumentsOfModel: unknown, context: ToolContext) => Promise<ToolResult>;
};

type Definition<Input extends z.ZodObject> = Omit<Tool, 'parameters' | 'run'> & {
  input: Input;
  run: (input: z.infer<Input>, context: ToolContext) => Promise<ToolResult>;
};

/** The services that the tools use; each tool takes the ones it needs. */
export type ToolDeps = {
  searchChunks: SearchChunks;
  searchMemories: SearchMemories;
  retrieveDocument: RetrieveDocument;
  searchHistory: SearchHistory;
  remember: Pick<Remember, 'within' | 'propose'>;
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  /** For outside services; the only network access that a tool has. */
  askService: ServiceClient;
  /** For Model Context Protocol servers configured by the operator. */
  askMcp: AskMcp;
  workspace: Workspace;
  /** Evaluates the model's arithmetic outside the event loop. */
  calculator: Calculator;
  /** Runs the model's scripts, isolated from the host. */
  sandbox: Sandbox;
  now: () => Date;
};

export type Declaration<Input extends z.ZodObject, Settings extends z.ZodRawShape> = Omit<
  Definition<Input>,
  'timeoutMs' | 'run'
> & {
  /** Default of the tool's own setting, <NAME>_TIMEOUT_SEC; without one, the tool uses TOOL_EXECUTION_TIMEOUT_SEC. */
  timeoutSec?: number;
  /** Its environment variables, by name, each with a `.describe()`. */
  settings?: Settings;
  /** Reports settings that are missing although related ones are set: "NAME: sentence". The process refuses to start with any. */
  problems?: (settings: z.infer<z.ZodObject<Settings>>) => readonly string[];
  /** Null if it is not configured, so that it does not exist. */
  create: (
    deps: ToolDeps,
    settings: z.infer<z.ZodObject<Settings>>,
  ) => Definition<Input>['run'] | null;
};

export type DeclaredTool = {
  name: string;
  /** The MCP server that it comes from, and what the operator approved. */
  origin?: { server: McpServer; approved: ListedTool };
  timeoutSec: number | null;
  risk: ToolRisk;
  permission?: Permission | undefined;
  settings: z.ZodRawShape;
  problems: (settings: Readonly<Record<string, unknown>>) => readonly string[];
  /** `settings` holds the environment's values for the settings that the tool declares. */
  create: (
    deps: ToolDeps,
    given: { timeoutMs: number; settings: Readonly<Record<string, unknown>> },
  ) => Tool | null;
};

/** Binds a tool's own schema to its work; the scope comes from the context, never from the arguments. */
export const defineTool = <Input extends z.ZodObject>({
  input,
  run,
  ...tool
}: Definition<Input>): Tool => ({
  ...tool,
  parameters: toParameters(input),
  run: async (argumentsOfModel, context) => {
    const parsed = parseFirst(input, argumentsOfModel, { most: MAX_PROBLEMS });
    if (!parsed.success) {
      throw new AppError('invalid_arguments', describeProblems(parsed, 'arguments'));
    }
    return run(parsed.data, context);
  },
});

/** The JSON schema for a model, without limits that cost many tokens: the tool itself still checks them. */
const toParameters = (input: z.ZodObject): Record<string, unknown> => {
  const schema = JSON.stringify(z.toJSONSchema(input, { io: 'input' }), withoutTrifles);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(schema));
};

const withoutTrifles = (key: string, value: unknown): unknown => {
  const isTrifle =
    key === '$schema' ||
    (key === 'pattern' && typeof value === 'string') ||
    (key === 'minLength' && value === 1) ||
    (key === 'maxLength' && value === MAX_SEARCH_CHARS) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);
  return isTrifle ? undefined : value;
};

export const MAX_PROBLEMS = 5;

/** The first problems in a model's arguments, for it to correct; problems without a path are named `whole`. */
export const describeProblems = (
  { issues }: { issues: readonly z.core.$ZodIssue[] },
  whole: string,
): string =>
  issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || whole}: ${message}`)
    .join('; ');

/** A complete tool except for the services it uses. */
export const declareTool = <
  Input extends z.ZodObject,
  Settings extends z.ZodRawShape = z.ZodRawShape,
>({
  timeoutSec,
  settings,
  problems = () => [],
  create,
  ...tool
}: Declaration<Input, Settings>): DeclaredTool => ({
  name: tool.name,
  timeoutSec: timeoutSec ?? null,
  risk: tool.risk,
  permission: tool.permission,
  settings: settings ?? {},
  // Parsed with the rest of the environment by these same schemas; this also applies below.
  problems: (given) => problems(given as z.infer<z.ZodObject<Settings>>),
  create: (deps, given) => {
    // Parsed with the rest of the environment by these same schemas; a tool sees only its own settings.
    const own = Object.keys(settings ?? {}).map((name) => [name, given.settings[name]]);
    const run = create(deps, Object.fromEntries(own) as z.infer<z.ZodObject<Settings>>);
    return run && defineTool({ ...tool, timeoutMs: given.timeoutMs, run });
  },
});

/** The same tool with a span around every run: its name and outcome, without arguments and results. */
export const traceTool = (tool: Tool, tracer: Tracer): Tool => ({
  ...tool,
  run: (argumentsOfModel, context) =>
    tracer.inSpan(
      {
        name: `execute_tool ${tool.name}`,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool.name,
          'gen_ai.tool.type': 'function',
        },
      },
      () => tool.run(argumentsOfModel, context),
    ),
});
