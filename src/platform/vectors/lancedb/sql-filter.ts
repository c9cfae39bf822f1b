import type { Condition, ScopeFilter } from '../scope-filter.js';

export const toSql = (filter: ScopeFilter): string => filter.map(toSqlCondition).join(' AND ');

const toSqlCondition = (condition: Condition): string => {
  if ('not' in condition) return `NOT (${toSqlCondition(condition.not)})`;
  if ('anyOf' in condition) return `(${condition.anyOf.map(toSqlCondition).join(' OR ')})`;
  const [first, ...others] = condition.oneOf.map(toLiteral);
  if (first === undefined) return '1 = 0';
  return others.length === 0
    ? `${condition.field} = ${first}`
    : `${condition.field} IN (${[first, ...others].join(', ')})`;
};

const toLiteral = (value: string | number): string =>
  typeof value === 'number' ? String(Math.trunc(value)) : `'${value.replaceAll("'", "''")}'`;
