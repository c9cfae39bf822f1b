import { onAbort } from './async.js';
import type { AppError } from './errors.js';
import { describeLimit, type LimitNames, type TurnLimit } from './turn-limit.js';

type Options = {
  /** The maximum number of turns for all tenants together. */
  atOnce: number;
  /**
   * The maximum number of turns of one tenant, even if nobody else wants any; the last turn is then reserved for a tenant that has none. If
   * absent, a tenant gets more than half only while nobody else wants any.
   */
  perTenant?: number;
  /** The maximum number of turns of one tenant while others want some; if absent, half of all. */
  besideOthers?: number;
  /** Reserves the last turn for a tenant that has none, even if nobody else wants any; always so if tenants have a fixed share. */
  keepsLast?: boolean;
  /** How long after its turn a tenant still counts as wanting one, which limits others to half. */
  recentMs?: number;
  /** While others want turns, a tenant rests after each of its turns for twice its duration: at most this, and at least `minRestMs`. */
  maxRestMs?: number;
  minRestMs?: number;
  /** Without a queue, any number may wait, without a time limit. */
  queue?: Queue;
};

type Queue = {
  /** At most half of them belong to one tenant, and half of those to one user. */
  maxWaiting: number;
  /** A tenant with nothing waiting may always wait, however many others do. */
  keepsPlaces?: boolean;
  maxWaitMs?: number;
  /** Lets a refusal name the limits. */
  names?: LimitNames;
  /** The error if no turn is available: too many are already waiting, or the wait took too long. `limit` names whose limit it is and its value. */
  refusal: (limit: string) => AppError;
};

export type TurnOwner = {
  tenantId: string;
  /** Turns of a tenant are shared between its users. */
  userId?: string;
  /** There is no other tenant for whom turns would have to be reserved. */
  isOnlyTenant?: boolean;
  /** Continues admitted work: it waits like others, but is not refused because many are waiting. */
  isAdmitted?: boolean;
  /** Its queue is limited elsewhere: it is not refused because many are waiting, and does not count as waiting. */
  isPatient?: boolean;
  /** Called when the wait is over. */
  onTurn?: (() => void) | undefined;
};

/** Runs work without the turn, which is given up and taken again afterwards, so that waiting for others occupies no turn. */
export type Outside = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Turn = Required<Omit<TurnOwner, 'onTurn' | 'isAdmitted'>>;
export type FairTurns = ReturnType<typeof createFairTurns>;

type Waiting = { turn: Turn; begin: () => void };

/**
 * Limits concurrent work over all tenants. The next turn goes to whoever has the fewest now and had one longest ago, first among tenants
 * and then among the users of one, so that a long queue of one does not delay others.
 */
export const createFairTurns = (options: Options) => {
  const { queue } = options;
  const line = createLine(options);
  const begin = async (owner: TurnOwner, signal: AbortSignal) => {
    signal.throwIfAborted();
    const { isAdmitted = false, onTurn } = owner;
    const turn = toTurn(owner);
    const full = queue && !isAdmitted && line.fullFor(turn, queue);
    if (full) throw refuse(queue, full);
    await line.untilBegun(turn, signal, queue);
    onTurn?.();
    return createHeldTurn({
      end: (tookMs) => {
        line.end(turn, tookMs);
      },
      // A turn that has begun is never refused.
      again: () => line.untilBegun(turn, signal),
    });
  };
  return {
    /** How many are waiting now. */
    waiting: line.waiting,
    /** Waits for a turn, which ends when the returned function is called. Rejects like `run`. */
    take: async (owner: TurnOwner, signal: AbortSignal): Promise<() => void> =>
      (await begin(owner, signal)).end,
    /** Runs work in its turn. Rejects with the refusal if too many are waiting or the wait takes too long, or with the signal's reason. */
    run: async <Result>(
      owner: TurnOwner,
      signal: AbortSignal,
      work: (outside: Outside) => Promise<Result>,
    ): Promise<Result> => {
      const held = await begin(owner, signal);
      try {
        return await work(held.outside);
      } finally {
        held.end();
      }
    },
  };
};

const toTurn = (owner: TurnOwner): Turn => {
  const { tenantId, userId = '', isOnlyTenant = false, isPatient = false } = owner;
  return { tenantId, userId, isOnlyTenant, isPatient };
};

