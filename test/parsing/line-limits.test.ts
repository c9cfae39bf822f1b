import { describe, expect, it } from '@jest/globals';
import { refuseManyLines } from '../../src/parsing/line-limits.js';
import { PARSE_FAILURES, PARSER_LIMITS } from '../../src/parsing/parse-failure.js';

const MOST = { lines: 6, paragraphs: 2 };

describe('a text of many lines', () => {
  it.each(['a\nb\nc\nd\ne\nf', 'a\n\n\nb\nc\n', '\n \n\t\na\n\nb'])(
    'is read up to the limit of lines and paragraphs: %j',
    (text) => {
      expect(() => refuseManyLines(text, MOST)).not.toThrow();
    },
  );

  it.each(['a\nb\nc\nd\ne\nf\ng', '\n\n\n\n\n\na', 'a\n\nb\n \nc'])(
    'is refused with one more line or paragraph: %j',
    (text) => {
      expect(() => refuseManyLines(text, MOST)).toThrow(PARSE_FAILURES.document_too_complex);
    },
  );

  it('is refused with an error that names each limit', () => {
    const { pages, picturePixels, characters, lines, paragraphs, tableRows } = PARSER_LIMITS;
    const { markdownLines, markdownLinesInOne } = PARSER_LIMITS;
    const numbers = PARSE_FAILURES.document_too_complex
      .match(/\d[\d,]*( million)?/gu)
      ?.map((number) => Number(number.replace(/,/gu, '').replace(' million', '000000')));

    expect(numbers).toEqual([
      pages,
      picturePixels / 1_000_000,
      characters,
      lines,
      paragraphs,
      tableRows,
      markdownLines,
      markdownLinesInOne,
    ]);
  });
});
