import { describe, expect, it } from '@jest/globals';
import { RunText } from '../../../src/parsing/office/run-text.js';

describe('the text runs of a paragraph', () => {
  it('become a superscript only when all of it is there', () => {
    const text = new RunText();

    text.add('10');
    text.add('-', 'raised');
    text.add('3', 'raised');
    text.add(' m');

    expect(text.value).toBe('10⁻³ m');
  });

  it('keep an ordinal ending that is split into two runs', () => {
    const text = new RunText();

    text.add('1');
    text.add('s', 'raised');
    text.add('t', 'raised');

    expect(text.value).toBe('1st');
  });

  it('do not merge a superscript with the subscript after it', () => {
    const text = new RunText();

    text.add('x');
    text.add('2', 'raised');
    text.add('1', 'lowered');

    expect(text.value).toBe('x²₁');
  });

  it('keep a formula apart from the letters around it', () => {
    const text = new RunText();

    text.add('Here');
    text.add('x', 'formula');
    text.add('y', 'formula');
    text.add(', then');

    expect(text.value).toBe('Here x y, then');
  });
});
