import type { CollectionDeps } from '../documents/index.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import { AppError } from '../shared/errors.js';
import { CollectionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';

export type FindCollection = { collections: Pick<CollectionDeps['collections'], 'get' | 'list'> };

const SAME_BEGINNING = 100;

/** The filter for a collection, by its id or exact name; rejects with `not_found` for one that the caller may not see. */
export const withinCollection = async (
  { collections }: FindCollection,
  scope: UserScope,
  named: string | undefined,
): Promise<DocumentFilter | null> => {
  if (named === undefined) return null;
  const id = CollectionId.safeParse(named);
  const found = id.success
    ? await collections.get(scope, id.data)
    : await findByName({ collections }, scope, named);
  return { type: 'eq', key: 'collectionId', value: found.id };
};

const findByName = async ({ collections }: FindCollection, scope: UserScope, name: string) => {
  const { items } = await collections.list(scope, { limit: SAME_BEGINNING, name });
  const found = items.find((collection) => collection.name === name);
  if (found !== undefined) return found;
  throw new AppError('not_found', `There is no collection “${name}” that you may see.`);
};
