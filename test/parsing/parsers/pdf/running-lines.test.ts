import { describe, expect, it } from '@jest/globals';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';
import {
  partRunningLines,
  withRunningTexts,
} from '../../../../src/parsing/parsers/pdf/running-lines.js';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, textAt } from '../../../support/pdf-pages.js';

type Place = { page: number; y: number; size?: number };

/** A line of one or more cells, from the left side of the text to its right. */
const line = (text: string | readonly string[], { page, y, size = 10 }: Place): Line => {
  const texts = [text].flat();
  const width = 500 / texts.length;
  const cells = texts.map((own, at) => {
    const x = 50 + at * width;
    return { text: own, x, right: at === texts.length - 1 ? 550 : x + width / 2 };
  });
  return { page, y, x: 50, right: 550, size, pageHeight: 800, text: texts.join(' '), cells };
};

const TEXT = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Text of ${word}`);

/** Pages of one line of text each, with others above and below it. */
const print = (count: number, edges: (page: number) => Line[]): Line[] =>
  TEXT.slice(0, count).flatMap((text, at) => [
    ...edges(at + 1),
    line(text, { page: at + 1, y: 400 }),
    line('It goes on and on until the line is full.', { page: at + 1, y: 388 }),
  ]);

const part = (count: number, edges: (page: number) => Line[]) => {
  const { lines, running } = partRunningLines(print(count, edges), count);
  const kept = lines.map(({ text }) => text).filter((text) => !text.startsWith('It goes'));
  return { text: kept, running: running.map(({ text }) => text) };
};

const TOP = 780;
const FOOT = 20;

describe('lines at the edges of most pages', () => {
  it('are kept once if they are all equal, like a Word header with the revision', () => {
    const pages = part(4, (page) => [
      line(['Handbook of the ferry', 'Rev. C of 1 May'], { page, y: TOP }),
      line(`Page ${page} of 4`, { page, y: FOOT }),
    ]);

    expect(pages).toEqual({
      text: TEXT.slice(0, 4),
      running: ['Handbook of the ferry | Rev. C of 1 May'],
    });
  });

  it('lose the page number in a document of two pages', () => {
    const pages = part(2, (page) => [line(`Policy HC-3 – Page ${page} of 2`, { page, y: FOOT })]);

    expect(pages).toEqual({ text: TEXT.slice(0, 2), running: ['Policy HC-3'] });
  });

  it('lose numbers at the outer edges, as a LaTeX book has them next to the chapter', () => {
    const pages = part(6, (page) => {
      const title = page < 4 ? 'Sails' : 'Ropes';
      const cells = page % 2 === 0 ? [`${page + 40}`, title] : [title, `${page + 40}`];
      return [line(cells, { page, y: TOP })];
    });

    expect(pages).toEqual({ text: TEXT, running: ['Sails', 'Ropes'] });
  });

  it('lose the Roman page numbers of a preface', () => {
    const numbers = ['iii', 'iv', 'v', 'vi'];
    const pages = part(4, (page) => [line(numbers[page - 1] ?? '', { page, y: FOOT })]);

    expect(pages).toEqual({ text: TEXT.slice(0, 4), running: [] });
  });

  it('are left out if a heading of the text says the same', () => {
    const heading = line('2 Masts and sails', { page: 1, y: 500 });
    const lines = [
      heading,
      ...print(3, (page) => [line(['Chapter 2: Masts and Sails', `${page}`], { page, y: TOP })]),
    ];

    const { running } = partRunningLines(lines, 3);

    expect(running).toEqual([]);
  });
});

describe('lines at the edges of pages that differ in more than the page number', () => {
  it('are content, like the labels of a mail merge', () => {
    const codes = ['Locker 1: code 7300', 'Locker 2: code 7337', 'Locker 3: code 7374'];
    const lines = codes.map((text, at) => line(text, { page: at + 1, y: TOP }));

    expect(partRunningLines(lines, 3)).toEqual({ lines, running: [] });
  });

  it('are content, like the titles of slides exported by PowerPoint', () => {
    const titles = [
      'Budget 2026: 41 million',
      'Budget 2027: 45 million',
      'Budget 2028: 48 million',
    ];
    const pages = part(3, (page) => [line(titles[page - 1] ?? '', { page, y: TOP, size: 24 })]);

    expect(pages.text).toEqual(titles.flatMap((title, at) => [title, TEXT[at]]));
  });

  it('are content if an increasing number is part of the text, like a room number', () => {
    const pages = part(4, (page) => [line(`Room ${100 + page}`, { page, y: TOP })]);

    expect(pages.text).toContain('Room 104');
  });

  it('are content if a label precedes the increasing number', () => {
    const pages = part(4, (page) => [line(['Room no.', `${100 + page}`], { page, y: TOP })]);

    expect(pages.text).toContain('Room no. 104');
  });

  it('stay on each slide if they are a large title that several slides share', () => {
    const titles = ['Results', 'Costs', 'Results', 'Staff', 'Results', 'Plans'];
    const pages = part(6, (page) => [line(titles[page - 1] ?? '', { page, y: TOP, size: 24 })]);

    expect(pages.text.filter((text) => text === 'Results')).toHaveLength(3);
  });
});

describe('lines within the text of a page', () => {
  it('stay, however many pages repeat them', () => {
    const lines = [1, 2, 3, 4].map((page) => line('Crew | Gate', { page, y: 400 }));

    expect(partRunningLines(lines, 4).lines).toHaveLength(4);
  });

  it('stay if they are the header of a table that continues on each page', () => {
    const pages = part(4, (page) => [
      line(['Ferry', 'Cabin'], { page, y: TOP }),
      line([`Skua ${page}`, `${60 + 7 * page}`], { page, y: TOP - 12 }),
    ]);

    expect(pages.text.filter((text) => text === 'Ferry Cabin')).toHaveLength(4);
  });

  it('are kept when they appear on only one page', () => {
    const pages = part(1, (page) => [line('Appendix', { page, y: TOP })]);

    expect(pages.text).toEqual(['Appendix', 'Text of one']);
  });
});

describe('a running header', () => {
  it('comes before the first page that shows it', () => {
    const blocks = [1, 2, 3].map(
      (page) => ({ text: `Text ${page}`, kind: 'paragraph', page }) as const,
    );

    const all = withRunningTexts(blocks, [{ text: 'Part B', page: 2 }]);

    expect(all.map(({ text }) => text)).toEqual(['Text 1', 'Part B', 'Text 2', 'Text 3']);
  });

  it('does not cut a sentence that runs from page to page', async () => {
    const page = (number: number, lines: readonly string[]): string[] => [
      textAt([60, 810], 'Rules of the harbour, edition 7'),
      linesAt([60, 700], lines),
      textAt([290, 30], `${number}`),
    ];
    const pages = [
      page(1, ['Every boat shall keep to the', 'right side of the fairway and']),
      page(2, ['shall give way to the ferries', 'that cross it in front of the']),
      page(3, ['old lighthouse.']),
    ];

    const { text } = await parseBytes(pdfOf(pages), 'rules.pdf');

    expect(text).toBe(
      'Rules of the harbour, edition 7\n\nEvery boat shall keep to the right side of the fairway and shall give way to the ferries that cross it in front of the old lighthouse.',
    );
  });
});
