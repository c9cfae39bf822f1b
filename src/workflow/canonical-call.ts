/** One spelling per call, whatever the order of its argument keys: calls of equal spelling are the same call. */
export const toCanonicalCall = (name: string, argumentsOfModel: unknown): string =>
  JSON.stringify([name, sortKeys(argumentsOfModel)]);

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
};
