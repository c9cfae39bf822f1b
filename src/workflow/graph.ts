import { Runnable, type RunnableConfig } from '@langchain/core/runnables';
import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { NodeName } from '../shared/execution.js';
import type { RouterNode } from './node.js';
import {
  isAnswerable,
  isLimitReached,
  RouterAnnotation,
  type RouterState,
  type Snapshot,
} from './state.js';
import type { Supervise } from './supervisor.js';
import type { Turn } from './turn.js';

/**
 * The maximum number of rounds that a policy can grant. The limit of the graph is derived from it, so reaching the graph's limit is a bug.
 */
const MAX_ROUNDS = 20;
export const RECURSION_LIMIT = 2 * MAX_ROUNDS + 8;

const TurnAnnotation = Annotation.Root({ turn: Annotation<Turn>() });

export type Nodes = Readonly<Record<NodeName, RouterNode>>;

/** START → initialize → prepare_query → agent_decide ⇄ tools → finalize → END */
export const compileGraph = (nodes: Nodes, supervise: Supervise) => {
  const run = (name: NodeName) => {
    const supervised = supervise(nodes[name]);
    return new PlainRunnable<RouterState, Command>(async (state, config) => {
      const turn = toTurn(config);
      const update = await supervised(state, turn);
      return new Command({ update, goto: NEXT[name](turn.record.state) });
    });
  };
  const graph = new StateGraph(RouterAnnotation, TurnAnnotation)
    .addNode('initialize', run('initialize'), { ends: ['prepare_query'] })
    .addNode('prepare_query', run('prepare_query'), { ends: ['agent_decide'] })
    .addNode('agent_decide', run('agent_decide'), { ends: ['tools', 'finalize'] })
    .addNode('tools', run('tools'), { ends: ['agent_decide', 'finalize'] })
    .addNode('finalize', run('finalize'), { ends: [END] })
    .addEdge(START, 'initialize')
    .compile();
  for (const { writers } of Object.values(graph.nodes)) writers.forEach(unwrap);
  return graph;
};

/** The fields of an internal LangGraph step that this code relies on; a step without them stays unchanged. */
type Wrapped = { func?: unknown; invoke: unknown; writes?: readonly { mapper?: Wrapped }[] };

/**
 * Lets steps that write a node's update call their function directly. For every writer and mapper, twenty times a turn, LangGraph's wrapper
 * opens an async-local run tree for tracers and for functions that read the configuration; there are none here.
 */
const unwrap = (step: object): void => {
  // Checked field by field, because these are LangGraph internals that its types do not expose.
  const wrapped = step as Wrapped;
  const { func, writes = [] } = wrapped;
  if (typeof func === 'function') wrapped.invoke = func;
  for (const { mapper } of writes) if (mapper !== undefined) unwrap(mapper);
};

const afterDecision = ({ decision, deadlineReached }: Snapshot): 'tools' | 'finalize' =>
  decision?.decision === 'CALL_TOOLS' && !deadlineReached ? 'tools' : 'finalize';

const afterTools = (state: Snapshot): 'agent_decide' | 'finalize' =>
  state.deadlineReached || isAnswerable(state) || isLimitReached(state)
    ? 'finalize'
    : 'agent_decide';

/**
 * For each node, the node that follows it, given the resulting state. LangGraph's conditional edges would copy the whole state to decide
 * this.
 */
const NEXT: Readonly<Record<NodeName, (state: Snapshot) => NodeName | typeof END>> = {
  initialize: () => 'prepare_query',
  prepare_query: () => 'agent_decide',
  agent_decide: afterDecision,
  tools: afterTools,
  finalize: () => END,
};

const toTurn = (config: object): Turn => {
  const { context } = config as { context?: { turn: Turn } };
  if (!context) throw new Error('The graph was invoked without a turn.');
  return context.turn;
};

type Run<Input, Output> = (input: Input, config: RunnableConfig) => Output | Promise<Output>;

/**
 * Runs a function as a step of the graph. LangGraph's own wrapper opens an async-local run tree for every call, which costs more than most
 * of our nodes; our nodes take everything from their arguments and do not need one.
 */
class PlainRunnable<Input, Output> extends Runnable<Input, Output> {
  readonly lc_namespace = ['knowledge_router'];
  readonly #run: Run<Input, Output>;

  constructor(run: Run<Input, Output>) {
    super();
    this.#run = run;
  }

  override async invoke(input: Input, config: RunnableConfig = {}): Promise<Output> {
    return this.#run(input, config);
  }
}
