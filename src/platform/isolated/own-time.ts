import { readdirSync, readFileSync } from 'node:fs';

/** The state of a process or thread at one moment. */
type Look = {
  atMs: number;
  /** Processor time used so far. */
  cpuMs: number;
  /** It is ready to run but cannot: it waits for a processor or a disk, or was stopped. */
  isHeldUp: boolean;
};

type Watched = {
  look: () => Look;
  limitMs: number;
  /** Something counts as starved once this multiple of its limit has passed on the clock without it getting its own time. */
  starvationFactor: number;
  /** False while it waits for input that we still owe it, such as the bytes of its file. */
  isFed?: () => boolean;
};

/** An hour on a busy machine must not count as a few minutes of work, and a process at a standstill must not run forever. */
export const STARVATION_FACTOR = 10;

/**
 * Calls back once when the limit is reached in the watched process's own time, or when it was starved. Returns a function that stops
 * watching.
 */
export const watchOwnTime = (
  { look, limitMs, starvationFactor, isFed = () => true }: Watched,
  onOver: (end: { wasStarved: boolean }) => void,
): (() => void) => {
  const first = look();
  const everyMs = Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, limitMs / STEPS));
  const clock = createOwnClock(first, everyMs);
  const timer = setInterval(() => {
    const seen = look();
    const ownMs = clock.count({ ...seen, isHeldUp: seen.isHeldUp || !isFed() });
    const wasStarved = seen.atMs - first.atMs >= limitMs * starvationFactor;
    if (ownMs < limitMs && !wasStarved) return;
    clearInterval(timer);
    onOver({ wasStarved: ownMs < limitMs });
  }, everyMs);
  return () => {
    clearInterval(timer);
  };
};

const STEPS = 10;
const LONGEST_STEP_MS = 100;
/** The kernel counts processor time in steps of ten milliseconds. */
const SHORTEST_STEP_MS = 20;

/**
 * Adds up own time from samples: processor time while held up, and all time while asleep, because it could have worked then. A late sample
 * means that this process itself was stalled, so the sleep before it counts as one step only.
 */
export const createOwnClock = (first: Look, stepMs: number) => {
  let last = first;
  let ownMs = 0;
  return {
    count: (now: Look): number => {
      const passedMs = now.atMs - last.atMs;
      // Several of its threads may have run at the same time.
      const usedMs = Math.min(passedMs, now.cpuMs - last.cpuMs);
      ownMs += now.isHeldUp ? usedMs : Math.max(usedMs, Math.min(passedMs, stepMs));
      last = now;
      return ownMs;
    },
  };
};

export const lookAtProcess = (pid: number | undefined): Look => {
  const folder = `/proc/${pid ?? 'none'}`;
  const process = toLook(read(`${folder}/stat`));
  // The state of a process is that of its first thread, which may be waiting for its other threads.
  return process.isHeldUp ? process : { ...process, isHeldUp: hasThreadHeldUp(folder) };
};

/** A thread of this process by its system id; a thread with an unknown id never seems held up. */
export const lookAtThread = (id: number | null): Look =>
  id === null
    ? { atMs: performance.now(), cpuMs: 0, isHeldUp: false }
    : toLook(read(`/proc/self/task/${id}/stat`));

/** Processor time since the process began, from /proc. Without /proc, the time on the clock since then. */
export const cpuTimeMs = (pid: number | undefined): number => lookAtProcess(pid).cpuMs;

const hasThreadHeldUp = (folder: string): boolean => {
  try {
    return readdirSync(`${folder}/task`).some(
      (thread) => toLook(read(`${folder}/task/${thread}/stat`)).isHeldUp,
    );
  } catch {
    // It has ended.
    return false;
  }
};

/** The kernel reports hundredths of a second, whatever its own clock rate. */
const TICK_MS = 10;
/** Positions after the name (which may contain anything): the state, and the process's ticks in user and kernel mode. */
const STATE_AT = 0;
const TICKS_AT = [11, 12];
/** Runnable, in the kernel for a disk, or stopped. */
const HELD_UP: ReadonlySet<string | undefined> = new Set(['R', 'D', 'T', 't']);

const toLook = (stat: string): Look => {
  const atMs = performance.now();
  if (stat === '') return { atMs, cpuMs: atMs, isHeldUp: false };
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuMs = TICKS_AT.reduce((sum, index) => sum + Number(fields[index] ?? 0) * TICK_MS, 0);
  return { atMs, cpuMs, isHeldUp: HELD_UP.has(fields[STATE_AT]) };
};

const read = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};
