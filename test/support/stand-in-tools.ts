import { z } from 'zod';
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

export const webSearch = (run: (query: string) => Promise<string>): Tool =>
  defineTool({
    name: 'web_search',
    description: 'Searches the web. It cannot open pages.',
    input: z.strictObject({ query: z.string().min(1) }),
    timeoutMs: 5_000,
    risk: 'external',
    run: async ({ query }) => toResult(await run(query)),
  });
