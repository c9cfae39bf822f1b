import type { CreateOnceDeps } from '../../src/http/create-once.js';
import type { IdempotencyRepository } from '../../src/http/idempotency.js';
import type { Scope } from '../../src/shared/scope.js';

type Claim = Parameters<IdempotencyRepository['claim']>[0];
type Stored = NonNullable<Awaited<ReturnType<IdempotencyRepository['claim']>>>;

/** Records of idempotency keys in memory. */
export const createKeyRecords = (now: () => Date): CreateOnceDeps['database'] => {
  const records = new Map<string, Stored>();
  return { withScope: (scope, work) => work({ idempotency: recordsOf(scope, records, now) }) };
};

const recordsOf = (
  scope: Scope,
  records: Map<string, Stored>,
  now: () => Date,
): IdempotencyRepository => {
  const nameOf = ({ route, key }: Pick<Claim, 'route' | 'key'>) =>
    [scope.tenantId, 'userId' in scope ? scope.userId : '', route, key].join(' ');
  const put = ({ requestHash, lockedUntil, result, ...name }: Claim) =>
    void records.set(nameOf(name), {
      requestHash,
      state: 'running',
      lockedUntil,
      // As a database keeps it.
      result: JSON.parse(JSON.stringify(result)) as unknown,
      createdAt: now(),
    });
  return {
    claim: async (claim) => {
      const known = records.get(nameOf(claim));
      if (known === undefined) put(claim);
      return known ?? null;
    },
    takeOver: async (claim) => put(claim),
    renew: async () => true,
    settle: async (claim, end) => {
      const record = records.get(nameOf(claim));
      if (record === undefined) return;
      const result = 'result' in end ? (JSON.parse(JSON.stringify(end.result)) as unknown) : null;
      records.set(nameOf(claim), { ...record, state: end.state, result });
    },
    release: async (claim) => void records.delete(nameOf(claim)),
    removeExpired: async () => 0,
  };
};
