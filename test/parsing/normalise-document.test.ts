import { describe, expect, it } from '@jest/globals';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import type { Block } from '../../src/parsing/parsed-document.js';

const textOf = (block: Block): string => normaliseDocument([block]).text;

describe('the normalised text of a document', () => {
  it('has each block at the offset that the block names', () => {
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

  it('keeps the lines of lists and tables, and joins the lines of a paragraph', () => {
    expect(textOf({ kind: 'list', text: '- a\n  -  b\n\n- c' })).toBe('- a\n  - b\n- c');
    expect(textOf({ kind: 'paragraph', text: 'Kestrel\nBergen' })).toBe('Kestrel Bergen');
    expect(textOf({ kind: 'paragraph', text: 'Kestrel\nBergen', keepsLines: true })).toBe(
      'Kestrel\nBergen',
    );
  });

  it('keeps the relative indentation of code lines', () => {
    expect(textOf({ kind: 'code', text: '    if (x) {\n\n      y();\n    }' })).toBe(
      'if (x) {\n  y();\n}',
    );
  });

  it('contains nothing that cannot be stored, and no split identifier', () => {
    expect(textOf({ kind: 'paragraph', text: 'max\u200bTokens\0 \ud83d 👍' })).toBe('maxTokens 👍');
  });

  it('names the offsets at which pages begin', () => {
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
