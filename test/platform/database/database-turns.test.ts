import { describe, expect, it } from '@jest/globals';
import { createDatabaseTurns } from '../../../src/platform/database/database-turns.js';
import { newId, TenantId } from '../../../src/shared/ids.js';

const [flooding, other, third] = [newId(TenantId), newId(TenantId), newId(TenantId)];

/** Turns at four connections, or so many. Eight transactions may wait, four of them of one tenant. */
const openTurns = (atOnce = 4) => {
  const pauses: number[] = [];
  const turns = createDatabaseTurns({
    atOnce,
    maxWaiting: 8,
    maxWaitMs: 60_000,
    later: async (milliseconds) => pauses.push(milliseconds),
  });
  const order: string[] = [];
  const wait = async (name: string, ...who: Parameters<typeof turns.take>) => {
    const leave = await turns.take(...who);
    order.push(name);
    return leave;
  };
  return { turns, pauses, order, wait };
};

/** A tenant with three connections and four transactions that wait for another. */
const flood = async ({ turns, wait }: ReturnType<typeof openTurns>) => ({
  running: await Promise.all([1, 2, 3].map(() => turns.take(flooding, 'admission'))),
  waiting: [1, 2, 3, 4].map((number) => wait(`flooding ${number}`, flooding, 'admission')),
});

const endAll = async (turns: readonly (Promise<() => void> | (() => void))[]) => {
  for (const turn of turns) (await turn)();
};

describe('a tenant that floods a process with database requests', () => {
  it('is refused once it exceeds its share of waiting requests, while other tenants are not', async () => {
    const house = openTurns();
    const { running, waiting } = await flood(house);

    const refused: unknown = await house.turns
      .take(flooding, 'admission')
      .catch((error: unknown) => error);
    const ofOther = await house.turns.take(other, 'admission');

    expect(refused).toMatchObject({
      code: 'rate_limited',
      retryAfterSec: 1,
      message: expect.stringContaining('this tenant may have 4 waiting of DATABASE_QUEUE=8'),
    });
    expect(house.pauses).toHaveLength(1);
    await endAll([...running, ofOther, ...waiting]);
  });

  it('gets at most two transactions at once while another tenant waits, however large the pool is', async () => {
    const house = openTurns(10);
    const asked = await house.turns.take(other, 'admission');
    const running = [1, 2].map(() => house.wait('flooding', flooding, 'admission'));

    const further = house.wait('further', flooding, 'admission');
    const ofOther = house.wait('other', other, 'admission');

    await ofOther;
    expect(house.order).toEqual(['flooding', 'flooding', 'other']);
    await endAll([asked, ofOther, ...running, further]);
  });

  it('keeps running requests that were already admitted', async () => {
    const house = openTurns();
    const { running, waiting } = await flood(house);

    const further = house.wait('further', flooding, 'request');

    await endAll([...running, ...waiting, further]);
    expect(house.order).toContain('further');
  });

  it('lets all other tenants go first, however long its own requests have waited', async () => {
    const house = openTurns();
    const { running, waiting } = await flood(house);
    const last = await house.turns.take(other, 'admission');
    const others = [
      house.wait('third', third, 'admission'),
      house.wait('other', other, 'admission'),
    ];

    last();
    await endAll(running);
    await endAll(others);

    expect(house.order.slice(0, 2)).toEqual(['third', 'other']);
    await endAll(waiting);
  });

  it("cannot use up another tenant's share by naming that tenant", async () => {
    const house = openTurns();
    const strangers = [
      await house.turns.take(other, 'stranger'),
      await house.turns.take(other, 'stranger'),
    ];

    const own = await house.turns.take(other, 'admission');

    await endAll([...strangers, own]);
    expect(house.pauses).toEqual([]);
  });
});

describe('a tenant that has no waiting database requests', () => {
  it('is let in, however many other tenants flood the process', async () => {
    const house = openTurns();
    const { running, waiting } = await flood(house);
    const last = await house.turns.take(other, 'admission');
    const others = [1, 2, 3, 4].map(() => house.wait('other', other, 'admission'));

    const asked = house.wait('third', third, 'admission');

    await endAll([last, ...running, asked, ...others, ...waiting]);
    expect(house.pauses).toEqual([]);
  });
});

describe('background work that nobody waits for', () => {
  it('is not refused and takes its turn like any tenant', async () => {
    const house = openTurns();
    const { running, waiting } = await flood(house);
    const background = Array.from({ length: 20 }, (_unused, index) =>
      house.wait(`work ${index}`, index === 19 ? other : flooding, 'background'),
    );
    const [first] = background;
    const asked = house.wait('asked', third, 'admission');

    await endAll([first ?? Promise.reject(new Error('There is one.'))]);
    await endAll(running);
    await endAll([asked, ...waiting, ...background]);

    expect(house.order).toHaveLength(25);
    // Another tenant's work does not wait for all that the first one has.
    expect(house.order.indexOf('work 19')).toBeLessThan(house.order.indexOf('work 10'));
    expect(house.pauses).toEqual([]);
  });
});
