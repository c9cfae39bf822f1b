import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Fault, Scene } from '../../chaos/faults/fault.js';
import { openLedger } from '../../chaos/ledger.js';
import { createRandom } from '../../chaos/random.js';
import { strikeAll } from '../../chaos/strike-all.js';

const faultOf = (number: number, strike: () => void): Fault => ({
  number,
  title: `fault ${number}`,
  strike: async () => {
    strike();
    return 1;
  },
});

const sceneOf = async (): Promise<Scene> => {
  const ledger = openLedger(join(await mkdtemp(join(tmpdir(), 'kr-ledger-')), 'ledger.jsonl'));
  // The faults of these tests look at nothing else.
  return { ledger, random: createRandom(1) } as Scene;
};

describe('the faults of a chaos run', () => {
  it('stop when the run is told to stop, and the rest count as not reached', async () => {
    const stopping = new AbortController();
    const faults = [faultOf(1, () => stopping.abort()), faultOf(2, () => undefined)];

    const { struck, excuses } = await strikeAll({
      scene: await sceneOf(),
      faults,
      limitMs: 60_000,
      signal: stopping.signal,
      tell: () => undefined,
    });

    expect(struck.map(({ times }) => times)).toEqual([1, null]);
    expect(excuses).toHaveLength(1);
  });

  it('stop when the time is up, even in the first round', async () => {
    const faults = [faultOf(1, () => undefined), faultOf(2, () => undefined)];

    const { struck } = await strikeAll({
      scene: await sceneOf(),
      faults,
      limitMs: 1,
      signal: new AbortController().signal,
      tell: () => undefined,
    });

    expect(struck.map(({ times }) => times)).toEqual([1, null]);
  });
});
