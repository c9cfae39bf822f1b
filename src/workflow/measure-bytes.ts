const NUMBER_BYTES = 8;

/** About the bytes of a value as JSON, without writing it: what nodes read and return is measured on every turn. */
export const measureBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  if (value instanceof Date) return NUMBER_BYTES;
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item: unknown) => sum + measureBytes(item) + 1, 2);
  }
  let bytes = 2;
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) bytes += key.length + 4 + measureBytes(item);
  }
  return bytes;
};
