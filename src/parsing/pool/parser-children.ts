import { startParserProcess, type ParserProcessOptions } from './parser-process.js';

export type ParserChildrenOptions = ParserProcessOptions & {
  /** How many files are read at once. */
  size: number;
  /** A child is replaced after this many files, so that a leak in a parser cannot add up. */
  filesPerChild?: number;
  /** A child that is idle for this long ends, which frees its memory; default one minute. */
  idleMs?: number;
};

type ParserProcess = ReturnType<typeof startParserProcess>;
type Slot = { process: ParserProcess; tenantId: string; files: number };
type IdleSlot = Slot & { timer: NodeJS.Timeout };

const FILES_PER_CHILD = 1_000;
const IDLE_MS = 60_000;
/** A child that has read nothing is kept this many times longer: it saves the next tenant the wait. */
const SPARE_IDLE_TIMES = 10;
/** A child that uses more than this share of its memory limit after a file is not used for another one. */
const REUSE_BELOW_SHARE = 0.6;

/**
 * The children of a pool. Each belongs to the tenant whose document it read first, and ends with its first failure. While there are files
 * to read, one child that has read nothing is kept ready, so that the next tenant does not wait for a start.
 */
export const createParserChildren = (options: ParserChildrenOptions) => {
  const { size, maxMemoryMb, filesPerChild = FILES_PER_CHILD, idleMs = IDLE_MS } = options;
  const all = new Set<ParserProcess>();
  let busy = 0;
  let isClosed = false;

  const start = (): ParserProcess => {
    const process = startParserProcess(options);
    all.add(process);
    return process;
  };
  const end = async (process: ParserProcess): Promise<void> => {
    await process.kill();
    all.delete(process);
  };
  const idle = createIdleChildren((process) => void end(process), idleMs);
  const spares = createSpare({ start, end: (process) => void end(process), idleMs });
  /** Idle children of other tenants are ended, so that there are never more than the maximum. */
  const makeRoom = (): void => {
    while (idle.count() > 0 && idle.count() + busy > size) idle.endOldest();
  };
  const retire = async ({ process, files }: Slot): Promise<void> => {
    busy -= 1;
    // The request that waited for its start has gone; the started child is kept for the next one.
    if (files === 0 && process.isFresh() && spares.adopt(process)) return;
    spares.keep();
    await end(process);
  };
  return {
    /** True if an idle child has read files of this tenant. */
    hasWarm: (tenantId: string): boolean => idle.has(tenantId),
    take: (tenantId: string): Slot => {
      const own = idle.take(tenantId);
      busy += 1;
      makeRoom();
      return own ?? { process: spares.take(), tenantId, files: 0 };
    },
    /** It gets only the processor time that others leave, and reads no other file. */
    startForSlow: (tenantId: string): Slot => {
      busy += 1;
      const process = start();
      process.stepBack();
      return { process, tenantId, files: filesPerChild };
    },
    /** To be called after a file was read. */
    putBack: async (slot: Slot): Promise<void> => {
      const files = slot.files + 1;
      const isWorn =
        files >= filesPerChild || slot.process.memoryMb() > maxMemoryMb * REUSE_BELOW_SHARE;
      if (!slot.process.isAlive() || isWorn || isClosed) return retire(slot);
      busy -= 1;
      spares.keep();
      idle.add({ ...slot, files });
    },
    /** To be called after any failure: what a document did to its parser must not affect the next one. */
    retire,
    isClosed: (): boolean => isClosed,
    close: async (): Promise<void> => {
      isClosed = true;
      spares.close();
      await Promise.all([...all].map(end));
    },
  };
};

type SpareOptions = {
  start: () => ParserProcess;
  end: (process: ParserProcess) => void;
  idleMs: number;
};

/** One child that has read nothing, kept while there are files to read. */
const createSpare = ({ start, end, idleMs }: SpareOptions) => {
  let spare: ParserProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const letGo = (): void => {
    if (spare !== null) end(spare);
    spare = null;
  };
  const adopt = (process: ParserProcess): boolean => {
    if (isClosed || spare !== null) return false;
    spare = process;
    keep();
    return true;
  };
  const keep = (): void => {
    if (isClosed) return;
    spare ??= start();
    clearTimeout(timer);
    timer = setTimeout(letGo, SPARE_IDLE_TIMES * idleMs).unref();
  };
  return {
    take: (): ParserProcess => {
      const process = spare?.isAlive() === true ? spare : start();
      spare = null;
      return process;
    },
    /** Keeps a child that has read nothing, unless there already is one. */
    adopt,
    /** Called after a file has been read; during that a start would take its processor time. */
    keep,
    /** Starts no more; the caller ends all that were started. */
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

/** Idle children, the longest idle first; each ends after its time. */
const createIdleChildren = (end: (process: ParserProcess) => void, idleMs: number) => {
  const slots: IdleSlot[] = [];
  const remove = (slot: IdleSlot): Slot => {
    clearTimeout(slot.timer);
    slots.splice(slots.indexOf(slot), 1);
    return slot;
  };
  const endOne = (slot: IdleSlot): void => {
    end(remove(slot).process);
  };
  /** A child that has read files of this tenant and is still alive. */
  const take = (tenantId: string): Slot | null => {
    const slot = slots.findLast((one) => one.tenantId === tenantId);
    if (slot === undefined) return null;
    if (slot.process.isAlive()) return remove(slot);
    endOne(slot);
    return take(tenantId);
  };
  return {
    take,
    has: (tenantId: string): boolean =>
      slots.some((one) => one.tenantId === tenantId && one.process.isAlive()),
    count: (): number => slots.length,
    add: (slot: Slot): void => {
      const added: IdleSlot = {
        ...slot,
        timer: setTimeout(() => {
          endOne(added);
        }, idleMs).unref(),
      };
      slots.push(added);
    },
    endOldest: (): void => {
      const [oldest] = slots;
      if (oldest !== undefined) endOne(oldest);
    },
  };
};
