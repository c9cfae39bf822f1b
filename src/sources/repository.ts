import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { fromRow, selectOf, toBytesColumn, toJsonColumn } from '../platform/database/rows.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from '../documents/rights.js';
import { withoutUndefined } from '../shared/changes.js';
import { DocumentId, newId, SourceId, type SourceRunId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { createItems } from './items-repository.js';
import { createRuns } from './runs/runs-repository.js';
import {
  PUSHED,
  SourceRecord,
  type NewSource,
  type RunCounts,
  type SourceChanges,
} from './schema.js';

export type SourceRepository = ReturnType<typeof createSourceRepository>;

/** Called in the transaction in which a run ends. */
export type SourceEvents = {
  runEnded(
    run: { sourceId: SourceId; runId: SourceRunId } & (
      ({ outcome: 'finished' } & RunCounts) | { outcome: 'failed'; reason: string | null }
    ),
  ): Promise<void>;
};

/** The sources of a tenant. An unknown id gives null, or `not_found` if something should change. */
export const createSourceRepository = (
  tx: Transaction,
  scope: Scope,
  events: Pick<SourceEvents, 'runEnded'>,
) => ({
  tellRunEnded: events.runEnded,
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createRuns(tx, scope),
  ...createItems(tx, scope),
  ...createOrigins(tx, scope),
  ...createPushed(tx, scope),
});

const COLUMNS = {
  ...selectOf(SourceRecord.omit({ nextRunAt: true })),
  task: { select: { dueAt: true } },
} as const;

type SourceRow = Omit<Parameters<typeof fromRow<typeof SourceRecord>>[1], 'nextRunAt'> & {
  task: { dueAt: Date | null } | null;
};

const toRecord = ({ task, ...row }: SourceRow): SourceRecord =>
  fromRow(SourceRecord, { ...row, nextRunAt: task?.dueAt ?? null });

const createReads = (tx: Transaction, { tenantId }: Scope) => ({
  find: async (id: SourceId): Promise<SourceRecord | null> => {
    const row = await tx.models.source.findFirst({ where: { tenantId, id }, select: COLUMNS });
    return row && toRecord(row);
  },
  list: async (page: PageRequest): Promise<Page<SourceRecord>> => {
    const where = { tenantId, ...idsBefore(page) };
    const rows = await tx.models.source.findMany({ where, select: COLUMNS, ...newestFirst(page) });
    return toPage(rows.map(toRecord), page);
  },
  /** Returns those documents whose source must be asked again before anyone sees them. */
  rechecked: async (ids: readonly DocumentId[]): Promise<RecheckedItem[]> => {
    const rows = await tx.models.sourceItem.findMany({
      where: { tenantId, documentId: { in: [...ids] }, source: { rechecksReaders: true } },
      select: { documentId: true, externalId: true, source: { select: COLUMNS } },
    });
    return rows.map(({ documentId, externalId, source }) => ({
      documentId: DocumentId.parse(documentId),
      externalId,
      source: toRecord(source),
    }));
  },
  /** The cursor from the last run that applied everything; null if the kind of source returns no cursors. */
  cursor: async (id: SourceId): Promise<string | null> => {
    const where = { tenantId, id };
    const row = await tx.models.source.findFirst({ where, select: { cursor: true } });
    return row?.cursor ?? null;
  },
  /** The encrypted credentials of a source; null if it has none. */
  credentials: async (id: SourceId): Promise<Uint8Array | null> => {
    const row = await tx.models.source.findFirst({
      where: { tenantId, id },
      select: { credentials: true },
    });
    return row?.credentials ?? null;
  },
  /** Returns the ids of those sources that have credentials. */
  withCredentials: async (ids: readonly SourceId[]): Promise<ReadonlySet<string>> => {
    const rows = await tx.models.source.findMany({
      where: { tenantId, id: { in: [...ids] }, credentials: { not: null } },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  },
  /** The encrypted credentials of all sources. */
  sealed: async (): Promise<SealedCredentials[]> => {
    const rows = await tx.models.source.findMany({
      where: { tenantId, credentials: { not: null } },
      select: { id: true, credentials: true },
    });
    return rows.flatMap(({ id, credentials }) =>
      credentials === null ? [] : [{ id: SourceId.parse(id), credentials }],
    );
  },
});

const createOrigins = (tx: Transaction, scope: Scope) => ({
  /** Returns the originals of documents that the reader may read and that a source has read; leaves out withdrawn documents. */
  origins: async (ids: readonly DocumentId[]): Promise<Origin[]> => {
    const readable = await tx.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM documents d WHERE ${visibleTo(scope, 'content')} AND d.id = ANY(${[...ids]}::uuid[])`;
    const rows = await tx.models.sourceItem.findMany({
      where: { tenantId: scope.tenantId, documentId: { in: readable.map(({ id }) => id) } },
      select: { documentId: true, externalId: true, readAt: true, source: { select: COLUMNS } },
    });
    return rows.map(({ documentId, source, ...item }) => ({
      ...item,
      documentId: DocumentId.parse(documentId),
      source: toRecord(source),
    }));
  },
});

/** Pushed sources: outside programs send their documents to this server. */
const createPushed = (tx: Transaction, { tenantId }: Scope) => ({
  /** The kind of the source with this name; null if the owner has no such source. */
  kindOf: async (owned: Owned): Promise<string | null> => {
    const where = { tenantId, ...owned };
    return (await tx.models.source.findFirst({ where, select: { kind: true } }))?.kind ?? null;
  },
  /** Creates a pushed source, unless its owner already has a source with this name; returns the id of a new source. */
  ensurePushed: async (owned: Owned): Promise<SourceId | null> => {
    const where = { tenantId, ...owned };
    const { source, sourceTask } = tx.models;
    if ((await source.count({ where })) > 0) return null;
    const id = newId(SourceId);
    const { count } = await source.createMany({
      data: { ...where, id, kind: PUSHED, ...UNUSED },
      skipDuplicates: true,
    });
    if (count === 0) return null;
    await sourceTask.createMany({ data: { tenantId, sourceId: id, dueAt: null } });
    return id;
  },
});

type Owned = Pick<SourceRecord, 'ownerId' | 'name'>;

/** Values of columns that a source without runs does not use. */
const UNUSED = { settings: {}, visibility: 'private', rules: [], everyMinutes: null, graceDays: 0 };

type Origin = {
  documentId: DocumentId;
  externalId: string;
  readAt: Date | null;
  source: SourceRecord;
};

type RecheckedItem = { documentId: DocumentId; externalId: string; source: SourceRecord };

type SealedCredentials = { id: SourceId; credentials: Uint8Array };

type SourceColumns = Parameters<Transaction['models']['source']['updateMany']>[0]['data'];

const createChanges = (tx: Transaction, { tenantId }: Scope) => {
  const { source, sourceTask } = tx.models;
  const update = async (id: SourceId, data: SourceColumns): Promise<void> => {
    await source.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...data, updatedAt: await tx.$now() },
      select: { id: true },
    });
  };
  return {
    /** Counts the tenant's sources that have runs; other transactions of the tenant that add one wait until this one ends. */
    countForAdding: async (): Promise<number> => {
      await tx.$lock(`sources/${tenantId}`);
      return source.count({ where: { tenantId, kind: { not: PUSHED } } });
    },
    /** False if the owner already has a source with this name. The first run is due at once. */
    create: async ({ settings, rules, credentials, ...columns }: NewSource): Promise<boolean> => {
      const json = { settings: toJsonColumn(settings), rules: toJsonColumn(rules) };
      const sealed = credentials && toBytesColumn(credentials);
      const { count } = await source.createMany({
        data: { ...columns, ...json, credentials: sealed, tenantId },
        skipDuplicates: true,
      });
      if (count === 0) return false;
      const data = { tenantId, sourceId: columns.id, dueAt: await tx.$now() };
      await sourceTask.createMany({ data });
      return true;
    },
    update: (id: SourceId, { settings, rules, credentials, ...changes }: SourceChanges) => {
      const json = {
        settings: settings && toJsonColumn(settings),
        rules: rules && toJsonColumn(rules),
        credentials: credentials && toBytesColumn(credentials),
      };
      return update(id, withoutUndefined({ ...changes, ...json }));
    },
    /** Replaces credentials by the same ones encrypted with a new key, unless they were changed in the meantime. */
    reseal: async ({ id, credentials }: SealedCredentials, anew: Uint8Array): Promise<void> => {
      await source.updateMany({
        where: { tenantId, id, credentials: toBytesColumn(credentials) },
        data: { credentials: toBytesColumn(anew) },
      });
    },
    /** Makes the source due, so that a worker looks at it as soon as it has time. */
    wake: async (id: SourceId): Promise<void> => {
      const data = { dueAt: await tx.$now() };
      await sourceTask.updateMany({ where: { tenantId, sourceId: id }, data });
    },
    /** Makes the source wait until somebody asks for a run. */
    rest: async (id: SourceId): Promise<void> => {
      await sourceTask.updateMany({ where: { tenantId, sourceId: id }, data: { dueAt: null } });
    },
    /** Stores how the work on a source ended; a run that can reach everything it needs resets the count of failures. */
    noteOutcome: async (
      id: SourceId,
      { failures, isComplete }: { failures: number; isComplete: boolean },
    ): Promise<void> => {
      const lastCompleteAt = isComplete ? await tx.$now() : undefined;
      await update(id, withoutUndefined({ failures, lastCompleteAt }));
    },
    /** Deletes the source with its runs and items; its documents stay. */
    delete: async (id: SourceId): Promise<void> => {
      await source.deleteMany({ where: { tenantId, id } });
    },
  };
};
