import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const PAGE_BYTES = 4096;

/** Resident memory by /proc; 0 where there is none. */
export const residentMb = (pid: number | undefined): number => {
  const pages = readProcess(pid, 'statm').split(' ')[1];
  return (Number(pages ?? 0) * PAGE_BYTES) / 1024 / 1024;
};

/** The kernel counts hundredths of a second for whoever asks, whatever its own clock. */
const TICK_MS = 10;
/** In the part after the name, which may hold anything: ticks of its own and of the kernel for it. */
const TICKS_AT = [11, 12];

/** Processor time by /proc since the process began. Where there is none, the time since then: as if it had never waited. */
export const cpuTimeMs = (pid: number | undefined): number => {
  const stat = readProcess(pid, 'stat');
  if (stat === '') return performance.now();
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TICKS_AT.reduce((sum, index) => sum + Number(fields[index] ?? 0) * TICK_MS, 0);
};

/** Leaves the processor to every other process that wants it. */
export const stepBack = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not allow it.
  }
};

const readProcess = (pid: number | undefined, file: 'stat' | 'statm'): string => {
  try {
    return readFileSync(`/proc/${pid ?? 'none'}/${file}`, 'latin1');
  } catch {
    return '';
  }
};
