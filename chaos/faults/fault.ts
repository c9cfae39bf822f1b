import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '../../src/shared/errors.js';
import type { Client } from '../client.js';
import type { Entry, Ledger } from '../ledger.js';
import type { KnownDocument, Library } from '../library.js';
import type { Person, Tenant } from '../people.js';
import type { Random } from '../random.js';
import type { Slot } from '../slot.js';
import type { System } from '../system.js';
import type { Promised } from '../check/violation.js';

/** The parts that a fault has at hand. */
export type Scene = {
  system: System;
  client: Client;
  library: Library;
  ledger: Ledger;
  tenants: readonly Tenant[];
  random: Random;
  /** For what only the fault itself can see. */
  violate(promise: Promised, what: string, lines: readonly Entry[]): void;
};

export type Fault = {
  /** The number in the list of faults. */
  number: number;
  title: string;
  /** The stores, or the disk, that it needs; either stores will do when absent. */
  needs?: 'embedded' | 'servers' | 'disk';
  /** Over in a few seconds: part of the short run. */
  isQuick?: boolean;
  /** Failures of documents that it explains. */
  codes?: readonly ErrorCode[];
  /** Its effect on vectors may be seen for so long, until maintenance has compared them with PostgreSQL. */
  repairMs?: number;
  /** Injects the fault, keeps it up and undoes it; returns how often it took effect. */
  strike(scene: Scene): Promise<number>;
};

export const anyPerson = ({ tenants, random }: Scene): { tenant: Tenant; owner: Person } => {
  const tenant = random.pick(tenants);
  return { tenant, owner: random.pick(tenant.people) };
};

/** Documents of any tenant, uploaded side by side. */
export const uploadSome = (
  scene: Scene,
  { count, sections = 3 }: { count: number; sections?: number },
): Promise<KnownDocument[]> =>
  Promise.all(
    Array.from({ length: count }, () => scene.library.upload({ ...anyPerson(scene), sections })),
  );

/** For a machine that has other work; nobody waits longer than it takes. */
export const STRIKE_MS = 40_000;

/** Enough passages for three batches of vectors. */
export const LONG = 150;

/** Resolves with true once it is so; with false when the time is up. */
export const eventually = async (
  isSo: () => Promise<boolean>,
  limitMs: number,
): Promise<boolean> => {
  const endMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) return false;
    await delay(50);
  }
  return true;
};

/** Ready, failed or gone, as the database has it. */
export const whenSettled = (
  { system }: Scene,
  documents: readonly KnownDocument[],
  limitMs: number,
): Promise<boolean> =>
  eventually(async () => {
    const rows = await system.sql(
      `SELECT FROM ingestion_tasks WHERE subject_id = ANY($1::uuid[]) AND state IN ('due', 'queued', 'running')`,
      [documents.flatMap(({ id }) => id ?? [])],
    );
    return rows.length === 0;
  }, limitMs);

/** Ends a process and starts it again, as a restart does; resolves before it has begun. */
export const restart = async (slot: Slot, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
  await slot.vacate(signal);
  slot.fill();
};

/** Resolves when one of them did what it was told, or when the time is up; how many did. */
export const countStruck = async (slots: readonly Slot[], what: string): Promise<number> => {
  await Promise.race(slots.map((slot) => slot.struck(what, STRIKE_MS)));
  const struck = await Promise.all(slots.map((slot) => slot.struck(what, 0)));
  return struck.filter(Boolean).length;
};

/** Resolves when it has happened, or when all that could bring it about is over. */
export const beforeSettled = async (
  scene: Scene,
  stroke: Promise<unknown>,
  documents: readonly KnownDocument[],
): Promise<void> => {
  await Promise.race([stroke, whenSettled(scene, documents, 2 * STRIKE_MS)]);
};

/** Another worker may have taken all there was: tried again with more. */
export const untilStruck = async (attempt: () => Promise<number>): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const struck = await attempt();
    if (struck > 0 || tries === MAX_TRIES) return struck;
  }
};

const MAX_TRIES = 3;
