import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ScopedRepositories } from '../src/compose/repositories.js';
import type { ChunkPoint } from '../src/platform/vectors/vector-store.js';
import type { Mutation } from './protocol.js';
import type { TaskRepository } from '../src/tasks/repository.js';
import type { VersionId } from '../src/documents/schema.js';

/**
 * `loop`: a task is put into the queue when it is new, and never again. `epoch`: nobody is asked whether the lease still holds
 * before vectors are written.
 */
export const mutateTasks = (
  tasks: TaskRepository,
  { without, queuedFile }: { without: Mutation | null; queuedFile: string },
): TaskRepository => {
  switch (without) {
    case 'loop':
      return { ...tasks, findDue: findOnce(tasks, queuedFile) };
    case 'epoch':
      return {
        ...tasks,
        renew: deaf((...given) => tasks.renew(...given)),
      };
    case 'verify':
    case null:
      return tasks;
  }
};

type Write<Given extends unknown[]> = (...given: Given) => Promise<boolean>;

/** A refusal is not heard. */
const deaf =
  <Given extends unknown[]>(write: Write<Given>): Write<Given> =>
  async (...given) => {
    await write(...given);
    return true;
  };

/** `epoch`: a worker whose write was refused goes on as if it had been accepted. */
export const mutateRepositories = (
  tx: ScopedRepositories,
  without: Mutation | null,
): ScopedRepositories => {
  if (without !== 'epoch') return tx;
  const { documents, chunks, tasks } = tx;
  return {
    ...tx,
    documents: {
      ...documents,
      saveParsed: deaf((...given) => documents.saveParsed(...given)),
      saveProgress: deaf((...given) => documents.saveProgress(...given)),
      finish: deaf((...given) => documents.finish(...given)),
    },
    chunks: { ...chunks, replace: deaf((...given) => chunks.replace(...given)) },
    tasks: {
      ...tasks,
      settle: deaf((...given) => tasks.settle(...given)),
      remove: deaf((...given) => tasks.remove(...given)),
    },
  };
};

const findOnce =
  (tasks: TaskRepository, queuedFile: string): TaskRepository['findDue'] =>
  async (options) => {
    const { tasks: due, inFlight } = await tasks.findDue(options);
    const known = new Set(
      existsSync(queuedFile) ? readFileSync(queuedFile, 'utf8').split('\n') : [],
    );
    const nameOf = ({ id, version, action }: (typeof due)[number]) => `${id} ${version} ${action}`;
    const fresh = due.filter((task) => !known.has(nameOf(task)));
    if (fresh.length > 0) appendFileSync(queuedFile, `${fresh.map(nameOf).join('\n')}\n`);
    return { tasks: fresh, inFlight };
  };

const keyOf = ({ documentId, version }: VersionId): string => `${documentId}/${version}`;

/** `verify`: what this process has written is counted as complete, without looking. */
export const createLyingCount = () => {
  const expected = new Map<string, number>();
  const written = new Set<string>();
  return {
    expect: (version: VersionId, chunks: number): void => {
      expected.set(keyOf(version), chunks);
    },
    written: (points: readonly ChunkPoint[]): void => {
      for (const point of points) written.add(keyOf(point));
    },
    count: (version: VersionId, real: { rows: number; distinct: number }) => {
      const rows = expected.get(keyOf(version));
      return rows === undefined || !written.has(keyOf(version)) ? real : { rows, distinct: rows };
    },
  };
};
