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

/** No less than any MAX_QUERY_CHARS, for a question is searched as it was asked. */
const MAX_SEARCH_CHARS = 100_000;

export const searchQuery = z.string().trim().min(1).max(MAX_SEARCH_CHARS);

/** `safe` reads, or changes nothing but what the user said; anything else an admin switches on. */
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
  /** Null: the caller keeps the conversation. */
  sessionId: SessionId | null;
  executionId: ExecutionId;
  /** The turn's own question, as it was understood. */
  question?: Question;
  /** Its forms, original first. */
  questions: readonly string[];
  language: string;
  /** The documents that the last answer cites, where the question leans on it. */
  focus?: readonly DocumentId[];
  /** The user's; "today" is a day there. */
  timeZone: string;
  /** The prompt holds text that others wrote: documents, memories, results of tools, earlier answers, what the caller brought along. */
  hasTextOfOthers: boolean;
  /** The arguments in the user's own words, which are counted over the turn; throws `invalid_arguments` where they hold others. */
  toOwnWords: (given: Arguments, schema: unknown) => Arguments;
  /** The documents have been searched in this turn. */
  hasSearched: boolean;
  /** To be called where the tool has waited for others: its time limit begins anew. */
  onTurn?: () => void;
  /** For the turn's ledger: every call of a model that is made for this tool. */
  record?: (call: ModelCall) => void;
  /** For the receipt: hits that were dropped, for the reader may not see them or the search was to leave them out. */
  recordOutOfScope?: (count: number) => void;
}>;

/** A completed side effect or a returned value; the workflow adds which call it came from. */
type ReturnedValue = {
  kind: 'value';
  text: string;
  url?: string;
  /** The number of all that a list is cut from. */
  count?: number;
  /** A passage of the document that it was read from: whoever may not read that any more does not see an answer that cites it. */
  restsOn?: PassagePlace;
};

export type ToolEvidenceItem = ChunkEvidence | MemoryEvidence | ReturnedValue;

export type ToolResult = {
  /** For the model and the stored receipt: counts and ids, never text or titles of documents. */
  summary: string;
  evidence: readonly ToolEvidenceItem[];
  /** Everything a search ranked, for the receipt; what is no evidence was below relevance. */
  candidates?: readonly FoundChunk[];
  /** Words of what was searched for that were found nowhere, and what they were read as. */
  corrections?: readonly Correction[];
  degraded?: readonly Degradation[];
  /** Workspace files that it made or changed: the answer names each with a link. */
  files?: readonly MadeFile[];
  /** Memories that it stored or proposed: the answer says so. */
  memories?: readonly MemoryRecord[];
  /** True for the result of an earlier call. */
  cached?: boolean;
};

export type Tool = {
  readonly name: string;
  /** For the model, with what the tool cannot do. */
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly timeoutMs: number;
  readonly risk: ToolRisk;
  /** A call changes something outside: then it needs consent and is audited like one of risk `workspace` or `sandboxed`. */
  readonly hasSideEffects?: boolean;
  /** The permission that a route to the same data would ask for; unset: none beyond the one to chat. */
  readonly permission?: Permission;
  /** It looks at what a person keeps here: an application's turns have no such tool, nor one with side effects. */
  readonly isForPeople?: boolean;
  /** Words by which a user asks for its side effect without naming it. */
  readonly askedBy?: RegExp;
  /** It looks into what is stored: what it does not find is not found, and never beyond the tools. */
  readonly searchesKnowledge?: boolean;
  /** Its result is worked out of its arguments alone. */
  readonly calculates?: boolean;
  /**
   * Seconds for which the tenant's calls with equal arguments are handed one result; unset: each is run. Not for results that depend on the
   * user.
   */
  readonly cacheSec?: number;
  /** The most of its calls that may succeed in one turn; unset: any number. */
  readonly maxPerTurn?: number;
  /** Arguments come from the model: they are parsed here, and unknown keys are refused. */
  run: (argumentsOfModel: unknown, context: ToolContext) => Promise<ToolResult>;
};

type Definition<Input extends z.ZodObject> = Omit<Tool, 'parameters' | 'run'> & {
  input: Input;
  run: (input: z.infer<Input>, context: ToolContext) => Promise<ToolResult>;
};

/** The services that the tools work with; each tool takes those that it uses. */
export type ToolDeps = {
  searchChunks: SearchChunks;
  searchMemories: SearchMemories;
  retrieveDocument: RetrieveDocument;
  searchHistory: SearchHistory;
  remember: Pick<Remember, 'within' | 'propose'>;
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  /** For services outside; the one way out that a tool has. */
  askService: ServiceClient;
  /** For servers of the Model Context Protocol that the operator named. */
  askMcp: AskMcp;
  workspace: Workspace;
  /** Arithmetic of the model's, off the event loop. */
  calculator: Calculator;
  /** Scripts of the model's: no process of the host, and nothing of it to see. */
  sandbox: Sandbox;
  now: () => Date;
};

export type Declaration<Input extends z.ZodObject, Settings extends z.ZodRawShape> = Omit<
  Definition<Input>,
  'timeoutMs' | 'run'
> & {
  /** Default of the tool's own setting, <NAME>_TIMEOUT_SEC; without one it has the limit that TOOL_EXECUTION_TIMEOUT_SEC gives to all others. */
  timeoutSec?: number;
  /** Its environment variables, by name, each with a `.describe()`. */
  settings?: Settings;
  /** Reports missing settings where some need each other: "NAME: sentence". The process refuses to start with any. */
  problems?: (settings: z.infer<z.ZodObject<Settings>>) => readonly string[];
  /** Null where it is not set up: then it does not exist. */
  create: (
    deps: ToolDeps,
    settings: z.infer<z.ZodObject<Settings>>,
  ) => Definition<Input>['run'] | null;
};

export type DeclaredTool = {
  name: string;
  /** The server of MCP that it comes from, and what the operator approved of it there. */
  origin?: { server: McpServer; approved: ListedTool };
  timeoutSec: number | null;
  risk: ToolRisk;
  permission?: Permission | undefined;
  settings: z.ZodRawShape;
  problems: (settings: Readonly<Record<string, unknown>>) => readonly string[];
  /** `settings` holds what the environment gave to those that the tool declares. */
  create: (
    deps: ToolDeps,
    given: { timeoutMs: number; settings: Readonly<Record<string, unknown>> },
  ) => Tool | null;
};

/** Binds a tool's own schema to its work; the scope comes with the context and never from the arguments. */
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

/** The first problems of what a model wrote, for it to mend; what has no path is named `whole`. */
export const describeProblems = (
  { issues }: { issues: readonly z.core.$ZodIssue[] },
  whole: string,
): string =>
  issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || whole}: ${message}`)
    .join('; ');

/** A tool with all about it but what it works with. */
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
  // Parsed with the rest of the environment, by these very schemas; so are those below.
  problems: (given) => problems(given as z.infer<z.ZodObject<Settings>>),
  create: (deps, given) => {
    // Parsed with the rest of the environment, by these very schemas; a tool sees its own and nobody else's.
    const own = Object.keys(settings ?? {}).map((name) => [name, given.settings[name]]);
    const run = create(deps, Object.fromEntries(own) as z.infer<z.ZodObject<Settings>>);
    return run && defineTool({ ...tool, timeoutMs: given.timeoutMs, run });
  },
});

/** The same tool with a span around every run: its name and how it ended, no arguments and no results. */
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
