import { checkEnds, checkIntruders, checkMemories, checkShown, checkTurns } from './answers.js';
import { checkExact, checkKept, checkOnce, checkPurged, checkRest } from './documents.js';
import type { Evidence } from './evidence.js';
import type { Violation } from './violation.js';

/** Holds the ledger against database and vectors; pure, so that what it finds can be read again. */
export const findViolations = (evidence: Evidence): Violation[] =>
  [
    checkKept,
    checkOnce,
    checkRest,
    checkExact,
    checkPurged,
    checkShown,
    checkTurns,
    checkMemories,
    checkIntruders,
    checkEnds,
  ].flatMap((check) => check(evidence));
