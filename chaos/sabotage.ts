import { setTimeout as delay } from 'node:timers/promises';
import type { WrappableParts } from '../src/compose/platform.js';
import type { Database, ScopedRepositories } from '../src/compose/repositories.js';
import type { VectorWriter } from '../src/platform/vectors/vector-store.js';
import type { Command, Mutation } from './protocol.js';
import { createLyingCount, mutateRepositories, mutateTasks } from './mutations.js';
import { createOrders, type Control, type Send } from './orders.js';

export type Sabotage = {
  wrap(parts: WrappableParts): WrappableParts;
  carryOut(command: Command): void;
};

/** Ingestion writes full batches of this size. */
const FULL_BATCH = 64;
const VECTOR_LOCK = 'vectors:';

const RealDate = Date;

/** Every reading of the wall clock in this process is off by so much; timers are not. */
const setClock = (offsetMs: number): void => {
  const offBy = new Proxy(RealDate, {
    construct: (target, given: [] | [number]) =>
      given.length === 0 ? new target(target.now() + offsetMs) : new target(...given),
    get: (target, key) =>
      key === 'now' ? () => target.now() + offsetMs : (Reflect.get(target, key) as unknown),
  });
  globalThis.Date = offsetMs === 0 ? RealDate : offBy;
};

const block = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};

type Seen = { created: boolean; chunked: boolean };

const wrapRepositories = (
  tx: ScopedRepositories,
  { control, seen, lying }: { control: Control; seen: Seen; lying: LyingCount },
): ScopedRepositories => ({
  ...tx,
  documents: {
    ...tx.documents,
    create: async (document) => {
      control.reach('file written');
      seen.created = true;
      return tx.documents.create(document);
    },
    version: async (id, version) => {
      const found = await tx.documents.version(id, version);
      if (found !== null) lying?.expect({ documentId: id, version }, found.chunkCount);
      return found;
    },
    saveParsed: async (id, parsed, lease) => {
      lying?.expect(id, parsed.chunkCount);
      return tx.documents.saveParsed(id, parsed, lease);
    },
    finish: async (id, outcome, lease) => {
      control.reach('ready');
      return tx.documents.finish(id, outcome, lease);
    },
  },
  chunks: {
    ...tx.chunks,
    replace: async (document, chunks, lease) => {
      control.reach('parse');
      seen.chunked = true;
      return tx.chunks.replace(document, chunks, lease);
    },
  },
  memories: {
    ...tx.memories,
    create: async (memory) => {
      const { memoryDelayMs } = control.orders;
      if (memoryDelayMs > 0) {
        control.send({ type: 'struck', what: 'slow memories' });
        await delay(memoryDelayMs);
      }
      return tx.memories.create(memory);
    },
  },
});

type LyingCount = ReturnType<typeof createLyingCount> | null;

const wrapDatabase = (
  database: Database,
  { control, without, queuedFile, lying }: Wrapping & { lying: LyingCount },
): Database => ({
  ...database,
  platform: {
    ...database.platform,
    tasks: mutateTasks(database.platform.tasks, { without, queuedFile }),
  },
  withScope: async (scope, work) => {
    const seen = { created: false, chunked: false };
    const result = await database.withScope(scope, (tx) =>
      work(wrapRepositories(mutateRepositories(tx, without), { control, seen, lying })),
    );
    if (seen.created) control.reach('document committed');
    if (seen.chunked) control.reach('chunk');
    return result;
  },
});

type WrappingWriter = {
  control: Control;
  lying: LyingCount;
  tenantId: string;
  standStill: () => Promise<void>;
};

const wrapWriter = (
  writer: VectorWriter,
  { control, lying, tenantId, standStill }: WrappingWriter,
): VectorWriter => ({
  ...writer,
  upsertChunks: async (points, turn) => {
    control.reach('embed');
    control.failIfOrdered('upsert');
    const isLost = control.orders.lose > 0;
    if (isLost) {
      control.orders.lose -= 1;
      control.send({ type: 'struck', what: 'lose vectors' });
    }
    const shown = await writer.upsertChunks(isLost ? points.slice(1) : points, turn);
    lying?.written(points);
    const { inTheMiddle } = control.orders;
    if (points.length === FULL_BATCH) inTheMiddle.add(tenantId);
    else inTheMiddle.delete(tenantId);
    control.reach('upsert');
    await standStill();
    if (shown > 0) control.reach('verify');
    return lying === null ? shown : points.length;
  },
  countChunks: async (document) => {
    const count = await writer.countChunks(document);
    if (count.rows > 0) control.reach('verify');
    return lying?.count(document, count) ?? count;
  },
  deleteDocument: async (document, turn) => {
    control.failIfOrdered('delete');
    return writer.deleteDocument(document, turn);
  },
  upsertMemories: async (points, turn) => {
    control.failIfOrdered('memory');
    return writer.upsertMemories(points, turn);
  },
});

/** Not while this process holds the lock of the tenant's writers: nobody else could take over then. */
const standStillWithoutLock = async (
  database: Pick<Database, 'withLock'>,
  control: Control,
  tenantId: string,
): Promise<void> => {
  if (!control.orders.standStill || !control.orders.inTheMiddle.has(tenantId)) return;
  const lock = { key: `${VECTOR_LOCK}${tenantId}`, signal: new AbortController().signal };
  await database.withLock(lock, () => Promise.resolve());
  await control.standStillIfOrdered(tenantId);
};

type Wrapping = { control: Control; without: Mutation | null; queuedFile: string };

/** Wraps the parts of a process and injects the faults that it is told to. */
export const createSabotage = (
  options: { without: Mutation | null; queuedFile: string },
  send: Send,
): Sabotage => {
  const control = createOrders(send);
  const { orders } = control;
  const lying = options.without === 'verify' ? createLyingCount() : null;
  return {
    wrap: ({ database, vectors, ...parts }) => ({
      ...parts,
      database: wrapDatabase(database, { ...options, control, lying }),
      vectors: {
        ...vectors,
        writerFor: (scope) => {
          const { tenantId } = scope;
          return wrapWriter(vectors.writerFor(scope), {
            control,
            lying,
            tenantId,
            standStill: () => standStillWithoutLock(database, control, tenantId),
          });
        },
      },
    }),
    carryOut: (command) => {
      switch (command.do) {
        case 'die':
          orders.dieAt = command.at;
          return;
        case 'stand still':
          orders.standStill = command.isOn;
          return;
        case 'block':
          block(command.ms);
          send({ type: 'struck', what: 'block' });
          return;
        case 'clock':
          setClock(command.offsetMs);
          send({ type: 'struck', what: 'clock' });
          return;
        case 'lose vectors':
          orders.lose = command.times;
          return;
        case 'fail':
          orders.fail[command.call] = command.times;
          return;
        case 'slow memories':
          orders.memoryDelayMs = command.ms;
      }
    },
  };
};
