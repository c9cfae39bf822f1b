import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ParserTimeout } from '../../src/parsing/index.js';
import { AppError } from '../../src/shared/errors.js';
import { planIndex } from '../../src/ingestion/fill-index.js';
import { parseJob } from '../../src/ingestion/run-task.js';
import { createProgressWriter } from '../../src/ingestion/ingest-document.js';
import { createBackoff, decideAfterFailure } from '../../src/ingestion/after-failure.js';

const index = (failures: number) => ({
  subjectKind: 'document' as const,
  action: 'index' as const,
  failures,
});

describe('a failed task', () => {
  it.each(['document_encrypted', 'document_corrupt', 'file_missing'] as const)(
    'fails for good with %s',
    (code) => {
      expect(decideAfterFailure(new AppError(code, ''), index(0))).toEqual({
        kind: 'fail',
        errorCode: code,
      });
    },
  );

  it.each(['storage_unavailable', 'vector_store_unavailable', 'embedder_unavailable'] as const)(
    'waits without limit for %s',
    (code) => {
      expect(decideAfterFailure(new AppError(code, ''), index(99))).toEqual({
        kind: 'wait_for_recovery',
      });
    },
  );

  it('gets three tries at growing intervals after a parser crash', () => {
    const decide = (failures: number) =>
      decideAfterFailure(new AppError('parser_crashed', ''), index(failures));

    expect([0, 1, 2].map(decide)).toEqual([
      { kind: 'retry', delayFactor: 1 },
      { kind: 'retry', delayFactor: 4 },
      { kind: 'fail', errorCode: 'parser_crashed' },
    ]);
  });

  it('gets two tries after a parser ran out of memory', () => {
    expect(decideAfterFailure(new AppError('parser_out_of_memory', ''), index(1))).toEqual({
      kind: 'fail',
      errorCode: 'parser_out_of_memory',
    });
  });

  it('moves to the slow files after a short first try timed out', () => {
    const error = new ParserTimeout({ hadWholeLimit: false });

    expect(decideAfterFailure(error, index(0))).toEqual({ kind: 'move_to_slow' });
  });

  it('gets no second try if the document used its full limit of processor time', () => {
    const error = new ParserTimeout({ hadWholeLimit: true });

    expect(decideAfterFailure(error, index(0))).toEqual({
      kind: 'fail',
      errorCode: 'parser_timeout',
    });
  });

  it('is not charged a try for which the machine had no time', () => {
    const error = new AppError('server_busy', '');

    expect([0, 1, 99].map((failures) => decideAfterFailure(error, index(failures)).kind)).toEqual([
      'wait_for_recovery',
      'wait_for_recovery',
      'wait_for_recovery',
    ]);
  });

  it('ends as an internal error for anything unforeseen', () => {
    expect(decideAfterFailure(new TypeError('x is not a function'), index(2))).toEqual({
      kind: 'fail',
      errorCode: 'internal_error',
    });
  });

  it('is retried without end if it is a purge', () => {
    expect(decideAfterFailure(new TypeError('?'), { ...index(50), action: 'purge' })).toEqual({
      kind: 'wait_for_recovery',
    });
  });

  it('is retried without end, but ever more rarely, if it is a memory', () => {
    const decide = (failures: number) =>
      decideAfterFailure(new TypeError('?'), { ...index(failures), subjectKind: 'memory' });

    expect([0, 1, 2, 6, 50].map(decide)).toEqual(
      [1, 4, 16, 4096, 4096].map((delayFactor) => ({ kind: 'retry', delayFactor })),
    );
  });
});

describe('the back-off between tries', () => {
  it('doubles up to 32 times its base and starts over after a success', () => {
    const backoff = createBackoff(1000, () => 1);

    const waits = Array.from({ length: 8 }, () => backoff.nextMs());
    backoff.reset();

    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000]);
    expect(backoff.nextMs()).toBe(1000);
  });
});

describe("the plan for a document's index", () => {
  const plan = (rows: number, distinct: number, mayResume = true) =>
    planIndex({ rows, distinct }, { chunkCount: 150, mayResume, batchSize: 64 });

  it.each([
    { rows: 0, distinct: 0, expected: { kind: 'append', fromIndex: 0 } },
    { rows: 128, distinct: 128, expected: { kind: 'append', fromIndex: 128 } },
    { rows: 100, distinct: 100, expected: { kind: 'append', fromIndex: 64 } },
    { rows: 150, distinct: 150, expected: { kind: 'complete' } },
    { rows: 151, distinct: 150, expected: { kind: 'rebuild' } },
    { rows: 120, distinct: 110, expected: { kind: 'rebuild' } },
    { rows: 160, distinct: 160, expected: { kind: 'rebuild' } },
  ])('suits 150 chunks with $rows rows of $distinct ids', ({ rows, distinct, expected }) => {
    expect(plan(rows, distinct)).toEqual(expected);
  });

  it('is a rebuild if a complete index has lost something', () => {
    expect(plan(128, 128, false)).toEqual({ kind: 'rebuild' });
  });
});

describe('the progress of an ingestion', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const report = async (reports: readonly (readonly [done: number, atMs: number])[]) => {
    const written: string[] = [];
    const startedAtMs = Date.now();
    const progress = createProgressWriter(async ({ done }) => {
      written.push(`${done} at ${Date.now() - startedAtMs}`);
    });
    for (const [done, atMs] of reports) {
      await jest.advanceTimersByTimeAsync(startedAtMs + atMs - Date.now());
      progress.report({ stage: 'upsert', done, total: 6 });
    }
    return { written, progress };
  };

  it('is written at most twice a second, always the latest', async () => {
    const { written } = await report([
      [1, 0],
      [2, 100],
      [3, 499],
      [4, 600],
      [5, 900],
    ]);

    await jest.advanceTimersByTimeAsync(1000);

    expect(written).toEqual(['3 at 500', '5 at 1100']);
  });

  it('is not written for work that ends before the first write is due', async () => {
    const { written, progress } = await report([[1, 0]]);

    await progress.stop();
    await jest.advanceTimersByTimeAsync(1000);

    expect(written).toEqual([]);
  });

  it('is no longer written once it is stopped', async () => {
    let finish = (): void => undefined;
    const progress = createProgressWriter(() => new Promise((resolve) => (finish = resolve)));
    progress.report({ stage: 'parse', done: 0, total: 1 });
    await jest.advanceTimersByTimeAsync(500);
    const events: string[] = [];

    const stopped = progress.stop().then(() => events.push('stopped'));
    await jest.advanceTimersByTimeAsync(0);
    events.push('written');
    finish();
    await stopped;

    expect(events).toEqual(['written', 'stopped']);
  });
});

describe('a job from the queue', () => {
  const id = '0199f0a0-0000-7000-8000-000000000001';
  const job = {
    schema: 1,
    tenantId: id,
    taskId: id,
    subjectKind: 'document',
    subjectId: id,
    version: 1,
  };

  it('gets the scope of its tenant', () => {
    expect(parseJob(job)?.scope).toMatchObject({ kind: 'system', tenantId: id });
  });

  it.each([
    ['of another schema version', { ...job, schema: 2 }],
    ['with anything other than ids', { ...job, text: 'hello' }],
    ['without a tenant', { ...job, tenantId: undefined }],
    ['that is not a job', 'job'],
  ])('%s is refused', (_case, payload) => {
    expect(parseJob(payload)).toBeNull();
  });
});
