import type { NoteActing } from '../http/index.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { NewEntry } from './audit.js';
import type { Database } from './database.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  logger: Pick<Logger, 'warn'>;
  windowMs?: number;
};

export type CountedAudit = ReturnType<typeof createCountedAudit>;

type Open = { tenantId: TenantId; entry: NewEntry; count: number; timer: NodeJS.Timeout };

const WINDOW_MS = 60_000;
/** Beyond this many different entries, the oldest is written early. */
const MAX_OPEN = 10_000;

/**
 * Audit entries for events that may come in floods: the first of a kind is written at once, all others within a minute as one entry with
 * their count. Nobody waits for it.
 */
export const createCountedAudit = ({ database, logger, windowMs = WINDOW_MS }: Deps) => {
  const open = new Map<string, Open>();
  const writing = new Set<Promise<void>>();

  const write = (tenantId: TenantId, entry: NewEntry): void => {
    const work = database
      .withScope(makeSystemScope(tenantId), (tx) => tx.audit.append(entry))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'Could not write an audit entry');
      });
    writing.add(work);
    void work.finally(() => writing.delete(work));
  };
  const begin = (key: string, { tenantId, entry }: Pick<Open, 'tenantId' | 'entry'>): void => {
    const timer = setTimeout(() => {
      if (end(key)) begin(key, { tenantId, entry });
    }, windowMs);
    timer.unref();
    open.set(key, { tenantId, entry, count: 0, timer });
  };
  /** Writes what was counted; false if there was nothing. */
  const end = (key: string): boolean => {
    const ended = open.get(key);
    if (ended === undefined) return false;
    open.delete(key);
    clearTimeout(ended.timer);
    const { tenantId, entry, count } = ended;
    if (count > 0) write(tenantId, { ...entry, count });
    return count > 0;
  };

  return {
    note: (tenantId: TenantId, entry: NewEntry): void => {
      const key = JSON.stringify([tenantId, entry]);
      const known = open.get(key);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      const [oldest] = open.keys();
      if (open.size >= MAX_OPEN && oldest !== undefined) end(oldest);
      begin(key, { tenantId, entry });
      write(tenantId, entry);
    },
    /** Writes everything counted so far, before the process ends. */
    flush: async (): Promise<void> => {
      for (const key of [...open.keys()]) end(key);
      await Promise.all(writing);
    },
  };
};

/** Records that a key acts for someone: its holder as the actor, the user as the subject. */
export const createNoteActing =
  ({ note }: Pick<CountedAudit, 'note'>): NoteActing =>
  ({ tenantId, apiKeyId, holderId, userId }) => {
    const acting = { actorId: holderId, action: 'user.act_for', subjectId: userId } as const;
    note(tenantId, { ...acting, askedByKeyId: apiKeyId });
  };
