import { api, bodyOf, type Me } from './client.js';
import { useResource } from './use-resource.js';

/** So many pages of a hundred are read: a select of more is no choice any more. */
const PAGES = 20;

/** The groups to which somebody may show documents, by name: for an administrator all that there are, for others their own. */
export const useGroupNames = (me: Me): readonly string[] => {
  const mayList = me.role === 'admin' && me.permissions.includes('admin');
  const all = useResource('group-names', (signal) =>
    mayList ? readNames(signal) : Promise.resolve([]),
  );
  const own = me.user?.groups ?? [];
  return [...new Set([...own, ...(all.value ?? [])])].sort((a, b) => a.localeCompare(b));
};

const readNames = async (signal: AbortSignal): Promise<readonly string[]> => {
  const names: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
    const { items, nextCursor } = bodyOf(
      await api.GET('/v1/groups', { params: { query }, signal }),
    );
    names.push(...items.map(({ name }) => name));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return names;
};
