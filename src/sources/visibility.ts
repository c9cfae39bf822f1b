import { isWithin } from './paths.js';
import type { SourceRecord } from './schema.js';

/** The visibility of a path: that of the longest rule that it begins with, at the borders of its folders; without one, the source's. */
export const visibilityOf = (
  { visibility, rules }: Pick<SourceRecord, 'visibility' | 'rules'>,
  path: string,
): string => {
  const matching = rules.filter((rule) => isWithin(rule.path, path));
  const [longest] = matching.toSorted((one, other) => other.path.length - one.path.length);
  return longest?.visibility ?? visibility;
};
