/** Newest first; `after` is the id of the last item of the page before. Ids are time-ordered, so they are the cursor. */
export type PageRequest = { limit: number; after?: string | undefined };
export type Page<Item> = { items: Item[]; nextAfter: string | null };
