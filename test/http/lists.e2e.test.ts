import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

let house: ApiOverDatabase;
beforeAll(async () => {
  house = await serveApiOverDatabase();
});
afterAll(() => house.close());

const Page = z.looseObject({
  items: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
  total: z.int().optional(),
});

const createHouse = async () => {
  const { adminKey } = await createTenantOverApi(house);
  const add = (email: string) =>
    house.api.call('POST', '/v1/users', { key: adminKey, body: { email, role: 'member' } });
  for (const name of ['zoe', 'ann', 'bea', 'anna']) await add(`${name}@people.example`);
  const read = async (query: string) => {
    const answer = await house.api.call('GET', `/v1/${query}`, { key: adminKey });
    return { ...answer, page: answer.status === 200 ? Page.parse(answer.json) : null };
  };
  return { adminKey, read };
};

const emailsOf = (page: z.infer<typeof Page> | null) =>
  page?.items.map((item) => String(item['email']).split('@')[0]);

describe('GET /v1/users', () => {
  it('filters by the beginning of the address, orders by it, and counts', async () => {
    const { read } = await createHouse();

    const { page } = await read('users?email=ANN&sort=email&total=true');

    expect(emailsOf(page)).toEqual(['ann', 'anna']);
    expect(page?.total).toBe(2);
  });

  it('pages through its order, each user once', async () => {
    const { read } = await createHouse();
    const first = (await read('users?role=member&sort=-email&limit=3')).page;

    const query = `users?role=member&sort=-email&limit=3&cursor=${first?.nextCursor ?? ''}`;
    const second = (await read(query)).page;

    expect([emailsOf(first), emailsOf(second)]).toEqual([['zoe', 'bea', 'anna'], ['ann']]);
    expect(second?.nextCursor).toBeNull();
  });

  it('refuses a cursor of another filter or order, but not if only the count is new', async () => {
    const { read } = await createHouse();
    const cursor = (await read('users?sort=email&limit=1')).page?.nextCursor ?? '';

    const answers = [
      await read(`users?sort=-email&limit=1&cursor=${cursor}`),
      await read(`users?sort=email&role=admin&limit=1&cursor=${cursor}`),
      await read(`users?sort=email&limit=1&total=true&cursor=${cursor}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
    expect(answers[0]?.json).toMatchObject({ errors: [{ path: 'cursor' }] });
  });
});

describe('GET /v1/audit', () => {
  it('counts the entries that match its filter', async () => {
    const { read } = await createHouse();

    const ofAction = await read('audit?action=user.create&limit=1&total=true');
    const ofWord = await read('audit?action=user&limit=1&total=true');
    const ofAnother = await read('audit?action=use&total=true');

    expect(ofAction.page?.items).toHaveLength(1);
    expect([ofAction, ofWord, ofAnother].map(({ page }) => page?.total)).toEqual([4, 4, 0]);
  });
});

describe.each(['sessions', 'executions', 'audit'])('GET /v1/%s', (list) => {
  it('refuses a time range whose end is before its start, and names the field', async () => {
    const { read } = await createHouse();

    const answer = await read(`${list}?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z`);

    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ errors: [{ path: 'from' }] });
  });
});
