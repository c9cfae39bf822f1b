import type { Condition, ScopeFilter } from '../scope-filter.js';

export type QdrantCondition =
  | { key: string; match: { any: string[] | number[] } | { value: string | number } }
  | { has_id: string[] }
  | QdrantFilter;
export type QdrantFilter = {
  must?: QdrantCondition[];
  should?: QdrantCondition[];
  must_not?: QdrantCondition[];
};

export const toQdrantFilter = (filter: ScopeFilter): QdrantFilter => ({
  must: filter.map(toCondition),
});

const toCondition = (condition: Condition): QdrantCondition => {
  if ('not' in condition) return { must_not: [toCondition(condition.not)] };
  if ('anyOf' in condition) return { should: condition.anyOf.map(toCondition) };
  const { field, oneOf } = condition;
  const texts = oneOf.filter(isText);
  if (field === 'id') return { has_id: texts };
  const [only] = oneOf;
  if (only !== undefined && oneOf.length === 1) return { key: field, match: { value: only } };
  return { key: field, match: { any: texts.length > 0 ? texts : oneOf.filter(isNumber) } };
};

const isText = (value: string | number): value is string => typeof value === 'string';
const isNumber = (value: string | number): value is number => typeof value === 'number';
