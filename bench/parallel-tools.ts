import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createTenantLanguages } from '../src/search/index-state.js';
import type { UserScope } from '../src/shared/scope.js';
import { defineTool, type Tool } from '../src/tools/tool.js';
import { createWorkflow } from '../src/workflow/run-turn.js';
import { createScriptedChatModel, decide } from '../test/fakes/scripted-chat-model.js';
import { createSilentLogger } from '../test/fakes/silent-logger.js';
import { createSilentMetrics } from '../test/fakes/silent-metrics.js';
import { createTestTenant } from '../test/support/tenant.js';
import { WORKFLOW } from '../test/support/workflow-settings.js';
import { inFolder } from './in-folder.js';
import { median, percentile, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

const ROUNDS = 30;
const DELAYS_MS = [300, 200, 100, 250];

const QUESTION = 'What do the four services say about the harbour?';

/** A round of four tools against the slowest of them, in whole turns on a real database. */
export const measureParallelTools = (): Promise<void> =>
  inFolder(async (folder) => {
    const { database, close } = await openBenchDatabase(folder);
    try {
      const { member } = await createTestTenant(database);
      const ask = createAsk(database);
      const ratios: number[] = [];
      const lasting: number[] = [];
      await ask(member);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { timings, toolCalls } = await ask(member);
        const slowest = Math.max(...toolCalls.map(({ durationMs }) => durationMs));
        const tools = timings.nodes.find(({ node }) => node === 'tools')?.durationMs ?? NaN;
        lasting.push(tools);
        ratios.push(tools / slowest);
      }
      const names = DELAYS_MS.map((delayMs) => `${delayMs} ms`).join(', ');
      const shared = { ambitious: '1.02', must: '1.1' };
      reportRatio({
        goal: 'round of 4 tools against the slowest, median',
        ...shared,
        ratio: median(ratios),
        detail: `${median(lasting).toFixed(1)} ms for ${names}`,
      });
      reportRatio({
        goal: '   the same, p95',
        ...shared,
        ratio: percentile(ratios, 95),
        detail: `${percentile(lasting, 95).toFixed(1)} ms`,
      });
    } finally {
      await close();
    }
  });

const toSlowTool = (delayMs: number): Tool =>
  defineTool({
    name: `service_${delayMs}`,
    description: 'Says something, in a while.',
    input: z.strictObject({}),
    timeoutMs: 5_000,
    risk: 'safe',
    run: async (_input, { signal }) => {
      await pause(delayMs, undefined, { signal });
      return {
        summary: '1 value',
        evidence: [{ kind: 'value', text: `The harbour is ${delayMs} m long.` }],
      };
    },
  });

const createAsk = (database: Awaited<ReturnType<typeof openBenchDatabase>>['database']) => {
  const tools = DELAYS_MS.map(toSlowTool);
  const calls = tools.map(({ name }) => ({ name, arguments: {} }));
  const now = () => new Date();
  return (scope: UserScope) => {
    const chat = createScriptedChatModel({
      decide: [decide.call(calls)],
      answer: ['The harbour is 300 m long [1].'],
    });
    const { runTurn } = createWorkflow({
      database,
      chat,
      tools,
      now,
      settings: WORKFLOW,
      languages: createTenantLanguages(database, () => performance.now()),
      metrics: createSilentMetrics(),
      logger: createSilentLogger([]),
    });
    const input = { message: QUESTION, options: {} };
    return runTurn({ scope, input, signal: new AbortController().signal });
  };
};
