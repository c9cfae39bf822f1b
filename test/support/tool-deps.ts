import { createAskMcp } from '../../src/platform/web/mcp-client.js';
import { createServiceClient } from '../../src/platform/web/service-client.js';
import { resultWithin } from '../../src/shared/async.js';
import { AppError } from '../../src/shared/errors.js';
import { newId, ExecutionId, SessionId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import type { Tool, ToolContext, ToolDeps, ToolResult } from '../../src/tools/tool.js';

/** When tools are tried: a Monday. */
const TRIED_AT = new Date('2026-11-23T12:45:00Z');

/**
 * Creates the parts that tools work with: the way to services outside, a clock that stands still, a memory that keeps no results, and what
 * is handed in.
 */
export const createToolDeps = (given: Partial<ToolDeps> = {}): ToolDeps =>
  // A tool that takes another part meets undefined, which is no function, and so fails loudly.
  ({
    askService: createServiceClient({ userAgent: 'knowledge-router-test' }),
    askMcp: createAskMcp({ userAgent: 'knowledge-router-test' }),
    database: FORGETFUL,
    now: () => TRIED_AT,
    ...given,
  }) as ToolDeps;

const FORGETFUL = {
  withScope: <Result>(_scope: unknown, work: (tx: unknown) => Promise<Result>) =>
    work({ toolResults: { find: async () => null, keep: async () => undefined } }),
};

type Limits = { leftMs?: number | undefined };

/** One call of a tool as a turn makes it, under its time limit or what the turn has left, whichever is less. */
export const callTool = (
  tool: Tool,
  argumentsOfModel: unknown,
  { leftMs = Infinity }: Limits = {},
): Promise<ToolResult> =>
  resultWithin(
    {
      signal: new AbortController().signal,
      limitMs: Math.min(tool.timeoutMs, leftMs),
      tooLate: () => new AppError('tool_timeout', 'The tool took too long and was stopped.'),
    },
    (signal) => tool.run(argumentsOfModel, { ...CONTEXT, signal }),
  );

export const CONTEXT: Omit<ToolContext, 'signal'> = {
  scope: makeUserScope({
    tenantId: newId(TenantId),
    userId: newId(UserId),
    role: 'member',
    groups: [],
    permissions: [],
  }),
  sessionId: newId(SessionId),
  executionId: newId(ExecutionId),
  questions: ['What is it?'],
  language: 'en',
  timeZone: 'Europe/Budapest',
  hasTextOfOthers: false,
  toOwnWords: (given) => given,
  hasSearched: false,
};
