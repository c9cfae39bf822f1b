import { parseFailure } from '../parse-failure.js';
import type { Parser, TextFile } from '../parser.js';

/** HTML by its headings, paragraphs, lists and tables, without scripts, styles, navigation and hidden parts. */
export const html: Parser = {
  name: 'html',
  mimeType: 'text/html',
  label: 'HTML',
  extensions: ['.html', '.htm'],
  recognises: { text: (file) => isHtml(file) },
  read: async (input) => (await import('./html/read-html.js')).read(input),
};

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

/** A README often begins with its logo in HTML. */
const MARKDOWN_NAMES: readonly string[] = ['.md', '.markdown'];
const MARKDOWN_LINE = /^ {0,3}(?:#{1,6} \S|```|~~~)/mu;

const isHtml = ({ sample, extension }: TextFile): boolean => {
  if (HTML_START.test(sample) || XHTML_START.test(sample)) return true;
  if (MARKDOWN_NAMES.includes(extension) && MARKDOWN_LINE.test(sample)) return false;
  // Other XML is not text to be read as it is.
  if (XML_START.test(sample)) throw parseFailure('unsupported_format');
  const isNamedHtml = html.extensions.includes(extension);
  if (!sample.trimStart().startsWith('<') && !isNamedHtml) return false;
  const closingTags = sample.match(HTML_TAGS)?.length ?? 0;
  return closingTags >= (isNamedHtml ? 1 : 3);
};
