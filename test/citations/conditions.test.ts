import { describe, expect, it } from '@jest/globals';
import { isProviso, limitsRest } from '../../src/citations/conditions.js';

describe('a part of a sentence', () => {
  it.each([
    ['en', 'if the manager agrees'],
    ['en', 'unless it is a public holiday'],
    ['en', 'only for permanent staff'],
    ['de', 'sofern der Vorgesetzte zustimmt'],
  ])('limits the rest (%s): %s', (language, part) => {
    expect(limitsRest(part, language)).toBe(true);
  });

  it.each([
    ['en', 'the notice period is four weeks'],
    ['de', 'die Frist beträgt vier Wochen'],
  ])('limits nothing (%s): %s', (language, part) => {
    expect(limitsRest(part, language)).toBe(false);
  });
});

describe('a sentence that takes something out of the one before', () => {
  it('begins with words that say so', () => {
    expect(isProviso('Excluded are trainees.')).toBe(true);
    expect(isProviso('  Except on public holidays.')).toBe(true);
  });

  it('is none where such a word stands further behind, or begins another one', () => {
    expect(isProviso('All are paid except trainees.')).toBe(false);
    expect(isProviso('Exceptional work is rewarded.')).toBe(false);
  });
});
