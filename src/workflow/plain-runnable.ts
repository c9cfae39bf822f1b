import { Runnable, type RunnableConfig } from '@langchain/core/runnables';

type Run<Input, Output> = (input: Input, config: RunnableConfig) => Output | Promise<Output>;

/**
 * A function as a step of the graph. LangGraph's own wrapper opens an async-local run tree for every call, which costs more
 * than most of our nodes do; they take everything from their arguments and need none.
 */
export class PlainRunnable<Input, Output> extends Runnable<Input, Output> {
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
