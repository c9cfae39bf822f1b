import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const gone = new AbortController();
const { signal } = gone;

afterAll(() => gone.abort(new Error('gone')));

const names = { atOnce: 'SOME_CONCURRENCY', maxWaiting: 'SOME_QUEUE', maxWaitMs: 'SOME_WAIT_SEC' };

type Options = {
  atOnce: number;
  perTenant?: number;
  keepsLast?: boolean;
  maxWaiting?: number;
  maxWaitMs?: number;
};

/** Work named as `a1` is tenant a's, as `a1.x` its user x's; it never ends. */
const setUp = ({ maxWaiting = 8, maxWaitMs = 60_000, ...options }: Options) => {
  const refusal = (limit: string) => new AppError('tool_unavailable', `Too many: ${limit}.`);
  const queue = { maxWaiting, maxWaitMs, names, refusal };
  const turns = createFairTurns({ ...options, queue });
  return (name: string): Promise<never> =>
    turns.run(
      { tenantId: name.charAt(0), userId: name.split('.')[1] ?? '' },
      signal,
      () => new Promise(() => undefined),
    );
};

const fill = (ask: ReturnType<typeof setUp>, names: readonly string[]): void => {
  for (const name of names) ask(name).catch(() => undefined);
};

const refusedFor = (asked: Promise<unknown>, limit: string) =>
  expect(asked).rejects.toMatchObject({ message: `Too many: ${limit}.` });

const LATE = [
  {
    which: 'all turns of the process are taken',
    options: { atOnce: 1 },
    before: ['b1'],
    limit: 'each process of this installation may have 1 at once (SOME_CONCURRENCY)',
  },
  {
    which: 'the tenant has its half',
    options: { atOnce: 2 },
    before: ['a1', 'b1'],
    limit: 'this tenant may have 1 at once of SOME_CONCURRENCY=2',
  },
  {
    which: 'the tenant has its fixed share',
    options: { atOnce: 8, perTenant: 1 },
    before: ['a1'],
    limit: 'this tenant may have 1 at once of SOME_CONCURRENCY=8',
  },
  {
    which: 'the last one is for another tenant',
    options: { atOnce: 2, keepsLast: true },
    before: ['a1'],
    limit: 'this tenant may have 1 at once of SOME_CONCURRENCY=2',
  },
];

describe('the refusal of a turn names the setting, its value and whose it is', () => {
  it('if too many turns of a user, of a tenant or in total wait', async () => {
    const ask = setUp({ atOnce: 1, maxWaiting: 8 });
    fill(ask, ['a1.x', 'a2.x', 'a3.x']);

    await refusedFor(ask('a4.x'), 'user x may have 2 waiting of SOME_QUEUE=8');
    fill(ask, ['a5.y', 'a6.y']);
    await refusedFor(ask('a7.z'), 'this tenant may have 4 waiting of SOME_QUEUE=8');
    fill(ask, ['b1', 'c1', 'd1', 'e1']);
    await refusedFor(
      ask('f1'),
      'each process of this installation may have 8 waiting (SOME_QUEUE)',
    );
  });

  it.each(LATE)('if it comes too late because $which', async ({ options, before, limit }) => {
    jest.useFakeTimers();
    const ask = setUp({ ...options, maxWaitMs: 5000 });
    fill(ask, before);
    const refused = refusedFor(
      ask('a9'),
      `${limit}, and none of them was free within 5 s (SOME_WAIT_SEC)`,
    );

    jest.advanceTimersByTime(5000);
    jest.useRealTimers();

    await refused;
  });
});
