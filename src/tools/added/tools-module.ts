import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';
import {
  declareTool,
  describeProblems,
  ToolRisk,
  type DeclaredTool,
  type ToolResult,
} from '../tool.js';
import { TOOL_NAME } from './names.js';

/** The argument of a tools module, so that it need not import our code. */
type ToolsKit = {
  declareTool: typeof declareTool;
  z: typeof z;
  /** For failures that the model may see: `new AppError('not_found', 'There is no such harbour.')`. */
  AppError: typeof AppError;
};

/** The default export of an operator's own module. */
export type ToolsModule = (
  kit: ToolsKit,
) => readonly DeclaredTool[] | Promise<readonly DeclaredTool[]>;

/** The tools of an operator's own module; rejects with a sentence that names the module and the problem. */
export const loadToolsModule = async (path: string): Promise<readonly DeclaredTool[]> => {
  const file = resolve(path);
  const refuse = (problem: string, cause?: unknown) =>
    new AppError('validation_failed', `${file} ${problem}`, { cause });
  const { default: makeTools } = await importModule(file).catch((cause: unknown) => {
    throw refuse(`cannot be loaded: ${toSentence(cause)}`, cause);
  });
  if (typeof makeTools !== 'function') throw refuse('has no function as its default export.');
  const declared = new Set<unknown>();
  const declareChecked = (declaration: unknown): DeclaredTool => {
    const tool = declareTool(toDeclaration(declaration));
    declared.add(tool);
    return tool;
  };
  const kit = { declareTool: declareChecked, z, AppError };
  const made = await callModule(makeTools, kit).catch((cause: unknown) => {
    throw refuse(`cannot be loaded: ${toSentence(cause)}`, cause);
  });
  if (!Array.isArray(made)) throw refuse('returns no list of tools.');
  const tools: readonly unknown[] = made;
  if (!tools.every((tool) => declared.has(tool))) {
    throw refuse('returns something that its declareTool has not made.');
  }
  // Each was created by declareTool above.
  return tools as readonly DeclaredTool[];
};

const importModule = async (file: string): Promise<{ default?: unknown }> =>
  // The caller validates its exports.
  (await import(pathToFileURL(file).href)) as { default?: unknown };

// A module is foreign code: it may return a promise, throw, or reject.
const callModule = async (makeTools: unknown, kit: object): Promise<unknown> =>
  (makeTools as (kit: object) => unknown)(kit);

const MAX_SENTENCE_CHARS = 300;

const toSentence = (error: unknown): string => {
  // Modules and tests may have their own `Error`, which `instanceof` does not recognize.
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  const [line = ''] = String(isError ? error.message : error).split('\n');
  const text = line.trim().slice(0, MAX_SENTENCE_CHARS);
  return /[.!?]$/.test(text) ? text : `${text || 'it failed without saying why'}.`;
};

type Run = (input: unknown, context: unknown) => unknown;

const isObjectSchema = (value: unknown): value is z.ZodObject => {
  if (!(value instanceof z.ZodObject)) return false;
  try {
    z.toJSONSchema(value, { io: 'input' });
    return true;
  } catch {
    return false;
  }
};

const isFunction = (value: unknown): boolean => typeof value === 'function';

const Declaration = z.strictObject({
  name: z.string().regex(TOOL_NAME, 'must be 1 to 48 of a-z, 0-9 and _, a letter first'),
  description: z.string().trim().min(1).max(4000),
  input: z.custom<z.ZodObject>(
    isObjectSchema,
    'must be an object schema that JSON can describe, made with the z that the module is given',
  ),
  risk: ToolRisk,
  hasSideEffects: z.boolean().optional(),
  searchesKnowledge: z.boolean().optional(),
  timeoutSec: z.int().min(1).max(3600).optional(),
  cacheSec: z.int().min(1).max(2_592_000).optional(),
  settings: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable'),
      z.custom<z.ZodType>((value) => value instanceof z.ZodType, 'must be a schema made with z'),
    )
    .optional(),
  problems: z.custom<(settings: unknown) => unknown>(isFunction, 'must be a function').optional(),
  create: z.custom<(deps: unknown, settings: unknown) => unknown>(isFunction, 'must be a function'),
});

/** Checks a module's declarations and guards its work, because results and errors come from foreign code. */
const toDeclaration = (given: unknown): Parameters<typeof declareTool>[0] => {
  const parsed = Declaration.safeParse(given);
  const named = z.object({ name: z.string() }).safeParse(given);
  const name = named.success ? `"${named.data.name.slice(0, 64)}"` : 'without a name';
  if (!parsed.success) {
    throw new Error(`the tool ${name}: ${describeProblems(parsed.error, 'declaration')}`);
  }
  const { create, problems = () => [], ...declaration } = withoutUndefined(parsed.data);
  return {
    ...declaration,
    problems: (settings) => toSentences(name, problems(settings)),
    create: (deps, settings) => {
      const run = setUp(name, () => create(deps, settings));
      return run && (async (input, context) => guard(run, input, context));
    },
  };
};

const toSentences = (name: string, problems: unknown): readonly string[] =>
  z
    .array(z.string())
    .catch([`TOOLS_MODULE: the tool ${name} gives no list of sentences by its problems.`])
    .parse(problems);

type Given<Whole> = { [Field in keyof Whole]: Exclude<Whole[Field], undefined> };

const withoutUndefined = <Whole extends object>(whole: Whole) =>
  // Removes only fields that are undefined.
  Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  ) as Given<Whole>;

const setUp = (name: string, create: () => unknown): Run | null => {
  const refuse = (problem: string, cause?: unknown) =>
    new AppError('validation_failed', `TOOLS_MODULE: the tool ${name} ${problem}`, { cause });
  let run: unknown;
  try {
    run = create();
  } catch (cause) {
    throw refuse(`cannot be set up: ${toSentence(cause)}`, cause);
  }
  if (run === null) return null;
  if (typeof run !== 'function') throw refuse('gives neither a function nor null by its create.');
  return run as Run;
};

const Result = z.strictObject({
  summary: z.string().max(500),
  evidence: z
    .array(
      z.strictObject({
        kind: z.literal('value'),
        text: z.string().max(100_000),
        url: z.url({ protocol: /^https?$/ }).exactOptional(),
      }),
    )
    .max(50),
});

/** Errors that a tool may report in its own words; any other becomes `tool_failed`. */
const TOLD: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_arguments',
  'not_found',
  'quota_exceeded',
  'tool_rate_limited',
  'tool_unavailable',
  'cancelled',
]);

const guard = async (run: Run, input: unknown, context: unknown): Promise<ToolResult> => {
  try {
    return Result.parse(await run(input, context));
  } catch (cause) {
    if (isAppError(cause) && TOLD.has(cause.code)) throw cause;
    throw new AppError('tool_failed', 'The tool failed.', { cause });
  }
};
