import { describe, expect, it } from '@jest/globals';
import type { ToolCallRecord } from '../../src/conversations/execution.js';
import { ExecutionId, newId } from '../../src/shared/ids.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import type { RouterNode } from '../../src/workflow/node.js';
import { createAgentDecide } from '../../src/workflow/nodes/agent_decide.js';
import { createFinalize } from '../../src/workflow/nodes/finalize.js';
import { createPrepareQuery } from '../../src/workflow/nodes/prepare_query.js';
import { createToolsNode } from '../../src/workflow/nodes/tools.js';
import {
  toInitialState,
  type RoundDecision,
  type RouterState,
  type RouterUpdate,
  type TurnOutcome,
} from '../../src/workflow/state.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { WORKFLOW } from '../support/workflow-settings.js';
import { createTurnLog, type TurnLogPolicy } from '../../src/workflow/turn-log.js';

const QUESTION = 'canary-question: what do I earn?';

const CALL = { id: 'call_1_1', name: 'rag_search', arguments: { query: 'canary-argument' } };

const TOOL_CALLS: ToolCallRecord[] = [
  {
    ...CALL,
    ok: true,
    summary: 'canary-summary',
    error: null,
    durationMs: 12,
    cached: false,
    files: [],
  },
  {
    ...CALL,
    name: 'no such ✂ tool',
    ok: false,
    summary: '',
    durationMs: 5,
    cached: false,
    files: [],
    error: { code: 'tool_timeout', message: 'late' },
  },
];

const OUTCOME: TurnOutcome = {
  answer: 'canary-answer',
  responseType: 'answer',
  responseLanguage: 'en',
  citations: [],
  storedCitations: [],
  statements: [],
  confidence: null,
  grounding: null,
  status: 'success',
  stopReason: 'answered',
  generatedBy: 'model',
  notice: null,
  inPrompt: [],
  droppedMarkers: 0,
  droppedCitations: 0,
  proposedMemories: [],
};

const metrics = createSilentMetrics();
const logger = createSilentLogger();
/** None of these calls changes anything, so that nothing of it is audited. */
const database = { withScope: () => Promise.reject(new Error('Nobody asks the database.')) };
const deps = { database, chat: null, tools: [], settings: WORKFLOW, metrics, logger };
const NODES = {
  prepare_query: createPrepareQuery(deps),
  agent_decide: createAgentDecide(deps),
  tools: createToolsNode(deps),
  finalize: createFinalize(deps),
};

/** A turn of one round, as the supervisor tells of it. */
const logTurn = (format: 'json' | 'pretty', policy: Partial<TurnLogPolicy> = {}): string => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createTurnLog(createLogger({ level: 'info', format, destination }), {
    userQueries: false,
    turnContent: false,
    ...policy,
  });
  const turn = { executionId: newId(ExecutionId), input: { message: QUESTION, options: {} } };
  const state = {
    ...toInitialState(QUESTION),
    maxIterations: 5,
    degraded: [],
  } as RouterState;
  const decision: RoundDecision = {
    decision: 'CALL_TOOLS',
    reasoning: 'canary-reasoning',
    confidence: null,
    then: 'answer',
    tools: [CALL],
  };
  const done: [RouterNode, RouterUpdate][] = [
    [NODES.prepare_query, { rewrittenQuery: 'canary-rewrite' }],
    [NODES.agent_decide, { decision }],
    [NODES.tools, { iterationCount: 1, toolCalls: TOOL_CALLS }],
    [NODES.finalize, { outcome: OUTCOME }],
  ];
  log.started(turn);
  for (const [node, update] of done) log.nodeEnded(turn, node.log({ state, update }));
  log.failed(turn, { node: 'tools', errorCode: 'cancelled' });
  return lines.join('');
};

const canariesIn = (log: string): string[] => [...new Set(log.match(/canary-\w+/g) ?? [])].sort();

describe.each(['json', 'pretty'] as const)('the log of a turn in %s', (format) => {
  it('contains nothing that anybody wrote', () => {
    expect(canariesIn(logTurn(format))).toEqual([]);
  });

  it('contains questions and rewrites, and nothing else, if queries are logged', () => {
    const log = logTurn(format, { userQueries: true });

    expect(canariesIn(log)).toEqual(['canary-question', 'canary-rewrite']);
  });

  it('contains everything if content is logged', () => {
    const log = logTurn(format, { turnContent: true });

    expect(canariesIn(log)).toEqual([
      'canary-answer',
      'canary-argument',
      'canary-question',
      'canary-reasoning',
      'canary-rewrite',
      'canary-summary',
    ]);
  });
});

describe('the log of a turn in a terminal', () => {
  it('shows the turn line by line: question, round, tools, answer, error code', () => {
    // eslint-disable-next-line no-control-regex
    const plain = logTurn('pretty').replace(/\u001b\[\d+m/g, '');

    const lines = plain
      .trimEnd()
      .split('\n')
      .map((line) => line.slice('00:00:00.000 info  '.length));
    expect(lines).toEqual([
      '? question (32 characters)',
      '  rewritten (14 characters)',
      '  round 1/5 CALL_TOOLS rag_search(query)',
      '  tool rag_search ok (12 ms)',
      '  tool other tool_timeout (5 ms)',
      '= answer success answered, 0 citations (13 characters)',
      '! failed in tools: cancelled',
    ]);
  });
});
