import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { collectEvidence, isAtRest } from './check/evidence.js';
import { findViolations } from './check/index.js';
import type { Violation } from './check/violation.js';
import { createClient } from './client.js';
import type { Fault, Scene } from './faults/fault.js';
import { openLedger } from './ledger.js';
import { createLibrary } from './library.js';
import type { Options, Stores } from './options.js';
import { createTenant } from './people.js';
import { createRandom } from './random.js';
import { planFaults } from './schedule.js';
import { strikeAll, type Struck } from './strike-all.js';
import { startSystem, type System } from './system.js';
import { startTraffic } from './traffic.js';

export type Outcome = {
  stores: Stores;
  struck: readonly Struck[];
  leftOut: readonly { fault: Fault; reason: string }[];
  violations: readonly Violation[];
  requests: ReadonlyMap<string, number>;
  documents: number;
  ledgerFile: string;
};

type Tell = (line: string) => void;

const TENANTS = [1, 2];
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;
/** After everything is well again, work that is left may take so long. */
const REST_MS = 180_000;
/** Several rounds of it. */
const MAINTENANCE_MS = 45_000;

const rest = async (system: System): Promise<void> => {
  const endMs = performance.now() + REST_MS;
  while (!(await isAtRest(system)) && performance.now() < endMs) await delay(200);
};

/** Everything is up, nobody asks anything, and what was begun is finished; or the time is up. */
const heal = async (system: System): Promise<void> => {
  for (const slot of [system.api, ...system.workers]) {
    slot.signal('SIGCONT');
    slot.fill();
    await slot.begun();
  }
  await rest(system);
};

const REPAIRED: ReadonlySet<Violation['promise']> = new Set(['L2', 'L3', 'L5']);

/** Finds violations; what maintenance has not yet collected, it may collect in its next rounds. */
const check = async (
  system: System,
  known: Parameters<typeof collectEvidence>[1],
): Promise<Violation[]> => {
  const endMs = performance.now() + MAINTENANCE_MS;
  for (;;) {
    const evidence = await collectEvidence(system, known);
    const violations = findViolations(evidence);
    const isRepairing = known.excuses.some(
      ({ repairedAtMs }) => repairedAtMs > known.ledger.nowMs(),
    );
    // Maintenance may have just begun a task; one that is still stuck after that time will not finish.
    const isMoving = evidence.stuck.length > 0 && performance.now() < endMs;
    const isPending = violations.some(({ promise }) =>
      isRepairing ? REPAIRED.has(promise) : promise === 'L3' && performance.now() < endMs,
    );
    if (!isPending && !isMoving) return violations;
    await delay(1000);
    await rest(system);
  }
};

const countActs = (entries: readonly { act: string }[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { act } of entries) counts.set(act, (counts.get(act) ?? 0) + 1);
  return counts;
};

const openScene = async (
  system: System,
  { options, ledgerFile }: { options: Options; ledgerFile: string },
) => {
  const random = createRandom(options.seed);
  const ledger = openLedger(ledgerFile);
  const client = createClient({ url: system.url, ledger });
  const library = createLibrary({ client, ledger, random: random.fork() });
  const tenants = [];
  for (const number of TENANTS) {
    tenants.push(await createTenant({ client, operatorKey: system.operatorKey }, number));
  }
  const seen: Violation[] = [];
  const scene: Scene = {
    system,
    client,
    library,
    ledger,
    tenants,
    random,
    violate: (promise, what, lines) => seen.push({ promise, what, lines }),
  };
  return { scene, seen };
};

/** One system from its start to its end: traffic, faults, rest, and the check of what was promised. */
export const runOnce = async (options: Options, stores: Stores, tell: Tell): Promise<Outcome> => {
  const stopping = new AbortController();
  const interrupt = (): void => {
    // The signal arrives twice: from the terminal, and forwarded by npm.
    if (!stopping.signal.aborted) tell('  interrupted: what has happened so far is judged');
    stopping.abort();
  };
  // Installed before anything starts: a signal during the start must not leave processes behind.
  for (const signal of INTERRUPTS) process.on(signal, interrupt);
  const system = await startSystem({ stores, without: options.without });
  const ledgerFile = join(system.folder, 'ledger.jsonl');
  tell(`${stores}: started, everything is written to ${system.folder}`);
  try {
    const { scene, seen } = await openScene(system, { options, ledgerFile });
    const { ledger, library, tenants, random } = scene;
    const { faults, leftOut } = planFaults({ system, options }, random.fork());
    const traffic = startTraffic({ ...scene, random: random.fork() });
    const limitMs = (options.seconds * 1000) / options.stores.length;
    const { signal } = stopping;
    const { struck, excuses } = await strikeAll({ scene, faults, limitMs, signal, tell });
    await traffic.stop();
    tell(`  ${(ledger.nowMs() / 1000).toFixed(1)} s  healing`);
    await heal(system);
    tell(`  ${(ledger.nowMs() / 1000).toFixed(1)} s  checking`);
    const known = { ledger, library: library.documents, tenants, excuses };
    const found = await check(system, known);
    return {
      stores,
      struck,
      leftOut,
      violations: [...seen, ...found],
      requests: countActs(ledger.entries),
      documents: library.documents.length,
      ledgerFile,
    };
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, interrupt);
    await system.close();
  }
};
