import { describe, expect, it } from '@jest/globals';
import { createRecentCounts, requireOneMore, requireRoom } from '../../src/tenancy/quotas.js';
import { DEFAULT_TENANT_LIMITS, type TenantLimits } from '../../src/tenancy/limits.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { newId, TenantId } from '../../src/shared/ids.js';

const GIB = 1024 ** 3;
const NO_QUOTAS = {
  documents: null,
  storageBytes: null,
  questionsPerDay: null,
  tokensPerMonth: null,
};

/** A tenant that has this much, by a clock of its own; `counted` says how often the database counted. */
const startTenant = (limits: Partial<TenantLimits> = {}) => {
  let nowMs = 0;
  const has = { documents: 0, storageBytes: 0, sessions: 0 };
  const seen = { counted: 0, locked: 0 };
  const scope = makeSystemScope(newId(TenantId));
  const recent = createRecentCounts(() => nowMs).for(scope);
  const note = <Value>(value: Value): Promise<Value> => {
    seen.counted += 1;
    return Promise.resolve(value);
  };
  const quotas = {
    recent,
    limits: () => Promise.resolve({ ...DEFAULT_TENANT_LIMITS, ...limits }),
    count: () => note(has.sessions),
    stored: () => note({ ...has }),
    spent: () => Promise.reject(new Error('not asked here')),
    lock: () => {
      seen.locked += 1;
      return Promise.resolve();
    },
  };
  return {
    has,
    seen,
    pass: (seconds: number) => (nowMs += seconds * 1000),
    add: (bytes = 0) => requireRoom({ quotas }, NO_QUOTAS, { documents: 1, bytes }),
    addSession: () => requireOneMore({ quotas }, 'sessions'),
  };
};

describe('the usage of a tenant is counted', () => {
  it('once for many additions while its limits are far away', async () => {
    const tenant = startTenant();

    for (let upload = 0; upload < 50; upload += 1) await tenant.add();
    for (let session = 0; session < 50; session += 1) await tenant.addSession();

    expect(tenant.seen).toEqual({ counted: 2, locked: 0 });
  });

  it('again if more might have been added since than is left', async () => {
    const tenant = startTenant({ documents: 8_000 });

    await tenant.add();
    tenant.pass(8);
    await tenant.add();

    expect(tenant.seen.counted).toBe(2);
  });

  it('again after a minute in any case', async () => {
    const tenant = startTenant({ storageBytes: 1e6 * GIB, documents: 1e9 });

    await tenant.add();
    tenant.pass(61);
    await tenant.add();

    expect(tenant.seen.counted).toBe(2);
  });

  it('under the lock at each addition if little is left', async () => {
    const tenant = startTenant({ documents: 10 });

    await tenant.add();
    await tenant.add();

    expect(tenant.seen).toEqual({ counted: 4, locked: 2 });
  });

  it('for a file that is larger than what is certainly left', async () => {
    const tenant = startTenant({ storageBytes: 20 * GIB });

    await tenant.add();
    await tenant.add(15 * GIB);

    expect(tenant.seen.counted).toBe(3);
  });
});
