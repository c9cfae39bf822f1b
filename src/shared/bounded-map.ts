/** Keeps the most recently used entries and drops all others, so that callers cannot make it grow without limit. */
export const createBoundedMap = <Value>(capacity: number) => {
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key: string): Value | undefined => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => entries.delete(key),
  };
};
