/** Runs the work for all items, so many at once; the first failure stops what has not begun and is thrown at the end. */
export const forEachOf = async <Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  { atOnce = 4 }: { atOnce?: number } = {},
): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const run = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      if (failures.length > 0) return;
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  if (failures.length > 0) throw failures[0];
};
