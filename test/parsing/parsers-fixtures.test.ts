import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { splitChapter } from '../../src/parsing/chapter.js';
import type { DocumentChunk, ParsedDocument } from '../../src/parsing/parsed-document.js';
import { PARSE_FAILURES } from '../../src/parsing/parse-failure.js';
import { READ_OFFICE_FILES, REFUSED_FILES, type Expectation } from '../support/office-fixtures.js';
import { fixturePath, parseFile } from '../support/parsing.js';
import { READ_TEXT_FILES } from '../support/text-fixtures.js';

const READ = { ...READ_OFFICE_FILES, ...READ_TEXT_FILES };
const MIN_FILES_PER_FORMAT = 10;

const read = (file: string): Promise<ParsedDocument> => parseFile(fixturePath(`office/${file}`));

/** Finds the first of the chunks with these words; overlap repeats sentences in the next. */
const chunkWith = ({ chunks }: ParsedDocument, words: string): DocumentChunk | undefined =>
  chunks.find(({ content }) => content.includes(words));

const filesOf = (format: string): string[] =>
  readdirSync(fixturePath(`office/${format}`)).map((name) => `${format}/${name}`);

const formats = readdirSync(fixturePath('office'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const expectPlaces = (document: ParsedDocument, { places }: Expectation): void => {
  for (const [words, chapter, page] of places) {
    const chunk = chunkWith(document, words);
    expect([words, splitChapter(chunk?.chapter ?? null).at(-1) ?? null]).toEqual([words, chapter]);
    if (page === null) {
      expect([words, chunk?.pageStart]).toEqual([words, null]);
      continue;
    }
    expect([words, (chunk?.pageStart ?? 0) <= page, (chunk?.pageEnd ?? 0) >= page]).toEqual([
      words,
      true,
      true,
    ]);
  }
};

describe('a file made with real software', () => {
  it.each(Object.entries(READ))(
    '%s is read with its chapters and pages',
    async (file, expected) => {
      const document = await read(file);

      expect(document).toMatchObject({ format: expected.format, pageCount: expected.pages });
      if (expected.language) expect(document.language).toBe(expected.language);
      expectPlaces(document, expected);
      for (const words of expected.has ?? []) expect(document.text).toContain(words);
      for (const words of expected.lacks ?? []) expect(document.text).not.toContain(words);
    },
  );

  it.each(Object.keys(READ))('%s gives every chunk its span of the text', async (file) => {
    const { text, chunks } = await read(file);

    for (const { content, charStart, charEnd } of chunks) {
      const own = text.slice(charStart, charEnd);
      expect(content === own || content.endsWith(`\n${own}`)).toBe(true);
    }
  });

  it.each(REFUSED_FILES)('%s is refused with %s', async (file, code) => {
    await expect(read(file)).rejects.toMatchObject({ code, message: PARSE_FAILURES[code] });
  });

  it.each(formats)(
    '%s has at least ten examples, and every file has an expected result',
    (format) => {
      const known = new Set([...Object.keys(READ), ...REFUSED_FILES.map(([file]) => file)]);

      expect(filesOf(format).length).toBeGreaterThanOrEqual(MIN_FILES_PER_FORMAT);
      expect(filesOf(format).filter((file) => !known.has(file))).toEqual([]);
    },
  );

  it('is recognised by its content if its name promises another format', async () => {
    const disguised = [
      'docx/chapters.docx',
      'odp/tables.odp',
      'rtf/hungarian.rtf',
      'eml/plain.eml',
    ];

    const read = disguised.map((file) => parseFile(fixturePath(`office/${file}`), 'report.pdf'));

    expect((await Promise.all(read)).map(({ format }) => format)).toEqual(
      disguised.map((file) => dirname(file)),
    );
  });
});

describe('a table split into several chunks', () => {
  it.each(['docx/tables.docx', 'odt/tables.odt', 'rtf/tables.rtf', 'html/tables.html'])(
    'repeats its header row in every chunk of %s',
    async (file) => {
      const { chunks } = await read(file);

      const parts = chunks.filter(({ content }) => content.includes('Seal ring'));

      expect(parts.length).toBeGreaterThan(1);
      for (const { content } of parts) expect(content).toContain('Part | Shelf | Minimum\nSeal');
    },
  );
});
