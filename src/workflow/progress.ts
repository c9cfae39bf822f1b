import type { Receipt } from '../domain/execution.js';
import { toReceiptSources } from './receipt-sources.js';
import type { RouterState, RouterUpdate } from './state.js';

type Kept = Pick<
  RouterState,
  'workflowPath' | 'degraded' | 'decisions' | 'candidates' | 'evidence'
>;

/** How far a turn has come: what is stored of it also when it ends without an answer. */
export type Progress = Pick<Kept, 'workflowPath' | 'degraded'> & {
  language: string | null;
  receipt: Omit<Receipt, 'outOfScope'> | null;
};

const NOTHING: Kept = {
  workflowPath: [],
  degraded: [],
  decisions: [],
  candidates: [],
  evidence: [],
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

export const createProgress = () => {
  let kept = NOTHING;
  let queries: readonly string[] | null = null;
  let language: string | null = null;

  const toReceipt = (searched: readonly string[]): Progress['receipt'] => ({
    queries: [...searched],
    decisions: [...kept.decisions],
    candidates: latestById(kept.candidates, ({ chunk }) => chunk.id).map(
      ({ chunk, scores, coverage, evidence }) => ({
        ...{ chunkId: chunk.id, scores, coverage },
        outcome: evidence ? 'unused' : 'below_relevance',
      }),
    ),
    sources: toReceiptSources(
      latestById(kept.evidence, ({ id }) => id),
      { inPrompt: new Set(), citations: [] },
    ),
    droppedMarkers: 0,
    droppedCitations: 0,
  });

  return {
    add: (update: RouterUpdate): void => {
      kept = add(kept, update);
      queries = update.searchQueries ?? queries;
      language = update.queryLanguage ?? language;
    },
    current: (): Progress => ({
      workflowPath: kept.workflowPath,
      degraded: kept.degraded,
      language,
      receipt: queries === null ? null : toReceipt(queries),
    }),
  };
};