/** Tracks who has a turn and who waits for one. */
const createLine = (places: Options) => {
  const running: Turn[] = [];
  const waiting: Waiting[] = [];
  const lastBegun = createLastBegun();
  const recent = createRecent(places.recentMs ?? 0);
  const resting = createResting(places);
  const turns = { running, waiting, recent, resting };
  const { hasRoom, hasToRest, limitOf } = createPlaces(places, turns);

  const beginNext = (): void => {
    if (running.length >= places.atOnce) return;
    const able = firstOfEach(waiting).filter(({ turn }) => hasRoom(turn));
    const rankOf = ({ turn }: Waiting): number[] => toRank(turn, running, lastBegun);
    const [next] = able.toSorted((one, other) => compare(rankOf(one), rankOf(other)));
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.turn);
    lastBegun.note(next.turn);
    next.begin();
    beginNext();
  };
  const forget = (): void => {
    lastBegun.keepOnly([...running, ...waiting.map(({ turn }) => turn)]);
  };
  return {
    waiting: () => waiting.length,
    /** The limit that keeps it from waiting; undefined if it may wait. */
    fullFor: (turn: Turn, queue: Queue): TurnLimit | undefined =>
      hasRoom(turn) || turn.isPatient ? undefined : findFull(queue, waiting, turn),
    untilBegun: (turn: Turn, signal: AbortSignal, limit?: Queue): Promise<void> =>
      new Promise((begin, reject) => {
        // Nobody would end a turn that begins for a caller who has left.
        signal.throwIfAborted();
        const place: Waiting = { turn, begin };
        const late = limit && { ...limit, toError: () => refuse(limit, limitOf(turn)) };
        const stopWaiting = whenTooLate(late, signal, (reason) => {
          waiting.splice(waiting.indexOf(place), 1);
          forget();
          reject(reason);
        });
        place.begin = () => {
          stopWaiting();
          begin();
        };
        waiting.push(place);
        beginNext();
      }),
    end: (turn: Turn, tookMs: number): void => {
      running.splice(running.indexOf(turn), 1);
      if (hasToRest(turn)) resting.begin(turn.tenantId, { tookMs, whenOver: beginNext });
      recent.note(turn.tenantId);
      forget();
      beginNext();
    },
  };
};

type Held = { end: (tookMs: number) => void; again: () => Promise<void> };

/** A turn that has begun. It is given up while anything runs outside it, and permanently at its end. */
const createHeldTurn = ({ end, again }: Held) => {
  let begunAtMs: number | null = performance.now();
  let outside = 0;
  let isOver = false;
  const giveUp = (): void => {
    if (begunAtMs === null) return;
    const tookMs = performance.now() - begunAtMs;
    begunAtMs = null;
    end(tookMs);
  };
  const comeBack = async (): Promise<void> => {
    await again();
    begunAtMs = performance.now();
    // The caller did not wait for it, so work that has ended does not need a turn.
    if (isOver) giveUp();
  };
  return {
    outside: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      outside += 1;
      giveUp();
      try {
        return await work();
      } finally {
        outside -= 1;
        if (outside === 0 && !isOver) await comeBack();
      }
    },
    end: (): void => {
      isOver = true;
      giveUp();
    },
  };
};

type Turns = {
  running: readonly Turn[];
  waiting: readonly Waiting[];
  recent: ReturnType<typeof createRecent>;
  resting: ReturnType<typeof createResting>;
};

const createPlaces = (options: Omit<Options, 'queue'>, turns: Turns) => {
  const { atOnce, perTenant, keepsLast = perTenant !== undefined } = options;
  const share = perTenant ?? Math.min(options.besideOthers ?? atOnce, halfOf(atOnce));
  const { running, waiting, recent, resting } = turns;
  const isAlone = ({ tenantId, isOnlyTenant }: Turn): boolean =>
    isOnlyTenant ||
    (perTenant === undefined &&
      recent.isNoOther(tenantId) &&
      [...running, ...waiting.map(({ turn }) => turn)].every((turn) => turn.tenantId === tenantId));
  const hasRoom = (turn: Turn): boolean => {
    if (running.length >= atOnce || resting.has(turn.tenantId)) return false;
    const own = running.filter(({ tenantId }) => tenantId === turn.tenantId).length;
    if (own === 0 || turn.isOnlyTenant) return true;
    if (keepsLast && running.length === atOnce - 1) return false;
    return isAlone(turn) || own < share;
  };
  return {
    hasRoom,
    /** The limit of concurrent turns that it has waited for. */
    limitOf: (turn: Turn): TurnLimit => {
      const allowed = isAlone(turn) ? atOnce : share;
      const most = keepsLast && !turn.isOnlyTenant ? Math.min(allowed, atOnce - 1) : allowed;
      const own = running.filter(({ tenantId }) => tenantId === turn.tenantId).length;
      const isOwn = most > 0 && most < atOnce && own >= most;
      return isOwn
        ? { kind: 'at once', whose: 'tenant', most, whole: atOnce }
        : { kind: 'at once', whose: 'process', most: atOnce, whole: atOnce };
    },
    hasToRest: (turn: Turn): boolean =>
      waiting.some((other) => other.turn.tenantId === turn.tenantId) && !isAlone(turn),
  };
};

const refuse = ({ names = {}, maxWaitMs, refusal }: Queue, limit: TurnLimit): AppError =>
  refusal(describeLimit(limit, { names, maxWaitMs }));

