import type { CheckedClaim } from './cited-source.js';

const STRENGTH = { exact: 2, fuzzy: 1, unsupported: 0 } as const;

export const byStrength = (claims: readonly CheckedClaim[]): CheckedClaim[] =>
  [...claims].sort((left, right) => STRENGTH[right.verification] - STRENGTH[left.verification]);
