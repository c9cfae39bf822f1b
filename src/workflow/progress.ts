import type { Receipt } from '../conversations/index.js';
import { toReceiptCandidates, toReceiptSources, type Used } from './receipt.js';
import type { RouterState, RouterUpdate } from './state.js';

type Kept = Pick<
  RouterState,
  'workflowPath' | 'degraded' | 'decisions' | 'candidates' | 'evidence'
>;

/** How far a turn has come: what is stored of it also when it ends without an answer. */
export type Progress = Pick<Kept, 'workflowPath' | 'degraded'> & {
  language: string | null;
  /** Rounds of tools that were completed. */
  iterationCount: number;
  receipt: Omit<Receipt, 'outOfScope'> | null;
};

const NOTHING: Kept = {
  workflowPath: [],
  degraded: [],
  decisions: [],
  candidates: [],
  evidence: [],
};

export const createProgress = () => {
  let kept = NOTHING;
  let queries: readonly string[] | null = null;
  let language: string | null = null;
  let iterationCount = 0;
  let used: Used = { inPrompt: new Set(), citations: [] };

  const toReceipt = (searched: readonly string[]): Progress['receipt'] => ({
    queries: [...searched],
    decisions: [...kept.decisions],
    candidates: toReceiptCandidates(
      latestById(kept.candidates, ({ chunk }) => chunk.id),
      used,
    ),
    sources: toReceiptSources(
      latestById(kept.evidence, ({ id }) => id),
      used,
    ),
    droppedMarkers: 0,
    droppedCitations: 0,
  });

  return {
    add: (update: RouterUpdate): void => {
      kept = add(kept, update);
      queries = update.searchQueries ?? queries;
      language = update.queryLanguage ?? language;
      iterationCount = update.iterationCount ?? iterationCount;
    },
    /** What an answer that is being written uses. */
    uses: (given: Used): void => {
      used = given;
    },
    current: (): Progress => ({
      workflowPath: kept.workflowPath,
      degraded: kept.degraded,
      language,
      iterationCount,
      receipt: queries === null ? null : toReceipt(queries),
    }),
  };
};

const latestById = <Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [idOf(item), item])).values(),
];

const add = (kept: Kept, update: RouterUpdate): Kept => ({
  workflowPath: [...kept.workflowPath, ...(update.workflowPath ?? [])],
  degraded: [...kept.degraded, ...(update.degraded ?? [])],
  decisions: [...kept.decisions, ...(update.decisions ?? [])],
  candidates: [...kept.candidates, ...(update.candidates ?? [])],
  evidence: [...kept.evidence, ...(update.evidence ?? [])],
});
