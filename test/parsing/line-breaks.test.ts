import { describe, expect, it } from '@jest/globals';
import { createLineBreaks } from '../../src/parsing/line-breaks.js';

const wrapped = [
  'The notice period for permanent employees is four weeks to the',
  'end of a month, and it begins with the day on which the letter',
  'is received by the other side, whoever of the two has written it',
  'and whatever the reason for it may have been in the first place,',
  'as long as the contract says nothing else about it.',
];

describe('the line breaks of a paragraph', () => {
  it('are removed if an editor wrapped the lines, up to the last one', () => {
    expect(createLineBreaks([wrapped])(wrapped)).toEqual([false, false, false, false, true]);
  });

  it('are kept in an address', () => {
    const address = ['Kestrel Ltd', 'Harbour Lane 7', 'Bergen'];

    expect(createLineBreaks([wrapped, address])(address)).toEqual([true, true, true]);
  });

  it('are judged by the width at which the rest of the file is wrapped', () => {
    const remark = ['It ends early here.', 'Then it begins anew with another sentence, as is'];

    expect(createLineBreaks([wrapped, remark])(remark)).toEqual([true, true]);
  });

  it('are removed in the middle of a word', () => {
    const parted = ['All agree-', 'ments end'];

    expect(createLineBreaks([parted])(parted)).toEqual([false, true]);
  });

  it('are handled in a paragraph of one line or of none', () => {
    expect(createLineBreaks([])(['Alone.'])).toEqual([true]);
    expect(createLineBreaks([])([])).toEqual([]);
  });
});
