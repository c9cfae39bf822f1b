import { toStorableText } from '../../shared/storable-text.js';

const ESCAPED_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

export { toStorableText };

/** JSON that `jsonb` accepts. */
export const toJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  if (!ESCAPED_UNSTORABLE.test(json)) return json;
  return JSON.stringify(toStorable(JSON.parse(json)));
};

const toStorable = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toStorableText(key), toStorable(inner)]),
  );
};
