import { writeExtractiveOutcome } from './outcomes.js';
import { mayTalkFreely } from './question.js';
import type { RouterState } from './state.js';
import type { Turn } from './turn.js';

/** A model that has shown nothing for this long is slow, so the reader is shown what would be quoted. */
const SLOW_MS = 1_000;

/**
 * Waits for a model; if the turn is streamed and the model is slow, builds a preview meanwhile. The preview's signal aborts once the model
 * has answered. A failure of the preview is ignored, because it would occur again and be handled if quotations replace the model's text.
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

/** Shows the reader what would be quoted from a state, if facts must be grounded. Otherwise quotations never replace a model's text. */
export const showSources = async (
  state: RouterState,
  { emit }: Pick<Turn, 'emit'>,
): Promise<void> => {
  if (mayTalkFreely(state)) return;
  const { citations } = writeExtractiveOutcome(state);
  if (citations.length > 0) await emit({ type: 'sources', citations });
};
