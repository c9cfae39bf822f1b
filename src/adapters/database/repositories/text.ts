// PostgreSQL stores neither NUL nor lone surrogates, and models write both. The stand-in has their length, so spans stay true.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const ESCAPED_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const STAND_IN = '\uFFFD';

export const toStorableText = (text: string): string => text.replace(UNSTORABLE, STAND_IN);

const toStorable = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toStorableText(key), toStorable(inner)]),
  );
};

/** JSON that `jsonb` accepts. */
export const toJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  if (!ESCAPED_UNSTORABLE.test(json)) return json;
  return JSON.stringify(toStorable(JSON.parse(json)));
};
