import type { Attempt } from '../../shared/async.js';
import type { ModelCall } from '../../shared/execution.js';

type Lost = Pick<ModelCall, 'outcome' | 'promptTokens' | 'costUsd'>;

/** What a call that brought nothing is booked as: a refusal costs nothing, what was worked on before it was left is not known. */
export const toLostCall = ({ kind }: Pick<Attempt<unknown>, 'kind'>): Lost => ({
  outcome: kind === 'cancelled' ? 'cancelled' : 'error',
  promptTokens: 0,
  costUsd: kind === 'error' ? 0 : null,
});
