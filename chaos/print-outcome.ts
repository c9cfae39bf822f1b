import { groupBy } from './check/group-by.js';
import type { Outcome } from './one-run.js';

type Tell = (line: string) => void;

const MAX_SHOWN = 5;
const MAX_LINES = 12;

const printViolations = ({ violations }: Outcome, tell: Tell): void => {
  for (const [promise, found] of groupBy(violations, ({ promise }) => promise)) {
    tell(`${promise}: ${found.length} violations`);
    for (const { what, lines } of found.slice(0, MAX_SHOWN)) {
      tell(`  ${what}`);
      for (const line of lines.slice(-MAX_LINES)) tell(`    ${JSON.stringify(line)}`);
    }
  }
};

/** Prints how often each fault struck, and what was violated with the lines that prove it; true when all is well. */
export const printOutcome = (outcome: Outcome, tell: Tell): boolean => {
  const { stores, struck, leftOut, violations, requests, documents, ledgerFile } = outcome;
  tell(
    `\n${stores}: ${documents} documents; ${[...requests].map(([act, count]) => `${count} × ${act}`).join(', ')}`,
  );
  const reached = struck.filter(({ times }) => times !== null);
  tell('faults that struck:');
  for (const { fault, times, trouble } of reached.sort((a, b) => a.fault.number - b.fault.number)) {
    const remark = trouble === null ? '' : `  (${trouble})`;
    tell(
      `  ${String(fault.number).padStart(2)}  ${String(times).padStart(4)} ×  ${fault.title}${remark}`,
    );
  }
  for (const [reason, left] of groupBy(leftOut, ({ reason }) => reason)) {
    const numbers = new Set(left.map(({ fault }) => fault.number));
    tell(`not run (${reason}): ${[...numbers].sort((a, b) => a - b).join(', ')}`);
  }
  const unreached = struck.filter(({ times }) => times === null);
  if (unreached.length > 0) {
    tell(`no time for: ${unreached.map(({ fault }) => fault.number).join(', ')}`);
  }
  const missed = struck.filter(({ times }) => times === 0);
  for (const { fault } of missed) tell(`FAULT ${fault.number} NEVER STRUCK: ${fault.title}`);
  printViolations(outcome, tell);
  tell(`${violations.length} violations${violations.length > 0 ? `, see ${ledgerFile}` : ''}`);
  return violations.length === 0 && missed.length === 0;
};
