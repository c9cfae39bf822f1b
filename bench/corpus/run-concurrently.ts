export const CONCURRENCY = 2;

/** Works on as many items at once as the pipeline has slots; results in the order of the items. */
export const runConcurrently = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const entries = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return results;
};
