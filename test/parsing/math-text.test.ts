import { describe, expect, it } from '@jest/globals';
import { mathToText, type MathNode } from '../../src/parsing/math-text.js';

const node = (name: string, ...children: (MathNode | string)[]): MathNode => ({
  name,
  attributes: {},
  children,
});
const number = (text: string) => node('mn', text);
const letter = (text: string) => node('mi', text);
const sign = (text: string) => node('mo', text);
const row = (...children: MathNode[]) => node('mrow', ...children);

describe('an equation written as one line', () => {
  it.each<[string, MathNode, string]>([
    ['a fraction of numbers', node('mfrac', number('12'), number('5')), '12/5'],
    [
      'a fraction of sums, in brackets',
      node('mfrac', row(letter('a'), sign('+'), letter('b')), number('2')),
      '(a + b)/2',
    ],
    ['a root', node('msqrt', number('81')), '√81'],
    ['a cube root', node('mroot', letter('x'), number('3')), '³√x'],
    ['a power', node('msup', letter('x'), number('2')), 'x²'],
    ['a power of a letter', node('msup', number('2'), letter('n')), '2^n'],
    [
      'a subscript that is a sum',
      node('msub', letter('x'), row(letter('k'), sign('+'), number('1'))),
      'x_(k+1)',
    ],
    ['a subscript and a power', node('msubsup', letter('x'), number('1'), number('2')), 'x₁²'],
    ['degrees', node('msup', number('90'), sign('∘')), '90°'],
    ['an accent on a letter', node('mover', letter('x'), sign('¯')), 'x\u0304'],
  ])('shows %s', (_, equation, text) => {
    expect(mathToText(equation)).toBe(text);
  });

  it('never joins two numbers into one', () => {
    expect(mathToText(row(number('12'), number('5')))).toBe('12 5');
    expect(mathToText(row(number('2'), node('mfrac', number('1'), number('3'))))).toBe('2 1/3');
  });

  it('distinguishes the sign of a number from a subtraction', () => {
    const equation = row(letter('x'), sign('='), sign('−'), number('3'), sign('−'), letter('y'));

    expect(mathToText(equation)).toBe('x = −3 − y');
  });

  it('leaves out what is invisible', () => {
    const shown = node('semantics', letter('x'), node('annotation', 'x_{1}'));

    expect(mathToText(shown)).toBe('x');
  });

  it('keeps the text of elements named like properties of every JavaScript object', () => {
    expect(mathToText(node('constructor', number('5')))).toBe('5');
  });
});
