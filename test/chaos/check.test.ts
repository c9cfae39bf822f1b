import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { DocumentRow, Evidence } from '../../chaos/check/evidence.js';
import { findViolations } from '../../chaos/check/index.js';
import { openLedger, type Entry, type Ledger } from '../../chaos/ledger.js';
import type { KnownDocument } from '../../chaos/library.js';
import type { Tenant } from '../../chaos/people.js';

const ALICE = { name: 'alice', key: 'a', userId: 'u1', role: 'admin' } as const;
const BOB = { name: 'bob', key: 'b', userId: 'u2', role: 'member' } as const;
const TENANT: Tenant = { number: 1, id: 't1', people: [ALICE, BOB] };

const document = (changes: Partial<KnownDocument> = {}): KnownDocument => ({
  number: 1,
  tenant: TENANT,
  owner: ALICE,
  isPrivate: false,
  id: 'd1',
  edition: 1,
  isReplacing: false,
  sentAtMs: 0,
  deleteSentAtMs: null,
  deletedAtMs: null,
  readyAtMs: new Map(),
  failsWith: null,
  isDoomed: false,
  ...changes,
});

const row = (changes: Partial<DocumentRow> = {}): DocumentRow => ({
  id: 'd1',
  tenant_id: 't1',
  title: 'paper-1-1',
  status: 'ready',
  error_code: null,
  version: 1,
  chunk_count: 2,
  replacement: null,
  replacement_error: null,
  task: 'done',
  text: 'Report zq1x1v1 says so.',
  chunk_rows: 2,
  ...changes,
});

const VECTORS = [
  { id: 'c1', documentId: 'd1', version: 1 },
  { id: 'c2', documentId: 'd1', version: 1 },
];

const emptyLedger = (): Ledger => openLedger(join(mkdtempSync(join(tmpdir(), 'kr-ledger-')), 'l'));

const written = (entry: Partial<Entry>): Ledger => {
  const ledger = emptyLedger();
  ledger.write({
    act: 'search',
    who: 'bob',
    request: 'POST /v1/search',
    sentMs: 100,
    endedMs: 200,
    stalledMs: 0,
    status: 200,
    deadlineMs: 1000,
    facts: {},
    ...entry,
  });
  return ledger;
};

const promisesBroken = (changes: Partial<Evidence>): string[] => {
  const evidence: Evidence = {
    ledger: emptyLedger(),
    library: [document()],
    tenants: [TENANT],
    documents: new Map([['d1', row()]]),
    memories: new Map(),
    answered: new Set(),
    executions: new Map(),
    stuck: [],
    vectors: { chunks: VECTORS, memories: [] },
    excuses: [],
    ...changes,
  };
  return findViolations(evidence).map(({ promise }) => promise);
};

const rows = (changes: Partial<DocumentRow>) => new Map([['d1', row(changes)]]);
const FAILED = rows({ status: 'failed', error_code: 'parser_crashed' });

describe('the check after a chaos run', () => {
  it('finds nothing if all is well', () => {
    expect(promisesBroken({})).toEqual([]);
  });

  it('does not count time in which the client itself got no CPU', () => {
    const slow = { endedMs: 5000, stalledMs: 3500 };

    const broken = promisesBroken({ ledger: written(slow) });

    expect(broken).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, string]>([
    [
      'an acknowledged document that is missing',
      { documents: new Map(), vectors: { chunks: [], memories: [] } },
      'L1',
    ],
    ['a document that never finishes', { documents: rows({ status: 'processing' }) }, 'L1'],
    [
      'a failure that no fault explains',
      { documents: FAILED, vectors: { chunks: VECTORS, memories: [] } },
      'L1',
    ],
    ['an outdated text', { library: [document({ edition: 2 })] }, 'L1'],
    [
      'a task that is stuck',
      { stuck: [{ subject_id: 'd1', state: 'due', action: 'index' }] },
      'L1',
    ],
    ['a missing vector', { vectors: { chunks: VECTORS.slice(1), memories: [] } }, 'L2'],
    [
      'a duplicate vector',
      { vectors: { chunks: [...VECTORS, ...VECTORS.slice(1)], memories: [] } },
      'L2',
    ],
    [
      'vectors of a version that no longer answers',
      {
        vectors: { chunks: [...VECTORS, { id: 'c0', documentId: 'd1', version: 0 }], memories: [] },
      },
      'L3',
    ],
    [
      'a search that shows a document deleted before',
      {
        library: [document({ deleteSentAtMs: 10, deletedAtMs: 50 })],
        documents: new Map(),
        vectors: { chunks: [], memories: [] },
        ledger: written({ facts: { shown: ['zq1x1v1'] } }),
      },
      'L3',
    ],
    [
      'a search that shows a text replaced before',
      {
        library: [document({ readyAtMs: new Map([[2, 50]]) })],
        ledger: written({ facts: { shown: ['zq1x1v1'] } }),
      },
      'L3',
    ],
    [
      'an answer that was sent but not stored',
      { ledger: written({ act: 'chat', facts: { messageId: 'm1', executionId: 'e1' } }) },
      'L4',
    ],
    [
      'a missing memory',
      { ledger: written({ act: 'remember', status: 201, facts: { memoryId: 'm1' } }) },
      'L5',
    ],
    [
      'a search that shows a private document',
      {
        library: [document({ isPrivate: true })],
        ledger: written({ facts: { shown: ['zq1x1v1'] } }),
      },
      'L6',
    ],
    [
      'a search that shows a document of another tenant',
      { ledger: written({ who: 'eve', facts: { shown: ['zq1x1v1'] } }) },
      'L6',
    ],
    ['an intruder who was answered', { ledger: written({ act: 'intrude' }) }, 'L6'],
    ['a request that took too long', { ledger: written({ endedMs: 5000 }) }, 'L7'],
    [
      'a stream that never ended',
      { ledger: written({ act: 'stream', facts: { last: 'delta' } }) },
      'L7',
    ],
  ])('finds %s', (_case, changes, promise) => {
    expect(promisesBroken(changes)).toContain(promise);
  });

  it('accepts a failure that a fault explains', () => {
    const excuses = [{ fromMs: 0, toMs: 500, codes: ['parser_crashed'], repairedAtMs: 0 }];

    const broken = promisesBroken({
      documents: FAILED,
      excuses,
      vectors: { chunks: VECTORS, memories: [] },
    });

    expect(broken).toEqual([]);
  });
});
