import { describe, expect, it } from '@jest/globals';
import { createPlaces } from '../../../src/platform/models/places.js';

const { signal } = new AbortController();

/** Goes in and writes down its name once it is there. */
const queue = (atOnce?: number) => {
  const places = createPlaces(atOnce);
  const entered: string[] = [];
  const enter = async (name: string, own = signal): Promise<() => void> => {
    const leave = await places.enter(own);
    entered.push(name);
    return leave;
  };
  return { enter, entered };
};

describe('places for calls', () => {
  it('are given to all at once where no number is set', async () => {
    const { enter, entered } = queue();

    await Promise.all(['first', 'second', 'third'].map((name) => enter(name)));

    expect(entered).toEqual(['first', 'second', 'third']);
  });

  it('are given back to those who wait, in the order of asking', async () => {
    const { enter, entered } = queue(1);
    const leave = await enter('first');
    const second = enter('second');
    const third = enter('third');
    expect(entered).toEqual(['first']);

    leave();
    const leaveSecond = await second;
    expect(entered).toEqual(['first', 'second']);
    leaveSecond();
    await third;

    expect(entered).toEqual(['first', 'second', 'third']);
  });

  it('pass over a caller who gave up, and tell that caller why', async () => {
    const { enter, entered } = queue(1);
    const leave = await enter('first');
    const impatient = new AbortController();
    const late = new AbortController();
    const second = enter('second', impatient.signal);
    const third = enter('third', late.signal);
    const fourth = enter('fourth');

    impatient.abort();
    late.abort(new DOMException('The deadline passed.', 'TimeoutError'));
    leave();

    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(third).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await fourth;
    expect(entered).toEqual(['first', 'fourth']);
  });

  it('are not given to a newcomer before those who wait', async () => {
    const { enter, entered } = queue(1);
    const leave = await enter('first');
    const second = enter('second');

    leave();
    const newcomer = enter('newcomer');
    (await second)();
    await newcomer;

    expect(entered).toEqual(['first', 'second', 'newcomer']);
  });
});