const findFull = (
  { maxWaiting, keepsPlaces = false }: Queue,
  line: readonly Waiting[],
  { tenantId, userId }: Turn,
): TurnLimit | undefined => {
  const waiting = line.filter(({ turn }) => !turn.isPatient);
  const ofTenant = waiting.filter(({ turn }) => turn.tenantId === tenantId);
  const ofUser = ofTenant.filter(({ turn }) => turn.userId === userId);
  const [half, quarter] = [halfOf(maxWaiting), halfOf(halfOf(maxWaiting))];
  const limit = { kind: 'waiting', whole: maxWaiting } as const;
  if (userId !== '' && ofUser.length >= quarter) {
    return { ...limit, whose: 'user', userId, most: quarter };
  }
  if (ofTenant.length >= half) return { ...limit, whose: 'tenant', most: half };
  if (keepsPlaces && ofTenant.length === 0) return undefined;
  if (waiting.length >= maxWaiting) return { ...limit, whose: 'process', most: maxWaiting };
  return undefined;
};

const halfOf = (places: number): number => Math.max(1, Math.floor(places / 2));

/** Calls `giveUp` when the signal aborts or the maximum wait is over. Returns a function that stops this. */
const whenTooLate = (
  late: { maxWaitMs?: number; toError: () => Error } | undefined,
  signal: AbortSignal,
  giveUp: (reason: Error) => void,
): (() => void) => {
  const refuseLate = (): void => {
    ignore();
    if (late) giveUp(late.toError());
  };
  const timer = late?.maxWaitMs === undefined ? undefined : setTimeout(refuseLate, late.maxWaitMs);
  const ignore = onAbort(signal, () => {
    clearTimeout(timer);
    giveUp(signal.reason as Error);
  });
  return () => {
    clearTimeout(timer);
    ignore();
  };
};

const userKeyOf = ({ tenantId, userId }: Turn): string => `${tenantId}/${userId}`;

/** Fewest turns in progress, then longest without one: of the tenant, then of the user. */
const toRank = (
  turn: Turn,
  running: readonly Turn[],
  lastBegun: ReturnType<typeof createLastBegun>,
): number[] => {
  const ofTenant = running.filter(({ tenantId }) => tenantId === turn.tenantId);
  const ofUser = ofTenant.filter(({ userId }) => userId === turn.userId);
  return [
    ofTenant.length,
    lastBegun.of(turn.tenantId),
    ofUser.length,
    lastBegun.of(userKeyOf(turn)),
  ];
};

/** Later entries of the same user come after the first, so only the first of each must be compared. */
const firstOfEach = (waiting: readonly Waiting[]): Waiting[] => {
  const first = new Map<string, Waiting>();
  for (const place of waiting) {
    const key = userKeyOf(place.turn);
    if (!first.has(key)) first.set(key, place);
  }
  return [...first.values()];
};

const compare = (one: readonly number[], other: readonly number[]): number => {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
};

/** The tenants that had a turn recently. */
const createRecent = (recentMs: number) => {
  const endedAtMs = new Map<string, number>();
  return {
    note: (tenantId: string): void => {
      const nowMs = performance.now();
      for (const [other, atMs] of endedAtMs) {
        if (nowMs - atMs < recentMs) break;
        endedAtMs.delete(other);
      }
      endedAtMs.delete(tenantId);
      if (recentMs > 0) endedAtMs.set(tenantId, nowMs);
    },
    isNoOther: (tenantId: string): boolean => {
      const since = performance.now() - recentMs;
      return [...endedAtMs].every(([other, atMs]) => other === tenantId || atMs < since);
    },
  };
};

/** A tenant gets a third of the time, because the work before and after turns costs about as much. */
const RESTS_PER_TURN = 2;

/** The tenants that are resting after their last turn. */
const createResting = ({
  maxRestMs = 0,
  minRestMs = 0,
}: Pick<Options, 'maxRestMs' | 'minRestMs'>) => {
  const untilMs = new Map<string, number>();
  return {
    has: (tenantId: string): boolean => untilMs.has(tenantId),
    begin: (tenantId: string, { tookMs, whenOver }: { tookMs: number; whenOver: () => void }) => {
      if (maxRestMs === 0) return;
      const restMs = Math.max(minRestMs, Math.min(RESTS_PER_TURN * tookMs, maxRestMs));
      const ownMs = performance.now() + restMs;
      untilMs.set(tenantId, Math.max(ownMs, untilMs.get(tenantId) ?? 0));
      const end = (): void => {
        // If several turns ended, the longest rest counts.
        if ((untilMs.get(tenantId) ?? 0) > ownMs) return;
        untilMs.delete(tenantId);
        whenOver();
      };
      setTimeout(end, restMs);
    },
  };
};

/** When each one's last turn began, as a count of turns; forgotten once it has none and wants none. */
const createLastBegun = () => {
  const begun = new Map<string, number>();
  let count = 0;
  return {
    note: (turn: Turn): void => {
      count += 1;
      begun.set(turn.tenantId, count).set(userKeyOf(turn), count);
    },
    of: (key: string): number => begun.get(key) ?? 0,
    keepOnly: (turns: readonly Turn[]): void => {
      const kept = new Set(turns.flatMap((turn) => [turn.tenantId, userKeyOf(turn)]));
      for (const key of begun.keys()) if (!kept.has(key)) begun.delete(key);
    },
  };
};
