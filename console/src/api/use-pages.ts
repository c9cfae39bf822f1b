import { useState } from 'preact/hooks';
import { toProblem, type Problem } from './problem.js';
import { useResource } from './use-resource.js';

type Page<Item> = { items: Item[]; nextCursor: string | null };
type Load<Item> = (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>;

export type Pages<Item> = {
  /** Null until the first page is there. */
  items: readonly Item[] | null;
  problem: Problem | null;
  /** Null where there is no more. */
  more: (() => void) | null;
  /** Begins again with the first page. */
  reload: () => void;
};

/** A list of the server, a page of it at first and another whenever somebody asks for more. */
export const usePages = <Item>(key: string, load: Load<Item>): Pages<Item> => {
  const first = useResource(key, (signal) => load(undefined, signal), { keepsOld: true });
  const [later, setLater] = useState<{ of: Page<Item>; page: Page<Item> } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const start = first.value;
  if (start === null)
    return { items: null, problem: first.problem, more: null, reload: first.reload };
  const shown = later?.of === start ? later.page : start;
  const { nextCursor } = shown;
  const more = async (cursor: string) => {
    const next = await load(cursor);
    const items = [...shown.items, ...next.items];
    setLater({ of: start, page: { items, nextCursor: next.nextCursor } });
    setProblem(null);
  };
  return {
    items: shown.items,
    problem: first.problem ?? problem,
    more:
      nextCursor === null
        ? null
        : () => void more(nextCursor).catch((error: unknown) => setProblem(toProblem(error))),
    reload: first.reload,
  };
};

/** The query of a page. */
export const pageQuery = (cursor: string | undefined) => ({
  limit: 50,
  ...(cursor !== undefined && { cursor }),
});
