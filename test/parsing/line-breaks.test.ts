import { describe, expect, it } from '@jest/globals';
import { createLineBreaks } from '../../src/parsing/line-breaks.js';

const wrapped = [
  'The notice period for permanent employees is four weeks to the',
  'end of a month, and it begins with the day on which the letter',
  'is received by the other side, whoever of the two has written it',
  'and whatever the reason for it may have been in the first place,',
  'as long as the contract says nothing else about it.',
];

describe('the lines of a paragraph', () => {
  it('that an editor wrapped go on, up to the last', () => {
    expect(createLineBreaks([wrapped])(wrapped)).toEqual([false, false, false, false, true]);
  });

  it('of an address were each ended on purpose', () => {
    const address = ['Kestrel Ltd', 'Harbour Lane 7', 'Bergen'];

    expect(createLineBreaks([wrapped, address])(address)).toEqual([true, true, true]);
  });

  it('are judged by the width at which the others of the file were wrapped', () => {
    const remark = ['It ends early here.', 'Then it begins anew with another sentence, as is'];

    expect(createLineBreaks([wrapped, remark])(remark)).toEqual([true, true]);
  });

  it('that go on in the middle of a word were not ended on purpose', () => {
    const parted = ['All agree-', 'ments end'];

    expect(createLineBreaks([parted])(parted)).toEqual([false, true]);
  });

  it('may be one or none', () => {
    expect(createLineBreaks([])(['Alone.'])).toEqual([true]);
    expect(createLineBreaks([])([])).toEqual([]);
  });
});
