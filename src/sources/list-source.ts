import { SourcePath } from '../documents/index.js';
import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { SourceFailed, type Listed, type ListedItem, type OpenSource } from './kind.js';
import type { Finding, RunRecord, SourceRecord } from './schema.js';
import { visibilityOf } from './visibility.js';

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
  opened: Pick<OpenSource, 'list'>;
  signal: AbortSignal;
};

/**
 * Notes all that the source has, piece by piece; rejects where the listing does not reach its end, and nothing of it then counts as gone.
 * A run that was interrupted lists anew.
 */
export const createListSource =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async ({ scope, source, run, opened, signal }: Listing): Promise<void> => {
    let listed = 0;
    const findings: Finding[] = [];
    const note = async (items: readonly ListedItem[], isEnded: boolean): Promise<void> => {
      const seen = items.map((item) => ({ ...item, visibility: visibilityOf(source, item.path) }));
      await database.withScope(scope, async (tx) => {
        await tx.sources.see(source.id, run.id, seen);
        const isOpen = await tx.sources.noteListing(run.id, { listed, findings, isEnded });
        if (!isOpen) throw new RunStopped();
        if (isEnded) await tx.sources.markPending(source.id, run.id);
      });
    };
    for await (const piece of opened.list(signal)) {
      signal.throwIfAborted();
      const { items, refused } = sortOut(piece);
      listed += items.length;
      findings.push(...[...piece.findings, ...refused].slice(0, MAX_FINDINGS - findings.length));
      if (listed > MAX_ITEMS) {
        throw new SourceFailed('too_many_items', `A source has at most ${MAX_ITEMS} items.`);
      }
      await note(items, false);
    }
    signal.throwIfAborted();
    await note([], true);
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
