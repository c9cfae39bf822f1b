import { SourcePath } from '../../documents/index.js';
import type { SystemScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import {
  SourceFailed,
  type Listed,
  type ListedGroup,
  type ListedItem,
  type OpenSource,
} from '../kind.js';
import type { Finding, RunRecord, SourceRecord } from '../schema.js';
import { readersOf, toPrincipal } from '../readers/visibility.js';

/** An administrator paused the source during the run. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** The most items that one run compares. */
const MAX_ITEMS = 500_000;
const MAX_FINDINGS = 100;

type Listing = {
  scope: SystemScope;
  source: SourceRecord;
  run: RunRecord;
  opened: Pick<OpenSource, 'list' | 'groups'>;
  signal: AbortSignal;
};

/**
 * Notes all that the source has, piece by piece; rejects where the listing does not reach its end, and nothing of it then counts as gone.
 * A run that was interrupted lists anew.
 */
export const createListSource =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (listing: Listing): Promise<void> => {
    const { scope, source, run, opened, signal } = listing;
    let listed = 0;
    const findings: Finding[] = [];
    const add = (more: readonly Finding[]): void => {
      findings.push(...more.slice(0, MAX_FINDINGS - findings.length));
    };
    const note = async (items: readonly ListedItem[], isEnded: boolean): Promise<void> => {
      const seen = items.map((item) => ({ item, readers: readersOf(source, item) }));
      add(seen.filter(({ item }) => item.readers === null).map(({ item }) => toUnreadable(item)));
      await database.withScope(scope, async (tx) => {
        await tx.sources.keepReaders(seen.flatMap(({ readers }) => readers.set ?? []));
        const rows = seen.map(({ item, readers }) => ({ ...item, visibility: readers.audience }));
        await tx.sources.see(source.id, run.id, rows);
        const isOpen = await tx.sources.noteListing(run.id, { listed, findings, isEnded });
        if (!isOpen) throw new RunStopped();
        if (isEnded) await tx.sources.markPending(source.id, run.id);
      });
    };
    for await (const piece of opened.list(signal)) {
      signal.throwIfAborted();
      const { items, refused } = sortOut(piece);
      listed += items.length;
      add([...piece.findings, ...refused]);
      if (listed > MAX_ITEMS) {
        throw new SourceFailed('too_many_items', `A source has at most ${MAX_ITEMS} items.`);
      }
      await note(items, false);
    }
    signal.throwIfAborted();
    await listGroups(database, listing, add);
    await note([], true);
  };

const toUnreadable = ({ path }: ListedItem): Finding => ({
  path: path.slice(0, SHOWN_CHARS),
  reason: 'rights_unreadable',
});

/** Notes who is in the groups that the source keeps, a piece at a time; whoever is no longer listed is no longer in them. */
const listGroups = async (
  database: Pick<Database, 'withScope'>,
  { scope, source, run, opened, signal }: Listing,
  add: (findings: readonly Finding[]) => void,
): Promise<void> => {
  if (opened.groups !== undefined) {
    for await (const group of opened.groups(signal)) {
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
  // A group in a group is for the kind to work out.
  const people = (members ?? []).filter((member) => !member.startsWith('member-of:'));
  return [...new Set(people.flatMap((one) => toPrincipal(sourceId, one) ?? []))].map((member) => ({
    principal,
    member,
  }));
};

/** Normalises paths; files whose path a document cannot have become findings. */
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
