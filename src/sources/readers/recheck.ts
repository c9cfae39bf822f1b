import { runWithin } from '../../shared/async.js';
import { createBoundedMap } from '../../shared/bounded-map.js';
import { makeOnce } from '../../shared/make-once.js';
import type { DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import type { SeenItem } from '../kind.js';
import type { OpenStored } from '../open-stored.js';
import type { SourceRecord } from '../schema.js';
import { readersOf, type ReaderSet } from './visibility.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  openStored: OpenStored;
  nowMs?: () => number;
  /** The time limit for all documents of one search. */
  budgetMs?: number;
};

/** The documents that must not be shown, and the number of those that are hidden only because their source did not answer in time. */
type Rechecked = { closed: ReadonlySet<DocumentId>; unanswered: number };

const BUDGET_MS = 300;
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

/** An item as its source describes it, or `unknown` if the source did not answer in time. */
type Answer = { seen: SeenItem | null } | 'unknown';

type Asked = {
  key: string;
  externalId: string;
  /** Opens the source, or returns the one already opened for another document of the search. */
  open: () => ReturnType<OpenStored>;
  signal: AbortSignal;
};

/**
 * Before passages are shown, asks the sources of the found documents for their current rights, if the sources are set up for that. A
 * document is left out if it no longer exists at its source, if this person may no longer read it there, or if no answer comes in time.
 * Each answer is cached for a minute. Group members are those that the last run of the source found.
 */
export const createRecheckReaders = (deps: Deps) => {
  const { database, openStored } = deps;
  const ask = createAsk(deps);
  return async (
    scope: UserScope,
    documentIds: readonly DocumentId[],
    signal: AbortSignal,
  ): Promise<Rechecked> => {
    const found = await database.withScope(scope, (tx) => tx.sources.rechecked(documentIds));
    const opened: ReturnType<OpenStored>[] = [];
    const open = makeOnce(
      (source: SourceRecord) => {
        const opening = openStored(scope, source);
        opened.push(opening);
        return opening;
      },
      ({ id }) => id,
    );
    const maySee = createMaySee(database, scope);
    const answers = await Promise.all(
      found.map(async ({ documentId, externalId, source }) => {
        const key = [scope.tenantId, source.id, externalId].join('/');
        const answer = await ask({ key, externalId, open: () => open(source), signal });
        if (answer === 'unknown') return { documentId, answer };
        const isOpen = answer.seen !== null && (await maySee(source, answer.seen));
        return { documentId, answer: isOpen ? 'open' : 'closed' };
      }),
    );
    void closeAll(opened);
    const closed = answers.filter(({ answer }) => answer !== 'open');
    const unanswered = answers.filter(({ answer }) => answer === 'unknown');
    return {
      closed: new Set(closed.map(({ documentId }) => documentId)),
      unanswered: unanswered.length,
    };
  };
};

/** Closing is not awaited, so that the search can continue. */
const closeAll = async (opened: readonly ReturnType<OpenStored>[]): Promise<void> => {
  for (const settled of await Promise.allSettled(opened)) {
    if (settled.status === 'rejected' || typeof settled.value === 'string') continue;
    await settled.value.close?.().catch(() => undefined);
  }
};

const createAsk = ({
  nowMs = () => performance.now(),
  budgetMs: limitMs = BUDGET_MS,
}: Pick<Deps, 'nowMs' | 'budgetMs'>) => {
  const kept = createBoundedMap<{ seen: SeenItem | null; untilMs: number }>(MAX_KEPT);
  return async ({ key, externalId, open, signal }: Asked): Promise<Answer> => {
    const known = kept.get(key);
    if (known !== undefined && known.untilMs > nowMs()) return known;
    const asked = await runWithin({ signal, limitMs }, async (limited) => {
      const opened = await open();
      // A source that cannot be opened, or whose kind has no `look`, gives no answer.
      if (typeof opened === 'string' || opened.look === undefined) return 'unknown';
      return { seen: await opened.look({ externalId }, limited) };
    });
    if (asked.kind !== 'done' || asked.result === 'unknown') return 'unknown';
    kept.set(key, { ...asked.result, untilMs: nowMs() + KEPT_MS });
    return asked.result;
  };
};

/** The owner of a source sees all of it; others see what its readers or its rules currently allow them. */
const createMaySee = (database: Deps['database'], scope: UserScope) => {
  const isOneOf = makeOnce(
    ({ principals }: ReaderSet) =>
      database.withScope(scope, (tx) => tx.principals.includes(principals)),
    ({ key }) => key,
  );
  return async (source: SourceRecord, seen: SeenItem): Promise<boolean> => {
    if (scope.userId === source.ownerId) return true;
    const { audience, set } = readersOf(source, seen);
    if (audience === 'tenant') return true;
    if (audience === 'private') return false;
    return set === null ? scope.groups.includes(audience.slice('group:'.length)) : isOneOf(set);
  };
};
