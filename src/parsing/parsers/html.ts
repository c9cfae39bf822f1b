import { Parser as TagReader } from 'htmlparser2';
import { readText } from '../decode-text.js';
import type { DocumentWarning } from '../../shared/document-warnings.js';
import { parseFailure } from '../parse-failure.js';
import { withoutPages, type Block } from '../parsed-document.js';
import type { Parser, TextFile } from '../parser.js';
import { HtmlReader } from './html/reader.js';
import { warningsOf } from './html/unread.js';

/** HTML by its headings, paragraphs, lists and tables, without scripts, styles, navigation and hidden parts. */
export const html: Parser = {
  name: 'html',
  mimeType: 'text/html',
  label: 'HTML',
  extensions: ['.html', '.htm'],
  recognises: { text: (file) => isHtml(file) },
  read: async ({ bytes }) => {
    const { text: source, warnings } = readText(bytes);
    const { blocks, warnings: leftOut } = htmlToBlocks(source);
    const hasPictures = /<img[\s/>]/i.test(source);
    return {
      ...{ blocks, pageCount: null, hasPictures, title: readTitle(source) },
      warnings: [...warnings, ...leftOut],
    };
  },
};

/** Reads HTML as a stream of tags, so that nesting costs nothing; `countPages` takes each `<hr>` as a page break. */
export const htmlToBlocks = (
  source: string,
  { countPages = false } = {},
): { blocks: Block[]; pages: number; warnings: DocumentWarning[] } => {
  const reader = new HtmlReader(countPages);
  new TagReader(reader).end(source);
  reader.end();
  const { blocks, page, leftOut } = reader;
  return {
    blocks: countPages ? blocks : withoutPages(blocks),
    pages: page,
    warnings: warningsOf(leftOut),
  };
};

/** The number of characters at the start of a file in which its head is looked for. */
const HEAD_LENGTH = 50_000;

/** The title of the page; that of a drawing in it is none. */
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

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

/** A README begins with its logo in HTML as often as not. */
const MARKDOWN_NAMES: readonly string[] = ['.md', '.markdown'];
const MARKDOWN_LINE = /^ {0,3}(?:#{1,6} \S|```|~~~)/mu;

const isHtml = ({ sample, extension }: TextFile): boolean => {
  if (HTML_START.test(sample) || XHTML_START.test(sample)) return true;
  if (MARKDOWN_NAMES.includes(extension) && MARKDOWN_LINE.test(sample)) return false;
  // Other XML is no text to be read as it stands.
  if (XML_START.test(sample)) throw parseFailure('unsupported_format');
  const isNamedHtml = html.extensions.includes(extension);
  if (!sample.trimStart().startsWith('<') && !isNamedHtml) return false;
  const closingTags = sample.match(HTML_TAGS)?.length ?? 0;
  return closingTags >= (isNamedHtml ? 1 : 3);
};
