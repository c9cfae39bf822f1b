type Priority = 'interactive' | 'background';

type Task = { signal: AbortSignal; priority: Priority; run: () => Promise<void> };

export type WorkQueue = ReturnType<typeof createWorkQueue>;

/** One item of work at a time; between two of them what somebody waits for goes before what nobody does. */
export const createWorkQueue = () => {
  const waiting: Record<Priority, Task[]> = { interactive: [], background: [] };
  let isWorking = false;

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (;;) {
      const task = waiting.interactive.shift() ?? waiting.background.shift();
      if (task === undefined) break;
      await task.run();
    }
    isWorking = false;
  };

  const add = <Item>(task: Omit<Task, 'run'>, item: Item, run: (item: Item) => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      waiting[task.priority].push({
        ...task,
        run: async () => {
          // Nobody wants the result any more.
          if (task.signal.aborted) resolve();
          else await run(item).then(resolve, reject);
        },
      });
      void work();
    });

  return {
    /** Runs the work on every item, in their order; rejects with the first failure. */
    run: async <Item>(
      task: Omit<Task, 'run'>,
      items: readonly Item[],
      run: (item: Item) => Promise<void>,
    ): Promise<void> => {
      await Promise.all(items.map((item) => add(task, item, run)));
    },
  };
};
