import { onAbort } from './async.js';
import type { AppError } from './errors.js';
import { describeLimit, type LimitNames, type TurnLimit } from './turn-limit.js';

type Options = {
  /** The most turns of all tenants together. */
  atOnce: number;
  /**
   * The most turns of one tenant, even while nobody else wants any; the last turn is then only for a tenant that has none. If absent, a
   * tenant has more than half only while nobody else wants any.
   */
  perTenant?: number;
  /** The most turns of one tenant while others want some; if absent, half of all. */
  besideOthers?: number;
  /** The last turn is only for a tenant that has none, also while nobody else wants any; always so where a tenant has a fixed share. */
  keepsLast?: boolean;
  /** In which a tenant that has had a turn counts as one that wants some, where others may not have more than half. */
  recentMs?: number;
  /** After a turn a tenant that wants more rests twice as long as that took, at most this and at least `minRestMs`, where others want some. */
  maxRestMs?: number;
  minRestMs?: number;
  /** Without one, as many wait as want to, and for ever. */
  queue?: Queue;
};

type Queue = {
  /** Half of them at most are one tenant's, and half of those one user's. */
  maxWaiting: number;
  /** A tenant that has nothing waiting may always wait, however many others do. */
  keepsPlaces?: boolean;
  maxWaitMs?: number;
  /** By which a refusal names the limits. */
  names?: LimitNames;
  /** Explains why somebody gets no turn: too many wait already, or it comes too late. The limit says whose it is, and its number. */
  refusal: (limit: string) => AppError;
};

export type TurnOwner = {
  tenantId: string;
  /** Turns of one tenant are shared out between its users. */
  userId?: string;
  /** There is no other tenant for whom turns would have to be kept. */
  isOnlyTenant?: boolean;
  /** Goes on with what was let in already: it waits as long as others, and is not refused because many wait. */
  isAdmitted?: boolean;
  /** Its queue is limited elsewhere: it is not refused because many wait, and does not count as waiting. */
  isPatient?: boolean;
  /** Called when the waiting is over. */
  onTurn?: (() => void) | undefined;
};

/** Runs work for which the turn is given up, and comes back when there is one again: waiting for others takes nobody's turn. */
export type Outside = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Turn = Required<Omit<TurnOwner, 'onTurn' | 'isAdmitted'>>;
export type FairTurns = ReturnType<typeof createFairTurns>;

type Waiting = { turn: Turn; begin: () => void };

/**
 * So many at once for all tenants together. Whose turn it is next is decided by who has the fewest now and had one least recently,
 * among tenants and then among the users of one: a long queue of somebody is in nobody else's way.
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
    /** How many wait now. */
    waiting: line.waiting,
    /** Waits for a turn, which ends when what comes back is called. Rejects as `run` does. */
    take: async (owner: TurnOwner, signal: AbortSignal): Promise<() => void> =>
      (await begin(owner, signal)).end,
    /** Runs work in its turn. Rejects with the refusal when too many wait already or it waits too long, or with the signal's reason. */
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
    /** The limit that keeps it from waiting; undefined where it may. */
    fullFor: (turn: Turn, queue: Queue): TurnLimit | undefined =>
      hasRoom(turn) || turn.isPatient ? undefined : findFull(queue, waiting, turn),
    untilBegun: (turn: Turn, signal: AbortSignal, limit?: Queue): Promise<void> =>
      new Promise((begin, reject) => {
        // Nobody would end a turn that begins for one who has gone already.
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

/** A turn that has begun. It is given up while anything is done outside of it, and once for all at its end. */
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
    // Nobody waited for it: what ended meanwhile has no use for a turn.
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
    /** The limit of turns at once that it has waited for. */
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

/** Calls `giveUp` when the signal fires or nobody may wait any longer. Returns what ends that. */
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

/** Fewest turns at work, then longest without one: of the tenant, then of the user. */
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

/** Whoever waits behind another of the same user comes after them, so that only the first of each need be compared. */
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

/** The tenants that have had a turn a short while ago. */
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

/** A third of the time is a tenant's, for turns are not all: what comes before and after them costs about as much. */
const RESTS_PER_TURN = 2;

/** The tenants that rest from their last turn. */
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
        // Of several turns that ended, the longest rest counts.
        if ((untilMs.get(tenantId) ?? 0) > ownMs) return;
        untilMs.delete(tenantId);
        whenOver();
      };
      setTimeout(end, restMs);
    },
  };
};

/** When whose last turn began, as a count of turns; forgotten of whoever has none and wants none. */
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
