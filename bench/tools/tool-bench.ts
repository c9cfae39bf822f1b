import { parseConfig } from '../../config/index.js';
import { createLimit } from '../../src/shared/async.js';
import { isAppError, type ErrorCode } from '../../src/shared/errors.js';
import { createTools, TOOLS } from '../../src/tools/index.js';
import type { Tool, ToolDeps, ToolResult } from '../../src/tools/tool.js';
import { callTool, createToolDeps } from '../../test/support/tool-deps.js';

/** The cases of one tool. They run one after the other, those of several tools side by side. */
export type ToolBench = {
  /** The tool's name in the registry; several benches of one tool share a line of the table. */
  tool: string;
  /** Opens what the cases work with: a local server, a folder, a sandbox. */
  open: () => Promise<OpenBench>;
};

type OpenBench = {
  /** Environment variables of the tool; any other setting has its default. */
  variables?: Readonly<Record<string, string>>;
  /** The parts that the tool takes, beside clock and client for services outside. */
  deps?: Partial<ToolDeps>;
  cases: readonly ToolCase[];
  /** Requests that the service has had so far, of a tool that asks one. */
  countAsked?: () => number;
  close?: () => Promise<void>;
};

export type ToolCase = {
  name: string;
  /** The arguments as a model would give them. */
  arguments: unknown;
  /** Puts a fault, a file or whatever it needs in place. */
  prepare?: () => void | Promise<void>;
  /** The number of requests that the call may make; unset: it is not looked at. */
  asks?: number;
  /** The time that the turn has left, where that is less than the tool's own limit. */
  leftMs?: number;
  /** The expected outcome: a result with these texts, or a failure that names its reason. */
  expected:
    | {
        texts: readonly RegExp[];
        check?: (result: ToolResult) => string | null | Promise<string | null>;
      }
    | { code: ErrorCode; message: RegExp };
};

export type BenchedTool = {
  tool: string;
  successes: Tally;
  failures: Tally;
  slowestMs: number;
  /** One sentence each. */
  problems: readonly string[];
};

type Tally = { right: number; of: number };

const TOOLS_AT_ONCE = 4;

/** One line a tool, in the order of the benches. */
export const benchTools = async (benches: readonly ToolBench[]): Promise<BenchedTool[]> => {
  const outcomes = await createLimit(TOOLS_AT_ONCE).map(benches, async (bench) => ({
    tool: bench.tool,
    outcomes: await runBench(bench),
  }));
  return [...new Set(benches.map(({ tool }) => tool))].map((tool) =>
    toLine(
      tool,
      outcomes.filter((bench) => bench.tool === tool).flatMap((bench) => bench.outcomes),
    ),
  );
};

type Outcome = { name: string; isFailure: boolean; problem: string | null; tookMs: number };

const toLine = (tool: string, outcomes: readonly Outcome[]): BenchedTool => {
  const tally = (isFailure: boolean): Tally => {
    const counted = outcomes.filter((outcome) => outcome.isFailure === isFailure);
    const right = counted.filter(({ problem }) => problem === null).length;
    return { right, of: counted.length };
  };
  return {
    tool,
    successes: tally(false),
    failures: tally(true),
    slowestMs: Math.max(...outcomes.map(({ tookMs }) => tookMs)),
    problems: outcomes.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : [])),
  };
};

const runBench = async ({ tool: name, open }: ToolBench): Promise<Outcome[]> => {
  const bench = await open();
  try {
    const config = parseConfig({ ...bench.variables }, TOOLS);
    const tools = createTools({ ...createToolDeps(bench.deps), ...config.tools });
    const tool = tools.find((known) => known.name === name);
    if (!tool) throw new Error(`There is no tool ${name}, or its variables do not set it up.`);
    const outcomes: Outcome[] = [];
    for (const toolCase of bench.cases) outcomes.push(await runCase(tool, toolCase, bench));
    return outcomes;
  } finally {
    await bench.close?.();
  }
};

type Ended = { result: ToolResult } | { error: unknown };

const runCase = async (
  tool: Tool,
  toolCase: ToolCase,
  { countAsked = () => 0 }: OpenBench,
): Promise<Outcome> => {
  await toolCase.prepare?.();
  const askedBefore = countAsked();
  const startedAt = performance.now();
  const ended: Ended = await callTool(tool, toolCase.arguments, toolCase).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  const tookMs = performance.now() - startedAt;
  const asked = countAsked() - askedBefore;
  return {
    name: toolCase.name,
    isFailure: 'code' in toolCase.expected,
    problem:
      (await findProblem(toolCase.expected, ended)) ??
      findLateness(tool, toolCase, tookMs) ??
      (toolCase.asks === undefined || toolCase.asks === asked
        ? null
        : `${asked} requests, not ${toolCase.asks}`),
    tookMs,
  };
};

/** For a machine that has other work. */
const ALLOWANCE_MS = 250;

const findLateness = (
  { timeoutMs }: Tool,
  { leftMs = Infinity }: ToolCase,
  tookMs: number,
): string | null =>
  tookMs <= Math.min(timeoutMs, leftMs) + ALLOWANCE_MS ? null : `took ${Math.round(tookMs)} ms`;

const findProblem = async (
  expected: ToolCase['expected'],
  ended: Ended,
): Promise<string | null> => {
  if ('code' in expected) {
    return 'result' in ended
      ? `succeeded with ${JSON.stringify(ended.result)}`
      : findWrongFailure(expected, ended.error);
  }
  if ('error' in ended) return `failed with ${String(ended.error)}`;
  const { result } = ended;
  const texts = result.evidence.map((item) => ('text' in item ? item.text : JSON.stringify(item)));
  const missing = expected.texts.find((pattern) => !texts.some((text) => pattern.test(text)));
  if (missing) return `${String(missing)} is not in ${JSON.stringify(texts)}`;
  const unfit = texts.find((text) => UNFIT.test(text));
  if (unfit !== undefined) return `not fit for a reader: ${JSON.stringify(unfit)}`;
  return (await expected.check?.(result)) ?? null;
};

/** Matches what a value becomes when nobody looked at it, and characters that cannot be seen. */
const UNFIT = /\b(?:NaN|Infinity|undefined|null)\b|\[object |(?![\n\t])\p{Cc}/u;

const findWrongFailure = (
  { code, message }: { code: ErrorCode; message: RegExp },
  error: unknown,
): string | null => {
  if (!isAppError(error)) return `threw ${String(error)}`;
  if (error.code !== code) return `${error.code} (${error.message}), not ${code}`;
  return message.test(error.message) ? null : `says "${error.message}"`;
};
