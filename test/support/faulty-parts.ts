import { AppError } from '../../src/shared/errors.js';
import type { Database, ScopedRepositories } from '../../src/compose/repositories.js';
import type { Tool } from '../../src/tools/tool.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import type { Overrides } from './workbench.js';
import { WORKFLOW } from './workflow-settings.js';
import type { NodeName } from '../../src/shared/execution.js';

// A bare list of keywords: the one kind of question that passes through a model in every node that has one.
export const QUESTION = 'annual leave days';
const ANSWER = 'Annual leave is 25 days [1].';
const QUICK_MS = 60;

export type Fault = 'throws' | 'hangs' | 'answers nonsense' | 'is cancelled' | 'is down';

/** A part that fails when it is asked; it counts itself in and out, so that a test can see what still runs. */
export type FaultyPart = { ask: (signal: AbortSignal) => Promise<never>; running: () => number };

const createFaultyPart = (fault: Fault, options: { down: AppError; cancel: () => void }) => {
  let running = 0;
  const fail = (signal: AbortSignal): Promise<never> => {
    if (fault === 'throws') return Promise.reject(new Error('Nobody foresaw this.'));
    if (fault === 'is down') return Promise.reject(options.down);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
      if (fault === 'is cancelled') options.cancel();
    });
  };
  const part: FaultyPart = {
    running: () => running,
    ask: async (signal) => {
      running += 1;
      try {
        return await fail(signal);
      } finally {
        running -= 1;
      }
    },
  };
  return part;
};

type Injected = { overrides: Overrides; part: FaultyPart };
type Options = { database: Database; cancel: () => void };
type Inject = (fault: Fault, options: Options) => Injected;

/** The replies of a healthy model to the question. */
export const healthy = {
  rewrite: JSON.stringify({ rewritten: QUESTION, intent: 'lookup' }),
  decide: decide.search(QUESTION),
  answer: ANSWER,
};

/** A model that is well but for one purpose. */
const injectIntoModel =
  (node: NodeName, purposes: readonly ('rewrite' | 'decide' | 'repair' | 'answer')[]): Inject =>
  (fault, { cancel }) => {
    const part = createFaultyPart(fault, {
      down: new AppError('model_unavailable', 'Down.'),
      cancel,
    });
    const faulty =
      fault === 'answers nonsense'
        ? '<think>Nothing but a thought.</think>'
        : (_: unknown, signal: AbortSignal) => part.ask(signal);
    const script = {
      ...healthy,
      ...Object.fromEntries(purposes.map((purpose) => [purpose, faulty])),
    };
    const chat = createScriptedChatModel(
      Object.fromEntries(Object.entries(script).map(([purpose, reply]) => [purpose, [reply]])),
      { repeat: ['rewrite', 'decide', 'repair', 'answer'] },
    );
    return { part, overrides: { chat, settings: limitsOf(node, fault) } };
  };

/** Only what hangs is waited for: a slow machine must not end what fails by itself. */
const limitsOf = (node: NodeName, fault: Fault) => {
  if (fault !== 'hangs') return {};
  // finalize keeps two seconds of its limit for the answer without a model.
  const limitMs = node === 'finalize' ? 2_000 + QUICK_MS : QUICK_MS;
  return { nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, [node]: limitMs } };
};

const injectIntoDatabase: Inject = (fault, { database, cancel }) => {
  const down = new AppError('storage_unavailable', 'Down.');
  const part = createFaultyPart(fault, { down, cancel });
  // A driver cannot be stopped from outside: to the end of the test it goes on waiting.
  const { signal } = new AbortController();
  const withScope: Database['withScope'] = (scope, work) =>
    fault === 'answers nonsense'
      ? database.withScope(scope, (tx) => work(withoutSettings(tx)))
      : part.ask(signal);
  return {
    part,
    overrides: { database: { ...database, withScope }, settings: limitsOf('initialize', fault) },
  };
};

/** A row that no longer reads as what it is: nothing is where the code expects a policy. */
const withoutSettings = (tx: ScopedRepositories): ScopedRepositories => ({
  ...tx,
  settings: { ...tx.settings, get: () => Promise.reject(new TypeError('No policy in the row.')) },
});

const injectIntoTools: Inject = (fault, { cancel }) => {
  const down = new AppError('vector_store_unavailable', 'Down.');
  const part = createFaultyPart(fault, { down, cancel });
  const run: Tool['run'] = (_input, { signal }) => part.ask(signal);
  const tools = (all: readonly Tool[]) =>
    all.map((tool) =>
      tool.name === 'rag_search' && fault !== 'answers nonsense' ? { ...tool, run } : tool,
    );
  const search =
    fault === 'answers nonsense'
      ? decide.call([{ name: 'rag_search', arguments: { question: 7 } }])
      : decide.search(QUESTION);
  const chat = createScriptedChatModel(
    { rewrite: [healthy.rewrite], decide: [search, decide.answer()], answer: [ANSWER] },
    { repeat: ['rewrite', 'answer'] },
  );
  return { part, overrides: { chat, tools, settings: limitsOf('tools', fault) } };
};

/** Puts a fault into what a node depends on. */
export const INJECT: Readonly<Record<NodeName, Inject>> = {
  initialize: injectIntoDatabase,
  prepare_query: injectIntoModel('prepare_query', ['rewrite']),
  agent_decide: injectIntoModel('agent_decide', ['decide', 'repair']),
  tools: injectIntoTools,
  finalize: injectIntoModel('finalize', ['answer']),
};
