import { describe, expect, it } from '@jest/globals';
import { createCitationStream } from '../../../src/citations/index.js';
import { createCarryCheck } from '../../../src/citations/rules/carry-check.js';
import { createStatementRules } from '../../../src/citations/rules/statement-rules.js';
import { createStatementCutter } from '../../../src/citations/cut-statements.js';
import { findCitedMarkers } from '../../../src/citations/cited-sentences.js';
import type { CitableSource } from '../../../src/citations/citation.js';
import { growthOf, LINEAR } from '../../support/growth.js';

const sourceOf = (content: string, key = 'a'): CitableSource => ({ key, content, language: 'en' });

const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const VOWELS = 'aeiou';

/** A word of its own for each number up to 2,000. */
const wordOf = (number: number): string =>
  [
    CONSONANTS[number % 20],
    VOWELS[Math.floor(number / 20) % 5],
    CONSONANTS[Math.floor(number / 100) % 20],
  ].join('');

/** So many words with commas between them, each `step` places after the one before. */
const listOf = (count: number, step: number): string =>
  `${Array.from({ length: count }, (_, at) => wordOf((at * step) % count)).join(', ')}.`;

const rulesFor = (content: string) =>
  createStatementRules([sourceOf(content)], { question: 'What?', language: 'en', otherTexts: [] });

describe('the work limit of the rules for an answer', () => {
  it('leaves a statement with too many clauses to the judge', () => {
    const few = rulesFor(listOf(30, 1)).check({ text: listOf(30, 7), lead: '', cited: [0] });
    const many = rulesFor(listOf(290, 1)).check({ text: listOf(290, 7), lead: '', cited: [0] });

    expect(few.verdict).toBe('supported');
    expect(many).toEqual({ verdict: 'open', reason: 'other_words', sourceIndexes: [0] });
  });

  it('stops after hundreds of expensive statements and leaves the rest undecided', () => {
    const content = 'Salary is paid in March to staff. Pay no 3 euros. '.repeat(30);
    const sources = Array.from({ length: 8 }, (_, at) => sourceOf(content, `${at}`));
    const stream = createCitationStream(sources, { language: 'en', question: 'What is paid?' });

    stream.push('pay;no 3;'.repeat(430));
    const { statements } = stream.end();

    const verdicts = statements.map(({ finding }) => finding.verdict);
    expect(verdicts.slice(0, 20)).toContain('supported');
    expect(new Set(verdicts.slice(-200))).toEqual(new Set(['open']));
  });

  it('covers every statement of an answer with a hundred ordinary sentences', () => {
    const sentences = Array.from(
      { length: 100 },
      (_, at) => `The ${wordOf(at)} allowance for ${wordOf(at + 7)} is ${at + 20} euros.`,
    );
    const sources = Array.from({ length: 8 }, (_, at) =>
      sourceOf(sentences.slice(at * 12, at * 12 + 20).join(' '), `${at}`),
    );
    const stream = createCitationStream(sources, { language: 'en', question: 'Which are there?' });

    stream.push(
      sentences.map((one) => one.replace('allowance for', 'allowance that is for')).join(' '),
    );

    const [last] = stream.end().statements.slice(-1);
    expect(last?.finding.verdict).toBe('supported');
  });

  it("does not accept the judge's yes for a statement too long for the rules", () => {
    const mayCarry = createCarryCheck({ question: 'What?', language: 'en' });
    const carry = (text: string): boolean =>
      mayCarry({ statement: { text, lead: '', cited: [0] }, source: sourceOf(text), words: text });

    expect(carry(listOf(30, 1))).toBe(true);
    expect(carry(listOf(290, 1))).toBe(false);
    expect(carry(`${'word '.repeat(400)}.`)).toBe(false);
  });
});

describe('a sentence of nothing but markers', () => {
  it('is split in linear time', () => {
    const cut = (size: number): void => {
      const text = '[1], '.repeat(size / 5);
      const { markers } = findCitedMarkers(text, { sourceCount: 1 });
      createStatementCutter({ question: '', language: 'en' }).cut(text, markers);
    };

    expect(growthOf(cut, 8_000)).toBeLessThan(LINEAR);
  });
});
