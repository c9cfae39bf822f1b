/** Newest first; `after` is the id of the last item of the previous page. Ids are time-ordered, so they are the cursor. */
export type PageRequest = { limit: number; after?: string | undefined };
export type Page<Item> = { items: Item[]; nextAfter: string | null };

/** At or after `from`, and before `to`. */
export type TimeRange = { from?: Date | undefined; to?: Date | undefined };

const PAGE_SIZE = 100;

/** All items of a list, one page in memory at a time. */
export async function* eachItem<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const { items, nextAfter } = await list({ limit: PAGE_SIZE, after });
    yield* items;
    after = nextAfter ?? undefined;
  } while (after !== undefined);
}
