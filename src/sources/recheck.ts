import { runWithin } from '../shared/async.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { SeenItem } from './kind.js';
import type { OpenStored } from './open-stored.js';
import type { SourceRecord } from './schema.js';
import { readersOf } from './visibility.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  openStored: OpenStored;
  nowMs?: () => number;
  /** The time that sources have for all documents of one search together. */
  budgetMs?: number;
};

/** The documents that must not be shown, and how many of them are left out because their source did not answer in time. */
type Rechecked = { closed: ReadonlySet<DocumentId>; unanswered: number };

const BUDGET_MS = 300;
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

/** What a source says of an item; `unknown`: nothing in time. */
type Answer = { seen: SeenItem | null } | 'unknown';

type Asked = { scope: UserScope; source: SourceRecord; externalId: string; signal: AbortSignal };

/**
 * Asks sources that want it for the documents that a search has found, before anybody is shown them: what is gone at the source, or is
 * closed to this person, is to be left out, and so is what no answer comes for. An answer counts for a minute. Groups that a source keeps
 * are as its last run found them.
 */
export const createRecheckReaders = (deps: Deps) => {
  const { database } = deps;
  const ask = createAsk(deps);
  return async (
    scope: UserScope,
    documentIds: readonly DocumentId[],
    signal: AbortSignal,
  ): Promise<Rechecked> => {
    const found = await database.withScope(scope, (tx) => tx.sources.rechecked(documentIds));
    const answers = await Promise.all(
      found.map(async ({ documentId, externalId, source }) => {
        const answer = await ask({ scope, source, externalId, signal });
        if (answer === 'unknown') return { documentId, answer };
        const isOpen = answer.seen !== null && (await maySee(deps, scope, [source, answer.seen]));
        return { documentId, answer: isOpen ? 'open' : 'closed' };
      }),
    );
    const closed = answers.filter(({ answer }) => answer !== 'open');
    const unanswered = answers.filter(({ answer }) => answer === 'unknown');
    return {
      closed: new Set(closed.map(({ documentId }) => documentId)),
      unanswered: unanswered.length,
    };
  };
};

const createAsk = ({
  openStored,
  nowMs = () => performance.now(),
  budgetMs: limitMs = BUDGET_MS,
}: Deps) => {
  const kept = createBoundedMap<{ seen: SeenItem | null; untilMs: number }>(MAX_KEPT);
  return async ({ scope, source, externalId, signal }: Asked): Promise<Answer> => {
    const key = [scope.tenantId, source.id, externalId].join('/');
    const known = kept.get(key);
    if (known !== undefined && known.untilMs > nowMs()) return known;
    const asked = await runWithin({ signal, limitMs }, async (limited) => {
      const opened = await openStored(scope, source);
      // A source that cannot be opened answers nothing, and neither does a kind that cannot be asked.
      if (typeof opened === 'string' || opened.look === undefined) return 'unknown';
      return { seen: await opened.look({ externalId }, limited) };
    });
    if (asked.kind !== 'done' || asked.result === 'unknown') return 'unknown';
    kept.set(key, { ...asked.result, untilMs: nowMs() + KEPT_MS });
    return asked.result;
  };
};

/** The owner of a source sees all of it, as ever; others see what its readers or its rules open to them now. */
const maySee = async (
  { database }: Pick<Deps, 'database'>,
  scope: UserScope,
  [source, seen]: [SourceRecord, SeenItem],
): Promise<boolean> => {
  if (scope.userId === source.ownerId) return true;
  const { audience, set } = readersOf(source, seen);
  if (audience === 'tenant') return true;
  if (audience === 'private') return false;
  if (set === null) return scope.groups.includes(audience.slice('group:'.length));
  return database.withScope(scope, (tx) => tx.principals.includes(set.principals));
};
