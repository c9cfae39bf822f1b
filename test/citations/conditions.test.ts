import { describe, expect, it } from '@jest/globals';
import { isProviso, limitsRest } from '../../src/citations/conditions.js';

describe('the conditions of a sentence', () => {
  it.each([
    ['en', 'if the manager agrees'],
    ['en', 'unless it is a public holiday'],
    ['en', 'only for permanent staff'],
    ['de', 'sofern der Vorgesetzte zustimmt'],
  ])('are recognised (%s): %s', (language, part) => {
    expect(limitsRest(part, language)).toBe(true);
  });

  it.each([
    ['en', 'the notice period is four weeks'],
    ['de', 'die Frist beträgt vier Wochen'],
  ])('are not recognised in a main clause (%s): %s', (language, part) => {
    expect(limitsRest(part, language)).toBe(false);
  });
});

describe('a sentence that states an exception to the one before', () => {
  it('is recognised by the words it begins with', () => {
    expect(isProviso('Excluded are trainees.')).toBe(true);
    expect(isProviso('  Except on public holidays.')).toBe(true);
  });

  it('is not recognised if such a word comes later or is part of another one', () => {
    expect(isProviso('All are paid except trainees.')).toBe(false);
    expect(isProviso('Exceptional work is rewarded.')).toBe(false);
  });
});
