import { readdirSync, readFileSync } from 'node:fs';

/** A process or thread at one moment. */
type Look = {
  atMs: number;
  /** Processor time that it has had until now. */
  cpuMs: number;
  /** It wants to go on and does not get to: it waits for a processor or a disk, or was stopped. */
  isHeldUp: boolean;
};

type Watched = {
  look: () => Look;
  limitMs: number;
  /** So many times the limit may pass on the clock until what has not had its own time counts as starved. */
  starvationFactor: number;
  /** False while it waits for something that we still owe it, such as the bytes of its file. */
  isFed?: () => boolean;
};

/** An hour of a busy machine must not count as minutes of the file's, nor a standstill for ever as none of them. */
export const STARVATION_FACTOR = 10;

/**
 * Calls back once when the limit is reached, in the watched one's own time, or when it was starved of that. Returns what ends the
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
/** The kernel counts processor time in steps of ten. */
const SHORTEST_STEP_MS = 20;

/**
 * Adds up own time from looks: the processor time of one that is held up, and all time of one that sleeps, for it might as well have
 * worked. A look that comes late says that this process stood still, so the sleep until then counts as one step.
 */
export const createOwnClock = (first: Look, stepMs: number) => {
  let last = first;
  let ownMs = 0;
  return {
    count: (now: Look): number => {
      const passedMs = now.atMs - last.atMs;
      // Several of its threads may have worked at once.
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
  // The state of a process is that of its first thread, which may wait for others of its own.
  return process.isHeldUp ? process : { ...process, isHeldUp: hasThreadHeldUp(folder) };
};

/** A thread of this process, by the number that the system has for it; one whose number is not known never seems to be held up. */
export const lookAtThread = (id: number | null): Look =>
  id === null
    ? { atMs: performance.now(), cpuMs: 0, isHeldUp: false }
    : toLook(read(`/proc/self/task/${id}/stat`));

/** Processor time by /proc since the process began. Where there is none, the time since then: as if it had never waited. */
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

/** The kernel counts hundredths of a second for whoever asks, whatever its own clock. */
const TICK_MS = 10;
/** In the part after the name, which may hold anything: the state, and ticks of its own and of the kernel for it. */
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
