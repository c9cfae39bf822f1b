import { describe, expect, it } from '@jest/globals';
import { equationText } from '../../../src/parsing/office/equation-field.js';

describe('an equation written as a Word field', () => {
  it.each([
    ['a fraction', String.raw`EQ \f(12;5)`, '12/5'],
    ['a fraction of a sum', String.raw`EQ \f(a+b;2)`, '(a+b)/2'],
    ['a root', String.raw`EQ \r(81)`, '√81'],
    ['a cube root', String.raw`EQ \r(3;x)`, '∛x'],
    ['another root', String.raw`EQ \r(5;x)`, 'x^(1/5)'],
    ['a power', String.raw`EQ x\s\up8(2)`, 'x^2'],
    ['a subscript', String.raw`EQ x\s\do8(2)`, 'x_2'],
    ['a fraction in a root', String.raw`EQ \r(\f(1;2))`, '√(1/2)'],
  ])('is read as %s', (_, instruction, text) => {
    expect(equationText(instruction)).toBe(text);
  });

  it('is only the word if the field merely sets phonetic text above it', () => {
    const word = String.raw`EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(ばいてん),売店)`;

    expect(equationText(word)).toBe('売店');
  });

  it('is read to an end, however many parts it claims to have', () => {
    const text = equationText(`EQ ${String.raw`\f(1;2)`.repeat(1_000)}`);

    expect(text.match(/1\/2/g)).toHaveLength(100);
  });

  it('is not an equation if hundreds of switches precede no bracket', () => {
    const switches = String.raw`\a1`.repeat(300);

    expect(equationText(String.raw`EQ \f${switches}!`)).toBe('1'.repeat(300) + '!');
  });
});
