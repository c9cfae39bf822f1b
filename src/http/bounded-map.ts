export type BoundedMap<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
};

/** Remembers the most recently used entries and forgets the rest, so that no caller can grow it. */
export const createBoundedMap = <Value>(capacity: number): BoundedMap<Value> => {
  const entries = new Map<string, Value>();
  const put = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: put,
    delete: (key) => void entries.delete(key),
  };
};
