import { createHash } from 'node:crypto';
import { SourcePath } from '../../documents/index.js';
import type { SystemScope } from '../../shared/scope.js';
import type { Database, ScopedRepositories } from '../database.js';
import {
  CursorLost,
  SourceFailed,
  type Listed,
  type ListedGroup,
  type ListedItem,
  type OpenSource,
} from '../kind.js';
import type { ListingEnd } from './runs-repository.js';
import type { Finding, RunRecord, SourceRecord } from '../schema.js';
import { readersOf, toPrincipal } from '../readers/visibility.js';

/** An administrator paused the source during the run. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** The maximum number of items that one run compares. */
const MAX_ITEMS = 500_000;
const MAX_FINDINGS = 100;

type Listing = {
  scope: SystemScope;
  source: SourceRecord;
  run: RunRecord;
  opened: Pick<OpenSource, 'list' | 'changes' | 'groups'>;
  signal: AbortSignal;
};

type Deps = { database: Pick<Database, 'withScope'> };

/**
 * Stores everything that the source has or, if the kind lists changes, what has changed since the last run that applied everything. Rejects
 * if the listing does not reach its end; then no item counts as gone. An interrupted run lists again from the start.
 */
export const createListSource =
  ({ database }: Deps) =>
  async (listing: Listing): Promise<RunRecord> => {
    const { scope, source, run, signal } = listing;
    const notes = createNotes(database, listing);
    const { basis, kept } = await database.withScope(scope, async (tx) => ({
      basis: await toBasis(tx, source),
      kept: await tx.sources.cursor(source.id),
    }));
    const since = kept === null ? null : fromKept(basis, kept);
    const end = (await listChanges({ ...listing, notes, since })) ?? {
      isPartial: false,
      cursor: await listAll({ ...listing, notes }),
    };
    signal.throwIfAborted();
    await listGroups(database, listing, notes.add);
    const cursor = end.cursor === null ? null : toKept(basis, end.cursor);
    await notes.end({ ...end, cursor });
    return { ...run, isPartial: end.isPartial };
  };

type Noted = Pick<Listing, 'opened' | 'signal'> & { notes: ReturnType<typeof createNotes> };

/** Stores the pieces of a listing as they arrive. */
const createNotes = (database: Deps['database'], { scope, source, run, signal }: Listing) => {
  let listed = 0;
  const findings: Finding[] = [];
  const add = (more: readonly Finding[]): void => {
    findings.push(...more.slice(0, MAX_FINDINGS - findings.length));
  };
  const note = (
    { items, gone }: { items: readonly ListedItem[]; gone: readonly string[] },
    end: ListingEnd | null,
  ): Promise<void> => {
    const seen = items.map((item) => ({ item, readers: readersOf(source, item) }));
    add(seen.filter(({ item }) => item.readers === null).map(({ item }) => toUnreadable(item)));
    return database.withScope(scope, async (tx) => {
      await tx.sources.keepReaders(seen.flatMap(({ readers }) => readers.set ?? []));
      const rows = seen.map(({ item, readers }) => ({ ...item, visibility: readers.audience }));
      await tx.sources.seeGone(source.id, gone);
      await tx.sources.see(source.id, run.id, rows);
      const isOpen = await tx.sources.noteListing(run.id, { listed, findings, end });
      if (!isOpen) throw new RunStopped();
      if (end !== null) await tx.sources.markPending(source.id, { ...run, ...end });
    });
  };
  return {
    add,
    piece: async (piece: Listed): Promise<void> => {
      signal.throwIfAborted();
      const { items, refused } = sortOut(piece);
      listed += items.length;
      add([...piece.findings, ...refused]);
      if (listed > MAX_ITEMS) {
        throw new SourceFailed('too_many_items', `A source has at most ${MAX_ITEMS} items.`);
      }
      await note({ items, gone: piece.gone ?? [] }, null);
    },
    end: (end: ListingEnd): Promise<void> => note({ items: [], gone: [] }, end),
    /** Discards what this run has listed so far, even if that was before an interruption. */
    beginAnew: async (): Promise<void> => {
      if (listed + run.listed === 0) return;
      listed = 0;
      await database.withScope(scope, (tx) => tx.sources.unsee(source.id, run.id));
    },
  };
};

