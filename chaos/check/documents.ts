import type { KnownDocument } from '../library.js';
import type { Entry } from '../ledger.js';
import { toMark } from '../texts.js';
import { groupBy } from './group-by.js';
import type { DocumentRow, Evidence } from './evidence.js';
import type { Violation } from './violation.js';

const linesOf = ({ ledger }: Evidence, { id }: KnownDocument): Entry[] =>
  ledger.entries.filter(
    ({ facts, act }) => facts.documentId === id && act !== 'read' && act !== 'search',
  );

const isExcused = ({ excuses }: Evidence, document: KnownDocument, code: string): boolean =>
  document.failsWith?.includes(code) === true ||
  excuses.some(({ toMs, codes }) => toMs >= document.sentAtMs && codes.includes(code));

/** Null when all is well. */
const judge = (
  evidence: Evidence,
  document: KnownDocument,
  row: DocumentRow | undefined,
): string | null => {
  if (row === undefined) return 'was acknowledged and is missing';
  const { status, error_code: code } = row;
  if (status === 'failed') {
    if (code === null) return 'failed without a reason';
    return isExcused(evidence, document, code) ? null : `failed (${code}), which no fault explains`;
  }
  if (status !== 'ready') return `is ${status} and stays so (task ${row.task ?? 'missing'})`;
  if (document.failsWith !== null) {
    return `is ready, but should have failed with ${document.failsWith.join(' or ')}`;
  }
  if (row.replacement === 'failed') {
    const reason = row.replacement_error ?? 'no reason';
    return isExcused(evidence, document, reason)
      ? null
      : `a replacement failed (${reason}), which no fault explains`;
  }
  if (row.replacement !== null) return `has a replacement that is ${row.replacement} and stays so`;
  const mark = toMark(document.tenant.number, document.number, document.edition);
  const holdsNewest = document.isReplacing || row.text?.includes(mark) === true;
  return holdsNewest ? null : `does not hold its newest text ${mark}`;
};

/** L1: what was acknowledged is there, ready with its newest text or failed for a reason. */
export const checkKept = (evidence: Evidence): Violation[] => {
  const found: Violation[] = [];
  for (const document of evidence.library) {
    if (document.id === null || document.deleteSentAtMs !== null || document.isDoomed) continue;
    const wrong = judge(evidence, document, evidence.documents.get(document.id));
    if (wrong === null) continue;
    const what = `document ${document.number} (${document.id}) ${wrong}`;
    found.push({ promise: 'L1', what, lines: linesOf(evidence, document) });
  }
  return found;
};

/** L1: one upload, one document, however often it was sent under its key. */
export const checkOnce = ({ documents, ledger }: Evidence): Violation[] => {
  const byTitle = groupBy(documents.values(), ({ title }) => title);
  return [...byTitle].flatMap(([title, rows]) => {
    if (rows.length === 1) return [];
    const lines = ledger.entries.filter(({ facts }) => facts.key === title);
    return [
      {
        promise: 'L1' as const,
        what: `one upload made ${rows.length} documents (${title})`,
        lines,
      },
    ];
  });
};

/** L1: at rest nothing is left to do. */
export const checkRest = ({ stuck }: Evidence): Violation[] =>
  stuck.map(({ subject_id: subject, state, action }) => ({
    promise: 'L1',
    what: `the task to ${action} ${subject} is ${state} and stays so`,
    lines: [],
  }));

/** L2: the vectors of a ready document are its chunks, each once. */
export const checkExact = (evidence: Evidence): Violation[] => {
  const stored = groupBy(
    evidence.vectors.chunks,
    ({ documentId, version }) => `${documentId}/${version}`,
  );
  return [...evidence.documents.values()].flatMap((row) => {
    if (row.status !== 'ready') return [];
    const vectors = stored.get(`${row.id}/${row.version}`) ?? [];
    const distinct = new Set(vectors.map(({ id }) => id)).size;
    const expected = row.chunk_count;
    if (vectors.length === expected && distinct === expected && row.chunk_rows === expected)
      return [];
    const counts = `${vectors.length} vectors (${distinct} distinct) and ${row.chunk_rows} rows for ${expected} chunks`;
    const lines = evidence.ledger.entries.filter(
      ({ facts, act }) => facts.documentId === row.id && act !== 'read',
    );
    return [
      { promise: 'L2' as const, what: `document ${row.title} (${row.id}) has ${counts}`, lines },
    ];
  });
};

/** L3: in the end there are no vectors but those of versions that answer. */
export const checkPurged = ({ vectors, documents, library, ledger }: Evidence): Violation[] => {
  const ghosts = vectors.chunks.filter(
    ({ documentId, version }) => documents.get(documentId)?.version !== version,
  );
  const byDocument = groupBy(
    ghosts,
    ({ documentId, version }) => `${documentId} version ${version}`,
  );
  const vectorsLeft = [...byDocument].map(([name, { length }]) => ({
    promise: 'L3' as const,
    what: `${length} vectors of document ${name} are left, which no longer answers`,
    lines: ledger.entries.filter(
      ({ facts, act }) => act !== 'read' && name.startsWith(facts.documentId ?? '-'),
    ),
  }));
  const rowsLeft = library.flatMap((document) => {
    if (document.deletedAtMs === null || !documents.has(document.id ?? '')) return [];
    const lines = ledger.entries.filter(({ facts }) => facts.documentId === document.id);
    return [
      {
        promise: 'L3' as const,
        what: `document ${document.number} was deleted and is there`,
        lines,
      },
    ];
  });
  return [...vectorsLeft, ...rowsLeft];
};
