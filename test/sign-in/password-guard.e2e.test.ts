import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createPasswords } from '../../src/sign-in/passwords.js';
import { createTenantWithPassword, givePassword, PASSWORD } from '../support/accounts.js';
import {
  CHEAP_PASSWORDS,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

let served: ApiOverDatabase;
let nowMs = START_MS;
/** Hashes that were computed to look at a password. */
let looked = 0;

beforeAll(async () => {
  const cheap = createPasswords(CHEAP_PASSWORDS);
  served = await serveApiOverDatabase({
    now: () => new Date(nowMs),
    trustedProxies: ['127.0.0.1'],
    passwords: {
      ...cheap,
      matches: (...tried) => {
        looked += 1;
        return cheap.matches(...tried);
      },
    },
  });
});
afterAll(() => served.close());

type Tenant = Awaited<ReturnType<typeof createTenantWithPassword>>;

const loginAt = (
  address: string,
  { slug, email }: Pick<Tenant, 'slug' | 'email'>,
  password = 'wrong',
) =>
  served.api.call('POST', '/v1/auth/login', {
    body: { tenant: slug, email, password },
    headers: { 'X-Forwarded-For': address },
  });

const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

/** Counts the tries in the tenant's audit, by their result. */
const countTries = async ({ adminKey, adminId }: Tenant) => {
  await served.flushAudit();
  const { json } = await served.api.call('GET', '/v1/audit?limit=100', { key: adminKey });
  const Entry = z.object({
    action: z.string(),
    subjectId: z.string(),
    result: z.string(),
    count: z.int(),
  });
  const entries = z
    .object({ items: Entry.array() })
    .parse(json)
    .items.filter((entry) => entry.action === 'sign_in.start' && entry.subjectId === adminId);
  const of = (result: string) => entries.filter((entry) => entry.result === result);
  return {
    refused: of('refused').reduce((sum, { count }) => sum + count, 0),
    refusedEntries: of('refused').length,
    ok: of('ok').length,
  };
};

describe('300 wrong passwords for one account from one address', () => {
  const HOME = '192.0.2.7';
  const ATTACKER = '203.0.113.9';
  let acme: Tenant;
  let statuses: number[];
  let hashes: number;

  beforeAll(async () => {
    acme = await createTenantWithPassword(served);
    await loginAt(HOME, acme, PASSWORD);
    looked = 0;
    statuses = await statusesOf(Array.from({ length: 300 }, () => loginAt(ATTACKER, acme)));
    hashes = looked;
  });

  it('are checked ten times, and no hash is computed for the refused ones', () => {
    expect(hashes).toBe(10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(290);
  });

  it('pause the account for addresses that never signed in to it, and the error says how long', async () => {
    const { status, headers, json } = await loginAt('198.51.100.1', acme, PASSWORD);

    expect(status).toBe(429);
    expect(json).toMatchObject({
      detail:
        'Too many wrong passwords: this account, where nobody has signed in to it before, may have 10, then 6 a minute.',
    });
    expect(Number(headers.get('Retry-After'))).toBe(10);
  });

  it('do not lock its holder out from where they have signed in before', async () => {
    expect((await loginAt(HOME, acme, PASSWORD)).status).toBe(200);
  });

  it('are all audited, the flood as one entry with its count', async () => {
    expect(await countTries(acme)).toMatchObject({ refused: 301, refusedEntries: 2 });
  });

  it('make pauses grow: ten seconds, a minute, a quarter of an hour', async () => {
    const pauses = new Set<number>();
    for (let round = 0; round < 90; round += 1) {
      const { status, headers } = await loginAt(ATTACKER, acme);
      const waitSec = Number(headers.get('Retry-After') ?? 0);
      if (status === 429) pauses.add(waitSec);
      nowMs += waitSec * 1000;
    }

    expect(Math.max(...pauses)).toBeGreaterThan(600);
    expect([...pauses].some((seconds) => seconds > 30 && seconds <= 60)).toBe(true);
  });

  it('leave the account open to a new address once the pause is over', async () => {
    nowMs += 16 * 60_000;

    expect((await loginAt('198.51.100.2', acme, PASSWORD)).status).toBe(200);
  });
});

describe('an account that does not exist', () => {
  it('is paused like one that exists', async () => {
    const acme = await createTenantWithPassword(served);
    const nobody = { slug: acme.slug, email: 'nobody@example.com' };

    const statuses = await statusesOf(
      Array.from({ length: 20 }, () => loginAt('203.0.113.10', nobody)),
    );

    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('30 unfinished bad logins from one address', () => {
  it('for other accounts do not block a holder who was never there', async () => {
    const acme = await createTenantWithPassword(served);
    const bad = Array.from({ length: 30 }, (_, index) =>
      loginAt('203.0.113.20', { slug: acme.slug, email: `other-${index}@example.com` }),
    );

    const right = await loginAt('203.0.113.20', acme, PASSWORD);

    expect(right.status).toBe(200);
    expect(new Set(await statusesOf(bad))).toEqual(new Set([401]));
  });

  it('for the same account do not block its holder who has signed in there', async () => {
    const acme = await createTenantWithPassword(served);
    await loginAt('203.0.113.21', acme, PASSWORD);
    const bad = Array.from({ length: 30 }, () => loginAt('203.0.113.21', acme));

    const right = await loginAt('203.0.113.21', acme, PASSWORD);

    expect(right.status).toBe(200);
    expect(new Set(await statusesOf(bad))).toEqual(new Set([401]));
  });
});

describe('one password tried on many accounts, from one address', () => {
  it('is refused after a hundred, unhashed, while a holder who was there before is admitted', async () => {
    const acme = await createTenantWithPassword(served);
    await loginAt('203.0.113.30', acme, PASSWORD);
    looked = 0;

    const statuses = await statusesOf(
      Array.from({ length: 150 }, (_, index) =>
        loginAt('203.0.113.30', { slug: acme.slug, email: `user-${index}@example.com` }),
      ),
    );

    expect(looked).toBe(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect((await loginAt('203.0.113.30', acme, PASSWORD)).status).toBe(200);
  });
});

describe('guessing from many addresses of one IPv6 network', () => {
  it('counts as one address, in whatever notation', async () => {
    const acme = await createTenantWithPassword(served);
    await loginAt('[2001:db8:aa:1::5]:4711', acme, PASSWORD);
    looked = 0;

    const statuses = await statusesOf(
      Array.from({ length: 150 }, (_, index) =>
        loginAt(`2001:db8:aa:1::${index.toString(16)}`, {
          slug: acme.slug,
          email: `user-${index}@example.com`,
        }),
      ),
    );

    expect(looked).toBe(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect((await loginAt('2001:db8:aa:1:9::1', acme, PASSWORD)).status).toBe(200);
  });
});

describe("guessing a user's password in a stolen session", () => {
  it('is refused after some tries, unhashed, and is audited', async () => {
    const acme = await createTenantWithPassword(served);
    await givePassword(served, { tenantId: acme.tenantId, userId: acme.adminId });
    looked = 0;
    const change = () =>
      served.api.call('PUT', '/v1/me/password', {
        key: acme.adminKey,
        body: { currentPassword: 'wrong', newPassword: 'a new horse for the battery' },
      });

    const statuses = await statusesOf(Array.from({ length: 80 }, change));

    expect(looked).toBeLessThanOrEqual(62);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(18);
    await served.flushAudit();
    const { text } = await served.api.call('GET', '/v1/audit', { key: acme.adminKey });
    expect(text).toContain('"action":"password.change"');
  });
});
