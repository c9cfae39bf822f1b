import { describe, expect, it } from '@jest/globals';
import { correctStatements, leaveStatementsOut } from '../../src/answering/index.js';
import { citeAnswer, type CitableSource } from '../../src/citations/index.js';

const source = (key: string): CitableSource => ({ key, content: 'Nothing.', language: 'en' });

const cite = (answer: string) =>
  citeAnswer(answer, [source('a'), source('b'), source('c')], { language: 'en' });

const leaveOut = (answer: string, ...numbers: number[]) => {
  const left = leaveStatementsOut(cite(answer), ({ number }) => numbers.includes(number));
  const said = left.statements.map(({ charStart, charEnd }) =>
    left.answer.slice(charStart, charEnd),
  );
  return { ...left, said };
};

describe('statements removed from an answer', () => {
  it('take their own markers with them, and the other markers are renumbered', () => {
    const left = leaveOut(
      'Lunch costs 5 euros [1]. Dinner costs 9 euros [2][3]. Tea is free [3].',
      1,
    );

    expect(left.answer).toBe('Dinner costs 9 euros [1][2]. Tea is free [2].');
    expect(left.said).toEqual(['Dinner costs 9 euros [1][2].', 'Tea is free [2].']);
    expect(left.statements).toMatchObject([
      { number: 1, citations: [1, 2] },
      { number: 2, citations: [2] },
    ]);
    expect(left.citations.map(({ number, sourceIndex }) => [number, sourceIndex])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(left.droppedCitations).toBe(1);
  });

  it('take their list line with them', () => {
    const left = leaveOut('Meals:\n\n- **Lunch:** 5 euros [1]\n- Dinner: 9 euros [2]', 1);

    expect(left.answer).toBe('Meals:\n\n- Dinner: 9 euros [1]');
  });

  it('leave a dash in their table cell', () => {
    const table = '| Meal | Price | Time |\n|---|---|---|\n| Lunch | 5 euros [1] | noon [2] |';

    expect(leaveOut(table, 1).answer).toBe(
      '| Meal | Price | Time |\n|---|---|---|\n| Lunch | – | noon [1] |',
    );
  });

  it.each([
    ['9,999 euros. ```\n\n```\n![i](https://evil.example/i)\n```\n', 'opens a block'],
    ['9,999 euros.\n\n``` x` ```\n![i](https://evil.example/i) `a`', 'comes before a fence'],
  ])('leave no live image behind if %j %s', (rest) => {
    const { answer } = leaveOut(`Paid well [1].\n\nThe limit is ${rest}`, 2);

    expect(answer).toContain('Paid well [1].');
    expect(answer).not.toMatch(/evil\.example|!\[/);
  });

  it('leave the links in remaining code', () => {
    const code = '```\ncurl https://shop.example/a\n```';

    expect(leaveOut(`Paid well [1].\n\nIt costs 9 euros [2].\n\n${code}`, 2).answer).toContain(
      code,
    );
  });

  it('may be all statements of the answer', () => {
    expect(leaveOut('Lunch costs 5 euros [1].', 1)).toMatchObject({
      answer: '',
      statements: [],
      citations: [],
    });
  });
});

describe('a statement that is corrected', () => {
  it('is replaced by what the source says, and the others keep their places', () => {
    const cited = cite('Lunch costs 5 euros [1]. Dinner costs 9 euros [2].');

    const corrected = correctStatements(cited, new Map([[1, '“Lunch is free.” [1]']]));

    expect(corrected.answer).toBe('“Lunch is free.” [1] Dinner costs 9 euros [2].');
    const said = corrected.statements.map(({ charStart, charEnd }) =>
      corrected.answer.slice(charStart, charEnd),
    );
    expect(said).toEqual(['“Lunch is free.” [1]', 'Dinner costs 9 euros [2].']);
  });
});
