import { useLocation } from 'preact-iso';
import type { paths } from '../../generated/api.js';
import type { Me } from '../api/client.js';

type Query = NonNullable<paths['/v1/documents']['get']['parameters']['query']>;
type Status = NonNullable<Query['status']>;
type Sort = NonNullable<Query['sort']>;

export const STATUSES = ['queued', 'processing', 'ready', 'failed'] as const;
export const SORTS = ['-createdAt', 'createdAt', 'title', '-sizeBytes', '-updatedAt'] as const;

/** What of the list is shown, as it stands in the address. */
export type Shown = {
  status: Status | null;
  sort: Sort;
  title: string;
  isMine: boolean;
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
    isMine: query['mine'] === '1',
    cursors: (query['after'] ?? '').split('.').filter(Boolean),
  };
  const show = (changes: Partial<Shown>, { replace = false } = {}) => {
    // Another list begins at its first page.
    route(addressOf({ ...shown, cursors: [], ...changes }), replace);
  };
  return { shown, show };
};

const addressOf = ({ status, sort, title, isMine, cursors }: Shown): string => {
  const parameters = new URLSearchParams({
    ...(status !== null && { status }),
    ...(sort !== '-createdAt' && { sort }),
    ...(title !== '' && { title }),
    ...(isMine && { mine: '1' }),
    ...(cursors.length > 0 && { after: cursors.join('.') }),
  });
  const text = parameters.toString();
  return text === '' ? '/d' : `/d?${text}`;
};

export const toRequest = ({ status, sort, title, isMine, cursors }: Shown, me: Me): Query => {
  const owner = me.user?.id;
  const cursor = cursors.at(-1);
  return {
    limit: PAGE_SIZE,
    sort,
    total: true,
    ...(status !== null && { status }),
    ...(title !== '' && { title }),
    ...(isMine &&
      owner !== undefined && {
        filter: JSON.stringify({ type: 'eq', key: 'owner', value: owner }),
      }),
    ...(cursor !== undefined && { cursor }),
  };
};
