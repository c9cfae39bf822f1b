import { describe, expect, it } from '@jest/globals';
import { InlineText, shiftOf } from '../../../../src/parsing/parsers/html/inline-text.js';

const shifted = (name: 'sup' | 'sub', before: string, inner: string): string => {
  const text = new InlineText();
  text.add(before);
  text.open(name);
  text.add(inner);
  text.close(name);
  return text.take();
};

describe('superscript and subscript elements of a web page', () => {
  it.each<['sup' | 'sub', [string, string], string]>([
    ['sup', ['10', '6'], '10⁶'],
    ['sub', ['CO', '2'], 'CO₂'],
    ['sup', ['The 1', 'st'], 'The 1st'],
    ['sup', ['as said', '[1]'], 'as said[1]'],
    ['sup', ['Kestrel', 'TM'], 'Kestrel™'],
    [
      'sup',
      ['price', 'a remark in letters that are small'],
      'price a remark in letters that are small ',
    ],
  ])('%s with content %j reads as %s', (name, [before, inner], shown) => {
    expect(shifted(name, before, inner)).toBe(shown);
  });

  it('keep their content unchanged if the end tag belongs to another element', () => {
    const text = new InlineText();
    text.add('x');
    text.open('sup');
    text.add('2');

    text.close('sub');

    expect(text.take()).toBe('x2');
  });

  it('are not carried over to the next block', () => {
    const text = new InlineText();
    text.open('sup');
    text.take();
    text.add('2');

    text.close('sup');

    expect([text.length, text.take()]).toEqual([1, '2']);
  });
});

describe('a fragment inserted before other text', () => {
  it('is placed at its mark and counts towards the length', () => {
    const text = new InlineText();
    text.add('a ');
    const mark = text.mark();
    text.add('link');

    text.insert(mark, '[');

    expect(text.length).toBe(7);
    expect(text.endsInWord()).toBe(true);
    expect(text.take()).toBe('a [link');
  });
});

describe('a CSS style', () => {
  it('raises or lowers text only by its vertical alignment', () => {
    expect(shiftOf('color: red; VERTICAL-ALIGN : super')).toBe('sup');
    expect(shiftOf('vertical-align:sub')).toBe('sub');
    expect(shiftOf('vertical-align: middle')).toBeUndefined();
    expect(shiftOf()).toBeUndefined();
  });
});
