import type { ChatModel } from '../platform/models/model.js';
import { AppError } from '../shared/errors.js';
import { createFairTurns, type FairTurns, type Outside } from '../shared/fair-turns.js';
import type { TurnEvent } from './turn.js';

/** More turns at once would only be slower, because the work runs on one thread and the database answers a few queries at a time. */
const AT_ONCE = 4;
/** A tenant that has not asked for this long does not have to wait for its share. */
const RECENT_MS = 60_000;
/** A slow database takes time, but not processor time. */
const MAX_REST_MS = 100;
const MAX_WAITING = 512;
const MAX_WAIT_MS = 10_000;

/**
 * How a process shares its time between chat turns of all tenants; a turn that waits for a model, a tool or its reader does not use its
 * share.
 */
export const createTurnShares = (): FairTurns =>
  createFairTurns({
    atOnce: AT_ONCE,
    keepsLast: true,
    recentMs: RECENT_MS,
    maxRestMs: MAX_REST_MS,
    queue: { maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, refusal },
  });

/** Returns the same model, but waiting for it does not use the turn's share. */
export const askOutside = (chat: ChatModel, outside: Outside): ChatModel => ({
  ...chat,
  complete: (request, options) => outside(() => chat.complete(request, options)),
});

type Emit = (event: TurnEvent) => void | Promise<void>;

/** Returns the same reader, but waiting for it does not use the turn's share. */
export const tellOutside =
  (emit: Emit, outside: Outside): Emit =>
  (event) =>
    event.type === 'delta' ? outside(async () => emit(event)) : emit(event);

const refusal = (limit: string): AppError =>
  new AppError('too_many_parallel_chats', `Too many questions at once: ${limit}.`, {
    retryAfterSec: 1,
  });
