import type { CheckedClaim } from './cited-source.js';

const WEIGHTS = { exact: 1, fuzzy: 0.5, unsupported: 0 } as const;

/** (exact + 0.5 fuzzy) ÷ claims; null without claims. */
export const groundingOf = (
  claims: readonly Pick<CheckedClaim, 'verification'>[],
): number | null =>
  claims.length === 0
    ? null
    : claims.reduce((sum, { verification }) => sum + WEIGHTS[verification], 0) / claims.length;

/** Grounding × coverage of the best cited source; null where either is unknown. */
export const confidenceOf = (
  grounding: number | null,
  coverages: readonly (number | undefined)[],
): number | null => {
  const known = coverages.filter((coverage) => coverage !== undefined);
  return grounding === null || known.length === 0 ? null : grounding * Math.max(...known);
};
