/** Seconds in production are fractions of it here. */
export const INGESTION_TIMING = {
  loopIntervalMs: 200,
  renameAfterMs: 3000,
  runningLeaseMs: 2500,
  retryBaseMs: 100,
  backoffBaseMs: 100,
  graceMs: 3000,
  verifyAgainMs: 15_000,
};

export const MAINTENANCE_TIMING = {
  intervalMs: 5000,
  // Longer than a request may take: its file has no row until it ends.
  orphanAgeMs: 35_000,
  reconcileIntervalMs: 12_000,
};
/** Longer than any run. */
export const NEVER_MS = 86_400_000;

/** The longest that a client may wait: the deadline that the API promises, and a second. */
export const DEADLINE_MS = { chat: 15_000, other: 30_000 };
/** For a machine that has other work: time that a busy processor, and not the system, takes. */
export const ALLOWANCE_MS = 1000;
