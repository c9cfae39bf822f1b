import { createHash } from 'node:crypto';

/** One digest per request, whatever the order of its fields; an absent field and one that is undefined are the same. */
export const hashRequest = (fields: object): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(fields)))
    .digest('hex');

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
};
