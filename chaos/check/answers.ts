import type { KnownDocument } from '../library.js';
import type { Entry } from '../ledger.js';
import { parseMark } from '../texts.js';
import { ALLOWANCE_MS } from '../timing.js';
import type { Evidence } from './evidence.js';
import type { Promised, Violation } from './violation.js';

type Answered = Pick<Entry, 'status' | 'act' | 'facts'>;

const isAnswered = ({ status, act, facts }: Answered): boolean =>
  status >= 200 && status < 300 && (act !== 'stream' || facts.last === 'answer');

/** When a newer edition was known to answer before this was asked, this one may not be shown. */
const isSuperseded = ({ readyAtMs }: KnownDocument, edition: number, sentMs: number): boolean =>
  [...readyAtMs].some(([ready, atMs]) => ready > edition && atMs < sentMs);

type Shown = { entry: Entry; document: KnownDocument; edition: number | null };

/**
 * Finds the documents that were shown: for a search by the passages, for an answer by the citations, since an answer may repeat the words
 * of the question, but not cite at will.
 */
const findShown = ({ ledger, library }: Evidence): Shown[] => {
  const byNumber = new Map(library.map((document) => [document.number, document]));
  const byId = new Map(library.map((document) => [document.id, document]));
  return ledger.entries.flatMap((entry): Shown[] => {
    if (entry.status !== 200) return [];
    const { shown = [], cited = [] } = entry.facts;
    const marks = entry.act === 'search' ? shown.map(parseMark) : [];
    return [
      ...marks.map(({ document, edition }) => ({
        entry,
        document: byNumber.get(document),
        edition,
      })),
      ...cited.map((id) => ({ entry, document: byId.get(id), edition: null })),
    ].flatMap(({ document, ...rest }) => (document === undefined ? [] : [{ ...rest, document }]));
  });
};

const linesAbout = ({ ledger }: Evidence, { entry, document }: Shown): Entry[] => [
  ...ledger.entries.filter(
    ({ act, facts, line }) =>
      facts.documentId === document.id &&
      line < entry.line &&
      (act !== 'read' || facts.state === 'ready'),
  ),
  entry,
];

const judgeShown = ({ entry, document, edition }: Shown): [Promised, string][] => {
  const { tenant, number, deletedAtMs, isPrivate, owner } = document;
  const reader = tenant.people.find(({ name }) => name === entry.who);
  const what = `${entry.who} was shown document ${number} of tenant ${tenant.number}`;
  const found: [Promised, string][] = [];
  if (reader === undefined) found.push(['L6', `${what}, which is another's`]);
  else if (isPrivate && reader !== owner)
    found.push(['L6', `${what}, which is ${owner.name}'s alone`]);
  if (deletedAtMs !== null && deletedAtMs < entry.sentMs) {
    found.push(['L3', `${what} after its deletion was acknowledged`]);
  }
  if (edition !== null && isSuperseded(document, edition, entry.sentMs)) {
    found.push(['L3', `${what} as of edition ${edition} after a newer one answered`]);
  }
  return found;
};

/** L3 and L6: nobody is shown what is deleted, superseded, another tenant's, or another person's alone. */
export const checkShown = (evidence: Evidence): Violation[] =>
  findShown(evidence).flatMap((shown) =>
    judgeShown(shown).map(([promise, what]) => ({
      promise,
      what,
      lines: linesAbout(evidence, shown),
    })),
  );

/** L4: an answer that was sent is in the database, with its execution ended. */
export const checkTurns = ({ ledger, answered, executions }: Evidence): Violation[] =>
  ledger.entries.flatMap((entry) => {
    const { act, facts } = entry;
    if ((act !== 'chat' && act !== 'stream') || !isAnswered(entry)) return [];
    const { messageId = '', executionId = '' } = facts;
    const status = executions.get(executionId);
    if (answered.has(messageId) && status !== undefined && status !== 'running') return [];
    const what = `an answer was sent, but message ${messageId} is ${answered.has(messageId) ? '' : 'not '}stored and its execution ${status ?? 'missing'}`;
    return [{ promise: 'L4' as const, what, lines: [entry] }];
  });

/** L5: what was to be remembered has row and vector, or waits for its vector. */
export const checkMemories = ({ ledger, memories, vectors }: Evidence): Violation[] => {
  const stored = new Set(vectors.memories);
  const forgotten = new Set(
    ledger.entries.filter(({ act }) => act === 'forget').map(({ facts }) => facts.memoryId),
  );
  return ledger.entries.flatMap((entry) => {
    const { memoryId } = entry.facts;
    if (entry.act !== 'remember' || entry.status !== 201 || memoryId === undefined) return [];
    if (forgotten.has(memoryId)) return [];
    const row = memories.get(memoryId);
    const isPending = row?.embedded === false && row.task !== null && row.task !== 'failed';
    const isWhole = row?.embedded === true && stored.has(memoryId);
    if (isPending || isWhole) return [];
    const state =
      row === undefined
        ? 'is missing'
        : `has ${stored.has(memoryId) ? 'a' : 'no'} vector, marked ${String(row.embedded)}, task ${row.task ?? 'missing'}`;
    return [{ promise: 'L5' as const, what: `memory ${memoryId} ${state}`, lines: [entry] }];
  });
};

/** L6: without a right to it, nothing is answered. */
export const checkIntruders = ({ ledger }: Evidence): Violation[] =>
  ledger.entries
    .filter(({ act, status }) => act === 'intrude' && status >= 200 && status < 300)
    .map((entry) => ({ promise: 'L6', what: 'an intruder was answered', lines: [entry] }));

/** L7: whatever is asked ends in time, and a stream with `answer` or `error`. */
export const checkEnds = ({ ledger }: Evidence): Violation[] =>
  ledger.entries.flatMap((entry) => {
    const tookMs = entry.endedMs - entry.sentMs;
    const found: Violation[] = [];
    if (tookMs > entry.deadlineMs + ALLOWANCE_MS + entry.stalledMs) {
      found.push({
        promise: 'L7',
        what: `a request took ${tookMs} ms of ${entry.deadlineMs}`,
        lines: [entry],
      });
    }
    const { last } = entry.facts;
    if (entry.status === 200 && last !== undefined && last !== 'answer' && last !== 'error') {
      found.push({ promise: 'L7', what: `a stream ended with ${last}`, lines: [entry] });
    }
    return found;
  });
