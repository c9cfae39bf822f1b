import { Runnable, type RunnableConfig } from '@langchain/core/runnables';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import type { NodeName } from '../shared/execution.js';
import type { RouterNode } from './node.js';
import {
  isAnswerable,
  isLimitReached,
  RouterAnnotation,
  type RouterState,
  type RouterUpdate,
} from './state.js';
import type { Supervise } from './supervisor.js';
import type { Turn } from './turn.js';

/** The most rounds a policy can grant; the graph's own limit is derived from it, so that reaching that is a defect. */
const MAX_ROUNDS = 20;
export const RECURSION_LIMIT = 2 * MAX_ROUNDS + 8;

const TurnAnnotation = Annotation.Root({ turn: Annotation<Turn>() });

export type Nodes = Readonly<Record<NodeName, RouterNode>>;

/** START → initialize → prepare_query → agent_decide ⇄ tools → finalize → END */
export const compileGraph = (nodes: Nodes, supervise: Supervise) => {
  const run = (name: NodeName) => {
    const supervised = supervise(nodes[name]);
    return new PlainRunnable<RouterState, RouterUpdate>((state, config) =>
      supervised(state, toTurn(config)),
    );
  };
  const choose = <Name extends NodeName>(route: (state: RouterState) => Name) =>
    new PlainRunnable<RouterState, Name>(route);
  return new StateGraph(RouterAnnotation, TurnAnnotation)
    .addNode('initialize', run('initialize'))
    .addNode('prepare_query', run('prepare_query'))
    .addNode('agent_decide', run('agent_decide'))
    .addNode('tools', run('tools'))
    .addNode('finalize', run('finalize'))
    .addEdge(START, 'initialize')
    .addEdge('initialize', 'prepare_query')
    .addEdge('prepare_query', 'agent_decide')
    .addConditionalEdges('agent_decide', choose(afterDecision), ['tools', 'finalize'])
    .addConditionalEdges('tools', choose(afterTools), ['agent_decide', 'finalize'])
    .addEdge('finalize', END)
    .compile();
};

const toTurn = (config: object): Turn => {
  const { context } = config as { context?: { turn: Turn } };
  if (!context) throw new Error('The graph was invoked without a turn.');
  return context.turn;
};

const afterDecision = ({ decision, deadlineReached }: RouterState): 'tools' | 'finalize' =>
  decision?.decision === 'CALL_TOOLS' && !deadlineReached ? 'tools' : 'finalize';

const afterTools = (state: RouterState): 'agent_decide' | 'finalize' =>
  state.deadlineReached || isAnswerable(state) || isLimitReached(state)
    ? 'finalize'
    : 'agent_decide';

type Run<Input, Output> = (input: Input, config: RunnableConfig) => Output | Promise<Output>;

/**
 * A function as a step of the graph. LangGraph's own wrapper opens an async-local run tree for every call, which costs more
 * than most of our nodes do; they take everything from their arguments and need none.
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
