import type { Me } from '../api/client.js';
import { useGroupNames } from '../api/group-names.js';
import { useReaders } from './state-badge.js';

type Props = {
  me: Me;
  /** The one that is in force, which may be a group that the reader cannot list. */
  shown?: string;
};

/** Everybody, the owner alone, or one of the groups. */
export const VisibilityOptions = ({ me, shown = 'tenant' }: Props) => {
  const readers = useReaders();
  const groups = useGroupNames(me).map((name) => `group:${name}`);
  return (
    <>
      {[...new Set(['tenant', 'private', ...groups, shown])].map((visibility) => (
        <option key={visibility} value={visibility}>
          {readers(visibility)}
        </option>
      ))}
    </>
  );
};
