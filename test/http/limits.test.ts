import { describe, expect, it } from '@jest/globals';
import { createLimitRequests } from '../../src/http/limits.js';
import type { UserCaller } from '../../src/http/route.js';
import { createLocalLimits } from '../../src/platform/limits/limits.js';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';

const tenantId = newId(TenantId);

/** Somebody with a token of their tenant's identity provider: no key, and no sign-in of ours. */
const personOfProvider = (): UserCaller => ({
  kind: 'user',
  apiKeyId: null,
  keyPrefix: null,
  signInId: null,
  isConfirmed: true,
  requestsPerMinute: null,
  scope: makeUserScope({
    tenantId,
    userId: newId(UserId),
    role: 'member',
    groups: [],
    permissions: ['chat'],
  }),
});

describe('people who sign in with an identity provider', () => {
  it('each have their own limit and do not use up anybody else’s', async () => {
    const limits = createLocalLimits({ nowMs: () => 0 });
    const perMinute = { key: 2, user: 100, tenant: 100 };
    const limit = createLimitRequests({ limits, perMinute });
    const [ada, ben] = [personOfProvider(), personOfProvider()];
    const ask = (who: UserCaller) => limit(who, { setHeader: () => ({}) as never });

    await ask(ada);
    await ask(ada);

    await expect(ask(ada)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(ask(ben)).resolves.toBeUndefined();
  });
});
