import { writeExtractiveOutcome } from './outcomes.js';
import { mayTalkFreely } from './question.js';
import type { RouterState } from './state.js';
import type { Turn } from './turn.js';

/** A model that has shown nothing for so long is slow: whoever reads along sees what would be quoted. */
const SLOW_MS = 1_000;

/**
 * Waits for a model; where somebody reads along and it takes its time, the preview is made meanwhile. Its signal fires when the model has
 * answered, and a failure of it comes again where quotations take the model's place, and is handled there.
 */
export const withPreview = async <Result>(
  { isStreamed }: Pick<Turn, 'isStreamed'>,
  preview: (signal: AbortSignal) => Promise<void>,
  ask: () => Promise<Result>,
): Promise<Result> => {
  const answered = new AbortController();
  const begin = (): void => {
    preview(answered.signal).catch(() => undefined);
  };
  const timer = isStreamed ? setTimeout(begin, SLOW_MS) : undefined;
  try {
    return await ask();
  } finally {
    clearTimeout(timer);
    answered.abort();
  }
};

/** Tells whoever reads along what would be quoted of a state, where facts must be grounded: else nothing takes the place of a model's text. */
export const showSources = async (
  state: RouterState,
  { emit }: Pick<Turn, 'emit'>,
): Promise<void> => {
  if (mayTalkFreely(state)) return;
  const { citations } = writeExtractiveOutcome(state);
  if (citations.length > 0) await emit({ type: 'sources', citations });
};
