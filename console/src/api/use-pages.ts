import { useState } from 'preact/hooks';
import { toProblem, type Problem } from './problem.js';
import { useResource } from './use-resource.js';

type Page<Item> = { items: readonly Item[]; nextCursor: string | null };

/** The options of a request for one page of a list. */
export type PageRequest = {
  params: { query: { limit: number; cursor?: string } };
  signal?: AbortSignal;
};

export type Pages<Item> = {
  /** Null until the first page is there. */
  items: readonly Item[] | null;
  problem: Problem | null;
  /** Null where there is no more. */
  more: (() => void) | null;
  /** Begins again with the first page. */
  reload: () => void;
};

const PAGE = 50;

type Options = {
  /** See `useResource`. */
  keepsOld?: boolean;
  remembers?: boolean;
  /** Keeps the further pages when the first one is loaded again: for lists whose old entries do not change. */
  keepsFurther?: boolean;
};

/** Loads a list page by page: the first one at once, another whenever `more` is called; `first` is all of the first one. */
export const usePages = <Loaded extends Page<unknown>>(
  key: string,
  load: (request: PageRequest) => Promise<Loaded>,
  { keepsOld = false, remembers = false, keepsFurther = false }: Options = {},
): Pages<Loaded['items'][number]> & { first: Loaded | null } => {
  const { value: first, ...loading } = useResource(
    key,
    (signal) => load({ params: { query: { limit: PAGE } }, signal }),
    { keepsOld, remembers },
  );
  const [loaded, setLoaded] = useState<{
    key: string;
    behind: Loaded;
    page: Page<Loaded['items'][number]>;
  } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { reload } = loading;
  if (first === null) return { first, items: null, problem: loading.problem, more: null, reload };
  const further =
    loaded?.key === key && (loaded.behind === first || keepsFurther) ? loaded.page : undefined;
  const { nextCursor } = further ?? first;
  const more = async (cursor: string) => {
    const next = await load({ params: { query: { limit: PAGE, cursor } } });
    const items = [...(further?.items ?? []), ...next.items];
    setLoaded({ key, behind: first, page: { items, nextCursor: next.nextCursor } });
    setProblem(null);
  };
  return {
    first,
    items: [...first.items, ...(further?.items ?? [])],
    problem: loading.problem ?? problem,
    more:
      nextCursor === null
        ? null
        : () => void more(nextCursor).catch((error: unknown) => setProblem(toProblem(error))),
    reload,
  };
};
