import type { CheckedClaim } from '../citations/index.js';
import type { Source } from './sources.js';

type Written = { sources: readonly Source[]; language: string };

/**
 * Whether a model's answer may stand where facts must be grounded: the wording of at least one source carries what is claimed of it. By
 * wording nobody can check an answer in another language than its source; such a one stands, its citations marked.
 */
export const isGrounded = (
  claims: readonly Pick<CheckedClaim, 'verification' | 'sourceIndex'>[],
  { sources, language }: Written,
): boolean =>
  claims.some(
    ({ verification, sourceIndex }) =>
      verification !== 'unsupported' || sources[sourceIndex]?.citable.language !== language,
  );
