import { describe, expect, it } from '@jest/globals';
import type { CitableSource } from '../../src/citations/citation.js';
import { citeAnswer } from '../../src/citations/cite-answer.js';

const sources: readonly CitableSource[] = ['a', 'b', 'c'].map((key) => ({
  key,
  content: 'Lunch is free.',
  language: 'en',
}));

const cite = (marker: string) =>
  citeAnswer(`Lunch is free ${marker}. So.`, sources, { language: 'en' });

describe('a citation marker', () => {
  it.each([
    '[\u200b1\u200b]',
    '[1\u2060]',
    `[${'\u200b'.repeat(30)}1]`,
    '[\u00ad1]',
    '［１］',
    '[１]',
    '[¹]',
    '[₁]',
    '[①]',
    '[١]',
    '[१]',
    '[𝟏]',
    '[1\uFE0F\u20E3]',
    '⁅1⁆',
    '【1】',
    '【１†source】',
    '〔1〕',
    '〖1〗',
    '⟦1⟧',
    '[0001]',
    '[**1**]',
    '\\[1\\]',
    '[ \u00a0 \u3000 1 ]',
    '[Source: １]',
  ])('is recognised by its number, however it is spelled: %j', (marker) => {
    const cited = cite(marker);

    expect(cited.answer).toBe('Lunch is free [1]. So.');
    expect(cited.statements).toMatchObject([{ cited: [0] }]);
  });

  it.each(['[\u200b9\u200b]', '［９］', '[⁹]', '⁅9⁆', '〔9〕', '[❶]', '[❶, 9]', '[००]'])(
    'is removed if it names no source, however it is spelled: %j',
    (marker) => {
      const cited = cite(marker);

      expect(cited.answer).toBe('Lunch is free. So.');
      expect(cited.droppedMarkers).toBe(1);
    },
  );

  it.each([
    ['[1-3]', [0, 1, 2]],
    ['[1–2]', [0, 1]],
    ['[１、３]', [0, 2]],
  ])('may name several sources: %j', (marker, indexes) => {
    expect(cite(marker).statements[0]?.cited).toEqual(indexes);
  });

  it.each(['[sic]', '[]', '[ \u200b]', '[x1]', '[1a]', '「1」', '(1)', '[a, 1]', '[20.5]'])(
    'is not recognised in %j',
    (text) => {
      expect(cite(text).answer).toBe(`Lunch is free ${text}. So.`);
    },
  );

  it('keeps its brackets if it was a link', () => {
    expect(cite('[１](https://evil.example)').answer).toBe('Lunch is free [1]. So.');
  });

  it.each([',', '-', ', 1-', ' , '])(
    'is distinguished from a long list of zero-padded numbers with %j between them',
    (between) => {
      const text = `[1${`${between}01`.repeat(60)}s]`;

      expect(cite(text).answer).toBe(`Lunch is free ${text}. So.`);
    },
  );
});
