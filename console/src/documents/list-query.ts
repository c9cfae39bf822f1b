import { useLocation } from 'preact-iso';
import type { paths } from '../../generated/api.js';
import type { Me } from '../api/client.js';

type Query = NonNullable<paths['/v1/documents']['get']['parameters']['query']>;
type Status = NonNullable<Query['status']>;
type Sort = NonNullable<Query['sort']>;

export const STATUSES = ['queued', 'processing', 'ready', 'failed'] as const;
export const SORTS = ['-createdAt', 'createdAt', 'title', '-sizeBytes', '-updatedAt'] as const;

/** The part of the list that is shown, as the address names it. */
export type Shown = {
  status: Status | null;
  sort: Sort;
  title: string;
  /** `mine`, or the id of a user; empty: anybody's. */
  owner: string;
  /** The id of a collection; empty: any. */
  collection: string;
  /** The pages before, by their cursors. */
  cursors: readonly string[];
};

const PAGE_SIZE = 50;

/** The list that the address asks for, and how to go to another. */
export const useListQuery = () => {
  const { query, route } = useLocation();
  const shown: Shown = {
    status: STATUSES.find((status) => status === query['status']) ?? null,
    sort: SORTS.find((sort) => sort === query['sort']) ?? '-createdAt',
    title: query['title'] ?? '',
    owner: query['owner'] ?? '',
    collection: query['collection'] ?? '',
    cursors: (query['after'] ?? '').split('.').filter(Boolean),
  };
  const show = (changes: Partial<Shown>, { replace = false } = {}) => {
    // Another list begins at its first page.
    route(addressOf({ ...shown, cursors: [], ...changes }), replace);
  };
  return { shown, show };
};

/** The address of a list. */
export const addressOf = ({ status, sort, title, owner, collection, cursors }: Shown): string => {
  const parameters = new URLSearchParams({
    ...(status !== null && { status }),
    ...(sort !== '-createdAt' && { sort }),
    ...(title !== '' && { title }),
    ...(owner !== '' && { owner }),
    ...(collection !== '' && { collection }),
    ...(cursors.length > 0 && { after: cursors.join('.') }),
  });
  const text = parameters.toString();
  return text === '' ? '/d' : `/d?${text}`;
};

export const toRequest = (shown: Shown, me: Me): Query => {
  const { status, sort, title, cursors } = shown;
  const filters = toFilters(shown, me);
  const cursor = cursors.at(-1);
  return {
    limit: PAGE_SIZE,
    sort,
    total: true,
    ...(status !== null && { status }),
    ...(title !== '' && { title }),
    ...(filters.length > 0 && { filter: JSON.stringify({ type: 'and', filters }) }),
    ...(cursor !== undefined && { cursor }),
  };
};

const toFilters = ({ owner, collection }: Shown, me: Me) => {
  const eq = (key: string, value: string) => ({ type: 'eq', key, value });
  return [
    ...(owner === '' ? [] : [eq('owner', owner === 'mine' ? (me.user?.id ?? '') : owner)]),
    ...(collection === '' ? [] : [eq('collectionId', collection)]),
  ];
};
