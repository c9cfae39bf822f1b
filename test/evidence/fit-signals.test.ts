import { describe, expect, it } from '@jest/globals';
import {
  fitSignals,
  type Observed,
  type ObservedQuestion,
} from '../../src/evidence/fit-signals.js';
import { joinSignal } from '../../src/evidence/signals.js';

/** Waves between -1 and 1 that no two questions share. */
const wave = (seed: number): number => Math.sin(seed * 12.9898);

type Said = Partial<Omit<Observed, 'words'>>;

/** Questions whose words decide little; `said` is what models say of the answer and of passages beside it. */
const ask = (said: (isAnswer: boolean, seed: number) => Said): ObservedQuestion[] =>
  Array.from({ length: 400 }, (_, at) => {
    const isAnswerable = at % 2 === 0;
    const candidates = Array.from({ length: 5 }, (__, place): Observed => {
      const seed = (at >> 1) * 31 + place + 1;
      const isAnswer = isAnswerable && place === 0;
      const nothing = { passage: null, lines: null, reranker: null };
      const words = wave(seed) - 1 + Number(isAnswer);
      return { words, ...nothing, ...said(isAnswer, seed) };
    });
    return { candidates, isAnswerable };
  });

const cosine = (isAnswer: boolean, seed: number): number =>
  (isAnswer ? 0.7 : 0.4) + 0.08 * wave(seed * 7);

describe('the fitted weights of model signals', () => {
  it('decide questions that words do not, including held-out ones', () => {
    const { passage } = fitSignals(ask((is, seed) => ({ passage: cosine(is, seed) })));

    expect(passage?.questions).toBe(400);
    expect(passage?.errorBefore).toBeGreaterThan(0.2);
    expect(passage?.error).toBeLessThan(0.03);
    const curve = passage?.curve ?? { intercept: 0, before: 0, value: 0 };
    expect(joinSignal(0.4, 0.7, curve)).toBeGreaterThan(0.8);
    expect(joinSignal(0.4, 0.4, curve)).toBeLessThan(0.2);
  });

  it('are the same, whatever range the scores of a model have', () => {
    const [small, large] = [1, 1000].map((unit) =>
      fitSignals(ask((is, seed) => ({ reranker: unit * cosine(is, seed) }))),
    );

    const by = 1000;
    expect(large?.reranker?.error).toBe(small?.reranker?.error);
    expect((large?.reranker?.curve.value ?? 0) * by).toBeCloseTo(
      small?.reranker?.curve.value ?? 1,
      3,
    );
  });

  it('are zero if a model speaks against the right passages', () => {
    const { passage } = fitSignals(ask((is, seed) => ({ passage: -cosine(is, seed) })));

    expect(passage?.curve.value).toBe(0);
  });

  it('take known signals into account, so that a copy of one adds little', () => {
    const said = ask((is, seed) => ({
      passage: cosine(is, seed),
      reranker: cosine(is, seed),
    }));

    const { passage, reranker } = fitSignals(said);

    expect(reranker?.curve.value).toBeLessThan((passage?.curve.value ?? 0) / 2);
  });

  it('are fitted for single lines only on questions that nothing answers for certain', () => {
    const { passage, lines } = fitSignals(
      ask((is, seed) => ({ passage: cosine(is, seed), lines: cosine(is, seed) })),
    );

    expect(lines?.questions).toBeLessThan(passage?.questions ?? 0);
  });

  it('are left out if no model gave a score', () => {
    expect(fitSignals(ask(() => ({})))).toEqual({});
    expect(fitSignals([])).toEqual({});
  });
});
