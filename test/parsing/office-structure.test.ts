import { describe, expect, it } from '@jest/globals';
import type { ParsedDocument } from '../../src/parsing/parsed-document.js';
import { fixturePath, parseBytes, parseFile } from '../support/parsing.js';

/** Each block once, by what it is and the first line of the text at its place. */
const outline = ({ chunks, text }: ParsedDocument): string[] => {
  const blocks = new Map(
    chunks.flatMap((chunk) => chunk.blocks.map((block) => [block.charStart, block])),
  );
  return [...blocks.values()].map(({ kind, level, opens, charStart, charEnd }) => {
    const [line] = text.slice(charStart, charEnd).split('\n');
    return `${opens ?? kind}${level ?? ''}: ${line}`;
  });
};

const read = async (path: string): Promise<string[]> =>
  outline(await parseFile(fixturePath(`office/${path}`)));

const SHEETS = [
  'sheet1: Staff',
  'table: Name | Room | Phone',
  'sheet1: Rooms & keys',
  'table: Room | Key',
];
const SLIDES = [
  'slide1: Budget',
  'table: Team | Budget | Spent',
  'slide1: Staff',
  'table: Name | Role',
  'paragraph: Hiring stops in May.',
];
const CHAPTERS = ['heading1: Stock', 'table: Part | Shelf | Minimum', 'heading1: Prices'];

describe('the structure of an office file', () => {
  it.each([
    ['xlsx/chapters.xlsx', SHEETS],
    ['ods/chapters.ods', SHEETS],
    ['pptx/tables.pptx', SLIDES],
    ['odp/tables.odp', SLIDES],
  ])('of %s has each block at its place in the text', async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });

  it.each(['docx/tables.docx', 'odt/tables.odt', 'rtf/tables.rtf', 'html/tables.html'])(
    'has the headings and the tables of %s',
    async (path) => {
      expect(await read(path)).toEqual(expect.arrayContaining(CHAPTERS));
    },
  );

  it.each(['docx/chapters.docx', 'odt/chapters.odt', 'rtf/chapters.rtf', 'html/chapters.html'])(
    'has the levels and the lists of %s',
    async (path) => {
      const structure = ['heading1: Machines', 'heading2: Maintenance', 'list: - check the oil'];

      expect(await read(path)).toEqual(expect.arrayContaining(structure));
    },
  );

  it('has the headings, the tables and the lists of Markdown', async () => {
    const source =
      '# Machines\n\n## Maintenance\n\n- check the oil\n\n| Part | Shelf |\n| --- | --- |\n| Seal | R-001 |\n';

    expect(outline(await parseBytes(source, 'machines.md'))).toEqual([
      'heading1: Machines',
      'heading2: Maintenance',
      'list: - check the oil',
      'table: Part | Shelf',
    ]);
  });
});