/** Null if there is no cursor for a listing of changes, or if the cursor is lost: then everything has to be listed. */
const listChanges = async ({
  opened,
  signal,
  notes,
  since,
}: Noted & { since: string | null }): Promise<ListingEnd | null> => {
  if (since === null || opened.changes === undefined) return null;
  let cursor = since;
  try {
    for await (const piece of opened.changes(since, signal)) {
      await notes.piece(piece);
      cursor = piece.cursor ?? cursor;
    }
    return { isPartial: true, cursor };
  } catch (error) {
    if (!(error instanceof CursorLost)) throw error;
    return null;
  }
};

const listAll = async ({ opened, signal, notes }: Noted): Promise<string | null> => {
  await notes.beginAnew();
  let cursor: string | null = null;
  for await (const piece of opened.list(signal)) {
    await notes.piece(piece);
    cursor = piece.cursor ?? cursor;
  }
  return cursor;
};

/**
 * Identifies everything besides the files that decides what a listing stores. After a change of rules, settings or credentials, unchanged
 * files have to be stored again as well.
 */
const toBasis = async (
  tx: Pick<ScopedRepositories, 'sources'>,
  { id, settings, visibility, rules }: SourceRecord,
): Promise<string> => {
  const credentials = await tx.sources.credentials(id);
  const text = JSON.stringify([settings, visibility, rules]);
  return createHash('sha256')
    .update(text)
    .update(credentials ?? '')
    .digest('base64url');
};

/** The maximum length of a stored cursor. Without a cursor, everything is listed. */
const MAX_CURSOR_CHARS = 20_000;

const toKept = (basis: string, cursor: string): string | null =>
  cursor.length > MAX_CURSOR_CHARS ? null : `${basis} ${cursor}`;

const fromKept = (basis: string, kept: string): string | null =>
  kept.startsWith(`${basis} `) ? kept.slice(basis.length + 1) : null;

const toUnreadable = ({ path }: ListedItem): Finding => ({
  path: path.slice(0, SHOWN_CHARS),
  reason: 'rights_unreadable',
});

/** Stores the members of the source's groups, a piece at a time; people who are no longer listed are no longer members. */
const listGroups = async (
  database: Deps['database'],
  { scope, source, run, opened, signal }: Listing,
  add: (findings: readonly Finding[]) => void,
): Promise<void> => {
  if (opened.groups !== undefined) {
    const named = await database.withScope(scope, (tx) => tx.sources.ownGroups(source.id));
    for await (const group of opened.groups(named, signal)) {
      signal.throwIfAborted();
      if (group.members === null) add([{ path: group.id, reason: 'group_unreadable' }]);
      const members = toMembers(source, group);
      await database.withScope(scope, (tx) => tx.sources.keepMembers(source.id, run.id, members));
    }
  }
  await database.withScope(scope, (tx) => tx.sources.forgetMembers(source.id, run.id));
};

const toMembers = ({ id: sourceId }: SourceRecord, { id, members }: ListedGroup) => {
  const principal = toPrincipal(sourceId, `member-of:${id}`);
  if (principal === null) return [];
  // Groups inside groups have to be resolved by the kind of source.
  const people = (members ?? []).filter((member) => !member.startsWith('member-of:'));
  return [...new Set(people.flatMap((one) => toPrincipal(sourceId, one) ?? []))].map((member) => ({
    principal,
    member,
  }));
};

/** Normalises paths; files whose path is not allowed for a document become findings. */
const sortOut = ({ items }: Listed): { items: ListedItem[]; refused: Finding[] } => {
  const refused: Finding[] = [];
  const named = items.flatMap((item) => {
    const path = SourcePath.safeParse(item.path);
    if (path.success) return [{ ...item, path: path.data }];
    refused.push({ path: item.path.slice(0, SHOWN_CHARS), reason: 'path_refused' });
    return [];
  });
  return { items: named, refused };
};

const SHOWN_CHARS = 500;
