import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, textAt } from '../../../support/pdf-pages.js';

const read = async (page: readonly string[]): Promise<string> =>
  (await parseBytes(pdfOf([page]), 'story.pdf')).text;

/** Lines below each other, of which the first ones leave room for a letter. */
const paragraph = (lines: readonly string[], beside = 3, left = 96): string[] =>
  lines.map((line, at) => textAt([at < beside ? left : 60, 700 - 12 * at], line));

const REST = [
  'he ferry of Vik crosses the sound in the',
  'summer alone. It carries forty cars and',
  'leaves when the bell of the church rings',
  'for the third time.',
];
const STORY = `T${REST.join(' ')}`;
const LETTER = textAt([60, 676], 'T', { font: 'T', size: 46 });

describe('a drop cap of several lines', () => {
  it.each([
    ['before its lines, as InDesign writes it', [LETTER, ...paragraph(REST)]],
    ['after its lines, as Scribus writes frames', [...paragraph(REST), LETTER]],
    [
      'before a title in the order of the page',
      [LETTER, textAt([60, 760], 'Ferries', { size: 18 }), ...paragraph(REST)],
    ],
    [
      'on the baseline of its first line, as a browser puts ::first-letter',
      [textAt([60, 700], 'T', { size: 30 }), ...paragraph(REST, 1, 79)],
    ],
  ])('is joined to its word if it is stored %s', async (_, page) => {
    expect(await read(page)).toContain(STORY);
  });

  it('is joined to a word in capitals, as lettrine of LaTeX sets it', async () => {
    const lines = ['HE FERRY of Vik crosses the sound in the', ...REST.slice(1)];

    expect(await read([LETTER, ...paragraph(lines)])).toContain('THE FERRY of Vik crosses');
  });

  it('keeps its quotation mark with it', async () => {
    const letter = textAt([60, 676], '"T', { size: 40 });

    expect(await read([letter, ...paragraph(REST, 3, 104)])).toContain(`"${STORY}`);
  });

  it('is a word of its own if a space follows, as Word allows', async () => {
    const lines = [' ferry of Vik crosses the sound in the', ...REST.slice(1)];

    expect(await read([textAt([60, 676], 'A', { size: 46 }), ...paragraph(lines)])).toContain(
      'A ferry of Vik crosses',
    );
  });

  it('is recognised in the second of two columns', async () => {
    const right = REST.map((line, at) => textAt([at < 3 ? 346 : 310, 700 - 12 * at], line));
    const left = linesAt([60, 700], ['Nobody knows', 'who built the', 'old pier.']);

    const text = await read([left, textAt([310, 676], 'T', { size: 46 }), ...right]);

    expect(text).toContain(STORY);
    expect(text).toContain('Nobody knows who built the old pier.');
  });
});

describe('a large letter that is not a drop cap', () => {
  it('stays apart from a step whose text has its own beginning', async () => {
    const step = ['Open the valve and wait until the', 'gauge shows two bars.'];

    const text = await read([textAt([60, 688], 'B', { size: 30 }), ...paragraph(step, 2)]);

    expect(text).toContain('B Open the valve and wait until the gauge shows two bars.');
  });

  it('stays a heading above the entries of an index', async () => {
    const text = await read([
      textAt([60, 720], 'F', { size: 20 }),
      linesAt([60, 700], ['fairway, 12', 'ferry, 7']),
    ]);

    expect(text).toMatch(/^F\n\nfairway/u);
  });
});
