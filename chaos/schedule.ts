import type { Options } from './options.js';
import type { Random } from './random.js';
import type { System } from './system.js';
import type { Fault } from './faults/fault.js';
import { FAULTS } from './faults/index.js';

type Reasoned = { fault: Fault; reason: string };
export type Plan = { faults: Fault[]; leftOut: Reasoned[] };

const reasonAgainst = (
  fault: Fault,
  { system, options }: { system: System; options: Options },
): string | null => {
  if (options.only !== null && !options.only.includes(fault.number)) return 'not asked for';
  if (options.isQuick && options.only === null && fault.isQuick !== true) {
    return 'not in the short run';
  }
  const hasServers = system.qdrant !== null;
  if (fault.needs === 'servers' && !hasServers) return 'needs Redis, Qdrant or a model';
  if (fault.needs === 'embedded' && hasServers) return 'is for the embedded stores';
  if (fault.needs === 'disk' && !system.disk.isItsOwn) return 'a disk cannot be mounted here';
  return null;
};

/** Every fault that can strike here, in an order that the seed decides. */
export const planFaults = (given: { system: System; options: Options }, random: Random): Plan => {
  const reasoned = FAULTS.map((fault) => ({ fault, reason: reasonAgainst(fault, given) }));
  return {
    faults: random.shuffle(
      reasoned.flatMap(({ fault, reason }) => (reason === null ? [fault] : [])),
    ),
    leftOut: reasoned.flatMap(({ fault, reason }) => (reason === null ? [] : [{ fault, reason }])),
  };
};
