import { describe, expect, it } from '@jest/globals';
import { toPieces } from '../../console/src/search/passage-pieces.js';

describe('a passage in a list of results', () => {
  it('shows lines with equally many cells as one table between its text', () => {
    const content = 'Limits apply.\n\nHotel | 140\nMeals | 45 \\| 50\n\nAsk your manager.';

    expect(toPieces(content, null)).toEqual([
      { kind: 'text', text: 'Limits apply.' },
      {
        kind: 'table',
        rows: [
          ['Hotel', '140'],
          ['Meals', '45 | 50'],
        ],
      },
      { kind: 'text', text: 'Ask your manager.' },
    ]);
  });

  it('leaves out the heading of its chapter, and keeps any other first line', () => {
    expect(toPieces('Limits\n\nThey apply.', 'Expenses › Limits')).toEqual([
      { kind: 'text', text: 'They apply.' },
    ]);
    expect(toPieces('Limits\n\nThey apply.', 'Expenses')).toEqual([
      { kind: 'text', text: 'Limits\n\nThey apply.' },
    ]);
  });

  it('keeps a single line with a bar as text', () => {
    expect(toPieces('Yes | No', null)).toEqual([{ kind: 'text', text: 'Yes | No' }]);
  });
});
