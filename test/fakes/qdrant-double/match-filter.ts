import { Refusal } from './refusal.js';
import type { Condition, Filter, Point } from './shapes.js';

const valuesOf = (point: Point, key: string): unknown[] => {
  const value = point.payload[key];
  return Array.isArray(value) ? value : [value];
};

const holds = (condition: Condition, point: Point): boolean => {
  if ('has_id' in condition) return condition.has_id.includes(point.id);
  if ('key' in condition) {
    const { match } = condition;
    const wanted = 'any' in match ? match.any : [match.value];
    return valuesOf(point, condition.key).some((value) => wanted.some((one) => one === value));
  }
  return matches(condition, point);
};

export const matches = ({ must, should, must_not: mustNot }: Filter, point: Point): boolean =>
  (must ?? []).every((condition) => holds(condition, point)) &&
  (should === undefined || should.some((condition) => holds(condition, point))) &&
  !(mustNot ?? []).some((condition) => holds(condition, point));

const fieldsOf = (condition: Condition): string[] => {
  if ('has_id' in condition) return [];
  if ('key' in condition) return [condition.key];
  return [condition.must, condition.should, condition.must_not].flatMap((conditions) =>
    (conditions ?? []).flatMap(fieldsOf),
  );
};

/** A real server scans without an index, or refuses in strict mode; the double always refuses. */
export const refuseUnindexed = (filter: Filter, indexed: ReadonlySet<string>): void => {
  const missing = fieldsOf(filter).find((field) => !indexed.has(field));
  if (missing === undefined) return;
  throw new Refusal(400, `Bad request: Index required but not found for "${missing}"`);
};
