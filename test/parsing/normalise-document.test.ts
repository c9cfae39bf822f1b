import { describe, expect, it } from '@jest/globals';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import type { Block } from '../../src/parsing/parsed-document.js';

const textOf = (block: Block): string => normaliseDocument([block]).text;

describe('the text of a document', () => {
  it('has each block at the place that it names', () => {
    const { text, blocks } = normaliseDocument([
      { kind: 'heading', text: ' Leave \n ¶ ' },
      { kind: 'paragraph', text: ' ' },
      { kind: 'paragraph', text: 'Thirty\ndays.' },
    ]);

    expect(text).toBe('Leave\n\nThirty days.');
    expect(blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'Leave',
      'Thirty days.',
    ]);
  });

  it('keeps the lines of lists and tables, and joins those of a paragraph', () => {
    expect(textOf({ kind: 'list', text: '- a\n  -  b\n\n- c' })).toBe('- a\n  - b\n- c');
    expect(textOf({ kind: 'paragraph', text: 'Kestrel\nBergen' })).toBe('Kestrel Bergen');
    expect(textOf({ kind: 'paragraph', text: 'Kestrel\nBergen', keepsLines: true })).toBe(
      'Kestrel\nBergen',
    );
  });

  it('keeps how far the lines of code are indented against each other', () => {
    expect(textOf({ kind: 'code', text: '    if (x) {\n\n      y();\n    }' })).toBe(
      'if (x) {\n  y();\n}',
    );
  });

  it('holds nothing that cannot be stored, and no identifier in two parts', () => {
    expect(textOf({ kind: 'paragraph', text: 'max\u200bTokens\0 \ud83d 👍' })).toBe('maxTokens 👍');
  });

  it('counts the beginnings of pages in the cleaned text', () => {
    const block: Block = {
      kind: 'paragraph',
      text: 'One   two  three',
      page: 1,
      pageStarts: [{ at: 11, page: 2 }],
    };

    const { text, blocks } = normaliseDocument([block]);

    const [start] = blocks[0]?.pageStarts ?? [];
    expect(text.slice(start?.at).trim()).toBe('three');
  });
});
