import { z } from 'zod';
import { AppError } from '../../src/shared/errors.js';
import { defineTool, type Tool, type ToolResult } from '../../src/tools/tool.js';

/** These in the place of those of their names, and the rest as it is. */
export const withStandIns =
  (...standIns: readonly Tool[]) =>
  (tools: readonly Tool[]): readonly Tool[] => [
    ...tools.filter((tool) => !standIns.some(({ name }) => name === tool.name)),
    ...standIns,
  ];

const toResult = (text: string): ToolResult => ({
  summary: 'value returned',
  evidence: [{ kind: 'value', text }],
  candidates: [],
  degraded: [],
});

/** Knows the weather of one town; switched on by the tenant's policy like any tool that goes outside. */
export const weather = (run: (city: string) => Promise<string> | string): Tool =>
  defineTool({
    name: 'weather',
    description: 'The weather of a city, current and up to 2 days ahead. It has no history.',
    input: z.strictObject({ city: z.string().min(1) }),
    timeoutMs: 5_000,
    risk: 'external',
    run: async ({ city }) => toResult(await run(city)),
  });

/** Adds, multiplies and takes roots: as much as the turns that are tried need. */
const compute = (expression: string): number => {
  const root = /^sqrt\((\d+)\) \+ (\d+)$/.exec(expression);
  if (root) return Math.sqrt(Number(root[1])) + Number(root[2]);
  const product = /^(\d+) \* (\d+)(?: \/ (\d+))?$/.exec(expression);
  if (product) return (Number(product[1]) * Number(product[2])) / Number(product[3] ?? 1);
  throw new AppError('invalid_arguments', 'expression: cannot be computed');
};

export const mathCalc: Tool = defineTool({
  name: 'math_calc',
  description: 'Computes an expression. It cannot solve equations.',
  input: z.strictObject({ expression: z.string().min(1) }),
  timeoutMs: 5_000,
  risk: 'safe',
  run: async ({ expression }) => toResult(`${expression} = ${compute(expression)}`),
});

const DAY_MS = 86_400_000;

export const dateDiff: Tool = defineTool({
  name: 'date_diff',
  description: 'Days between two dates. It knows no holidays.',
  input: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  timeoutMs: 5_000,
  risk: 'safe',
  run: async ({ from, to }) =>
    toResult(`${from} to ${to}: ${(Date.parse(to) - Date.parse(from)) / DAY_MS} days`),
});

export const webSearch = (run: (query: string) => Promise<string>): Tool =>
  defineTool({
    name: 'web_search',
    description: 'Searches the web. It cannot open pages.',
    input: z.strictObject({ query: z.string().min(1) }),
    timeoutMs: 5_000,
    risk: 'external',
    run: async ({ query }) => toResult(await run(query)),
  });
