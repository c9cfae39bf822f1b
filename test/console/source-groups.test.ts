import { describe, expect, it } from '@jest/globals';
import { splitClosest } from '../../console/src/ask/answer-text.js';
import { groupByDocument } from '../../console/src/ask/source-groups.js';

describe('the list of sources', () => {
  it('has each document once, with its passages in numerical order', () => {
    const citations = [
      { number: 1, documentId: 'manual' },
      { number: 2, documentId: 'rules' },
      { number: 3, documentId: 'manual' },
      { number: 4 },
      { number: 5 },
    ];

    const numbers = groupByDocument(citations).map((group) => group.map(({ number }) => number));

    expect(numbers).toEqual([[1, 3], [2], [4], [5]]);
  });
});

describe('passages that are only close to the question', () => {
  it('are shown apart from the answer that nothing was found', () => {
    const notice = 'These are the closest passages:';

    const parted = splitClosest(`Not in the documents.\n\n${notice}\n\n“Noon.” [1]`, notice);

    expect(parted).toEqual({ text: 'Not in the documents.', closest: '“Noon.” [1]' });
  });

  it('are not searched for unless that answer is given', () => {
    expect(splitClosest('Noon [1].', null)).toEqual({ text: 'Noon [1].', closest: '' });
    expect(splitClosest('Noon [1].', 'Quoted:')).toEqual({ text: 'Noon [1].', closest: '' });
  });
});
