import { describe, expect, it } from '@jest/globals';
import { slideBlocks, type SlideText } from '../../src/parsing/slide-blocks.js';

const text = (shown: string): SlideText => ({ text: shown, isItem: false, depth: 0 });
const item = (shown: string, depth = 0): SlideText => ({ text: shown, isItem: true, depth });

describe('a slide', () => {
  it('becomes a chapter with its title, text and notes, all on its page', () => {
    const blocks = slideBlocks({
      page: 2,
      shapes: [
        { isTitle: false, texts: [text('From May on.')] },
        { isTitle: true, texts: [text('Opening\nhours')] },
      ],
      notes: [text('Say it slowly.')],
    });

    expect(blocks).toEqual([
      { text: 'Opening hours', kind: 'heading', level: 1, page: 2, opens: 'slide' },
      { text: 'From May on.', kind: 'paragraph', page: 2 },
      { text: 'Say it slowly.', kind: 'paragraph', page: 2 },
    ]);
  });

  it('makes one list of consecutive items, with their depth', () => {
    const texts = [item('Gate'), item('Yard', 1), text('Both'), { ...item('Pier'), label: '3.' }];

    const blocks = slideBlocks({ page: 1, shapes: [{ isTitle: false, texts }], notes: [] });

    expect(blocks.slice(1).map((block) => block.text)).toEqual([
      '- Gate\n  - Yard',
      'Both',
      '3. Pier',
    ]);
  });

  it('is named by its number if it has no title, and left out if it is empty', () => {
    const shapes = [{ isTitle: false, texts: [text('From May on.')] }];
    const blank = [{ isTitle: true, texts: [text(' ')] }];

    expect(slideBlocks({ page: 4, shapes, notes: [] })[0]?.text).toBe('Slide 4');
    expect(slideBlocks({ page: 4, shapes: blank, notes: [] })).toEqual([]);
  });

  it('shows the rows of a table instead of its texts', () => {
    const rows = [
      ['Crew', 'Gate'],
      ['Red', '2'],
    ];
    const shapes = [{ isTitle: false, texts: [text('Crew')], table: { rows } }];

    expect(slideBlocks({ page: 1, shapes, notes: [] }).slice(1)).toEqual([
      { text: 'Crew | Gate\nRed | 2', kind: 'table', page: 1 },
    ]);
  });
});
