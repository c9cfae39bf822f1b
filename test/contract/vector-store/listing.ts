import { expect } from '@jest/globals';
import { DocumentId, MemoryId, newId, UserId } from '../../../src/shared/ids.js';
import { createTenant, type Cases } from './fixture.js';

type Page<Item> = { items: Item[]; next: string | null };

/** All pages, and how many there were. */
const readAll = async <Item>(
  read: (page: { after: string | null; limit: number }) => Promise<Page<Item>>,
): Promise<{ items: Item[]; pages: number }> => {
  const items: Item[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: Page<Item> = await read({ after, limit: 2 });
    items.push(...page.items);
    after = page.next;
    pages += 1;
  } while (after !== null);
  return { items, pages };
};

const asText = ({ documentId, version }: { documentId: string; version: number }) =>
  `${documentId} ${version}`;

export const listing: Cases = {
  'lists each version that is stored, a page of rows at a time': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const documentId = newId(DocumentId);
    const points = [1, 1, 1, 2].map((version, index) =>
      chunk('a passage', { documentId, version, index }),
    );
    const other = chunk('another');
    await writer.upsertChunks([...points, other]);

    const { items, pages } = await readAll((page) => writer.listVersions(page));

    expect(new Set(items.map(asText))).toEqual(
      new Set([`${documentId} 1`, `${documentId} 2`, asText(other)]),
    );
    expect(pages).toBe(3);
  },

  'lists each memory that is stored, and finds the requested ones': async (context) => {
    const { writer, memory } = createTenant(context().store);
    const userId = newId(UserId);
    const points = ['one', 'two', 'three'].map((text) => memory(userId, text));
    const ids = points.map(({ id }) => id);
    await writer.upsertMemories(points);

    const { items } = await readAll((page) => writer.listMemories(page));
    const found = await writer.findMemories([...ids.slice(0, 1), newId(MemoryId)]);

    expect(items.toSorted()).toEqual(ids.toSorted());
    expect(found).toEqual(ids.slice(0, 1));
  },

  'lists nothing of another tenant, and nothing if nothing is stored': async (context) => {
    const { store } = context();
    const [one, other] = [createTenant(store), createTenant(store)];
    const memory = one.memory(newId(UserId), 'a fact');
    await one.writer.upsertChunks([one.chunk('a passage')]);
    await one.writer.upsertMemories([memory]);

    const page = { after: null, limit: 10 };

    expect(await other.writer.listVersions(page)).toEqual({ items: [], next: null });
    expect(await other.writer.listMemories(page)).toEqual({ items: [], next: null });
    expect(await other.writer.findMemories([memory.id])).toEqual([]);
    expect(await one.writer.findMemories([])).toEqual([]);
  },
};
