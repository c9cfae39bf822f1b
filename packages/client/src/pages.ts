/** Part of a list; `nextCursor` is null on its last page. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** Every item of a list, page by page. */
export async function* allOf<Item>(
  read: (cursor: { cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor === null ? {} : { cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
