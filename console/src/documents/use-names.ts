import { api, bodyOf, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';

export type Names = {
  /** Addresses of users by their ids, for administrators. */
  owners: ReadonlyMap<string, string>;
  collections: ReadonlyMap<string, string>;
};

const NONE: Names = { owners: new Map(), collections: new Map() };
const page = { params: { query: { limit: 100 } } };

/** The names behind the ids of documents: the first hundred users, where one may list them, and collections. */
export const useNames = (me: Me): Names & { reload: () => void } => {
  const load = async (signal: AbortSignal): Promise<Names> => {
    const [users, collections] = await Promise.all([
      me.permissions.includes('admin')
        ? api.GET('/v1/users', { ...page, signal }).then(bodyOf)
        : { items: [] },
      me.permissions.includes('documents:read')
        ? api.GET('/v1/collections', { ...page, signal }).then(bodyOf)
        : { items: [] },
    ]);
    return {
      owners: new Map(users.items.map(({ id, email }) => [id, email])),
      collections: new Map(collections.items.map(({ id, name }) => [id, name])),
    };
  };
  const names = useResource('names', load, { remembers: true });
  return { ...(names.value ?? NONE), reload: names.reload };
};
