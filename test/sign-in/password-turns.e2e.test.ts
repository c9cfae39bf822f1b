import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswords } from '../../src/sign-in/passwords.js';
import { PASSWORD } from '../support/accounts.js';
import {
  CHEAP_PASSWORDS,
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { eventually } from '../support/eventually.js';

let served: ApiOverDatabase;
const hashing = { now: 0, most: 0 };
let open = (): void => undefined;
const gate = new Promise<void>((resolve) => (open = resolve));

beforeAll(async () => {
  const cheap = createPasswords(CHEAP_PASSWORDS);
  served = await serveApiOverDatabase({
    passwords: {
      ...cheap,
      hash: async (password) => {
        hashing.now += 1;
        hashing.most = Math.max(hashing.most, hashing.now);
        await gate;
        return cheap.hash(password).finally(() => (hashing.now -= 1));
      },
    },
  });
});
afterAll(() => served.close());

describe('POST /v1/users with a password, 120 at once by one admin', () => {
  it('hashes two at a time, lets a hundred wait and refuses the others', async () => {
    const acme = await createTenantOverApi(served);
    const retryAfter: (string | null)[] = [];
    const makeUser = async (_: unknown, index: number) => {
      const { status, headers } = await served.api.call('POST', '/v1/users', {
        key: acme.adminKey,
        body: { email: `user-${index}@example.com`, role: 'member', password: PASSWORD },
      });
      if (status === 429) retryAfter.push(headers.get('Retry-After'));
      return status;
    };

    const made = Promise.all(Array.from({ length: 120 }, makeUser));
    await eventually(
      () => retryAfter.length,
      (count) => count === 18,
    );
    open();
    const statuses = await made;

    expect(hashing.most).toBe(2);
    expect(statuses.filter((status) => status === 201)).toHaveLength(102);
    expect(new Set(retryAfter)).toEqual(new Set(['2']));
  });
});
