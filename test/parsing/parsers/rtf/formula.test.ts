import { describe, expect, it } from '@jest/globals';
import { RtfFormula } from '../../../../src/parsing/parsers/rtf/formula.js';

type Group = readonly (string | Group)[];

/** Groups as a reader of RTF comes by them: words begin with a backslash, all else is text. */
const read = (groups: readonly Group[]): string => {
  const formula = new RtfFormula();
  const walk = (group: Group): void => {
    formula.openGroup();
    for (const part of group) {
      if (typeof part !== 'string') walk(part);
      else if (part.startsWith('\\')) formula.word(part.slice(1));
      else formula.text(part);
    }
    formula.closeGroup();
  };
  groups.forEach(walk);
  return formula.shown;
};

const run = (text: string): Group => ['\\mr', ['\\mt', text]];

describe('a formula in RTF', () => {
  it('is read as a fraction', () => {
    expect(read([['\\mf', ['\\mnum', run('12')], ['\\mden', run('5')]]])).toBe('12/5');
  });

  it('is read as a power', () => {
    expect(read([['\\msSup', ['\\me', run('x')], ['\\msup', run('2')]]])).toBe('x²');
  });

  it('is not broken by one closing brace too many', () => {
    const formula = new RtfFormula();

    formula.closeGroup();
    formula.closeGroup();
    formula.text('x');

    expect(formula.shown).toBe('');
  });
});
