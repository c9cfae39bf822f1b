import { CursorLost, type OpenSource } from '../../src/sources/kind.js';
import type { CheckedKind } from '../../src/sources/kinds/index.js';
import { createMemorySource } from './memory-source.js';

type File = { text?: string; readers?: readonly string[] | null };

/** A kind of source in memory that lists changes since a cursor, as the clouds do. */
export const createChangingSource = () => {
  const { kind: memory, files, groups, reads } = createMemorySource();
  const changed: string[] = [];
  const listings: ('all' | 'changes')[] = [];
  let life = 1;
  const cursor = () => `${life}/${changed.length}`;
  const listAll = async function* (opened: OpenSource, signal: AbortSignal) {
    listings.push('all');
    for await (const piece of opened.list(signal)) yield { ...piece, cursor: cursor() };
  };
  const listChanges = async function* (opened: OpenSource, since: string, signal: AbortSignal) {
    listings.push('changes');
    const [ofLife, from] = since.split('/').map(Number);
    const paths = new Set(changed.slice(from));
    const gone = [...paths].filter((path) => !files.has(path));
    for await (const { items } of opened.list(signal)) {
      const named = items.filter(({ path }) => paths.has(path));
      yield { items: named, gone, findings: [], cursor: cursor() };
    }
    // As late as it can be: what was named before must not count either.
    if (ofLife !== life) throw new CursorLost('The cursor is of an earlier life.');
  };
  const open: CheckedKind['open'] = (...given) => {
    const opened = memory.open(...given);
    if (opened === null) return null;
    return {
      ...opened,
      list: (signal) => listAll(opened, signal),
      changes: (since, signal) => listChanges(opened, since, signal),
    };
  };
  return {
    kind: { ...memory, open },
    groups,
    reads,
    listings,
    put: (path: string, { text = path, readers = ['everyone'] }: File = {}): void => {
      files.set(path, { text, readers });
      changed.push(path);
    },
    remove: (path: string): void => {
      files.delete(path);
      changed.push(path);
    },
    /** Takes a file away without telling of it. */
    removeSilently: (path: string): void => {
      files.delete(path);
    },
    loseCursors: (): void => {
      life += 1;
    },
  };
};
