import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTenantWithPassword } from '../support/accounts.js';
import { serveApiOverDatabase, type ApiOverDatabase } from '../support/api-over-database.js';

const BAD_PER_MINUTE = 30;
const GUESSES = 1000;
const AT_ONCE = 8;

let served: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;

beforeAll(async () => {
  served = await serveApiOverDatabase({ badCredentialsPerMinute: BAD_PER_MINUTE });
  acme = await createTenantWithPassword(served);
});
afterAll(() => served.close());

describe('a thousand wrong passwords for one account from one address', () => {
  it('are soon refused with a time to wait, while the right one is let in', async () => {
    const guess = () => acme.login({ password: 'wrong' });
    const statuses: number[] = [];
    const waits: (string | null)[] = [];
    for (let sent = 0; sent < GUESSES; sent += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, guess));
      statuses.push(...answers.map(({ status }) => status));
      waits.push(
        ...answers
          .filter(({ status }) => status === 429)
          .map(({ headers }) => headers.get('Retry-After')),
      );
    }

    const right = await acme.login();

    const wrong = statuses.filter((status) => status === 401).length;
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(wrong).toBeGreaterThanOrEqual(BAD_PER_MINUTE);
    expect(wrong).toBeLessThan(GUESSES / 4);
    expect(waits.filter((seconds) => !/^[1-9]\d?$/.test(seconds ?? ''))).toEqual([]);
    expect(right.status).toBe(200);
  }, 150_000);

  it('leave refreshing and API keys of that address alone', async () => {
    const me = await served.api.call('GET', '/v1/me', { key: acme.adminKey });
    const { refreshToken } = (await acme.login()).json as { refreshToken: string };
    const refreshed = await served.api.call('POST', '/v1/auth/refresh', { body: { refreshToken } });

    expect([me.status, refreshed.status]).toEqual([200, 200]);
  });
});
