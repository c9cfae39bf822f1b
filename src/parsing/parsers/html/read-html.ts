import { Parser as TagReader } from 'htmlparser2';
import { readText } from '../../decode-text.js';
import type { DocumentWarning } from '../../../shared/document-warnings.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import type { Parser } from '../../parser.js';
import { HtmlReader } from './reader.js';
import { warningsOf } from './unread.js';

export const read: Parser['read'] = async ({ bytes }) => {
  const { text: source, warnings } = readText(bytes);
  const { blocks, warnings: leftOut } = htmlToBlocks(source);
  const hasPictures = /<img[\s/>]/i.test(source);
  return {
    blocks,
    pageCount: null,
    hasPictures,
    title: readTitle(source),
    warnings: [...warnings, ...leftOut],
  };
};

/** Reads HTML as a stream of tags, so that nesting costs nothing; `countPages` takes each `<hr>` as a page break. */
export const htmlToBlocks = (
  source: string,
  { countPages = false } = {},
): { blocks: Block[]; pages: number; warnings: DocumentWarning[] } => {
  const reader = new HtmlReader(countPages);
  new TagReader(reader).end(source.replace(CLOSED_IN_TABLE, '$1'));
  reader.end();
  const { blocks, page, leftOut } = reader;
  return {
    blocks: countPages ? blocks : withoutPages(blocks),
    pages: page,
    warnings: warningsOf(leftOut),
  };
};

/** The end of an element around a table, written directly after the start of that table: browsers ignore it. */
const CLOSED_IN_TABLE =
  /(<table(?:\s[^<>]{0,500})?>\s{0,50})<\/(?:center|font|div|span|p|b|form)\s{0,5}>/giu;

/** The number of characters at the start of a file in which its head is looked for. */
const HEAD_LENGTH = 50_000;

/** The title of the page; the title of a drawing in it does not count. */
const readTitle = (source: string): string | undefined => {
  const titles: string[] = [];
  let isIn = false;
  const reader = new TagReader({
    onopentag: (name) => {
      isIn = name === 'title' && titles.length === 0;
      if (isIn) titles.push('');
    },
    ontext: (text) => {
      if (isIn) titles[0] = (titles[0] ?? '') + text;
    },
    onclosetag: () => {
      isIn = false;
    },
  });
  const end = source.search(/<(?:\/head|body)[\s>]/iu);
  reader.end(source.slice(0, Math.min(HEAD_LENGTH, end === -1 ? HEAD_LENGTH : end)));
  return titles[0];
};
