import { extname } from 'node:path';
import type { DocumentFormat } from '../../domain/parsed-document.js';
import { parseFailure } from '../../domain/parse-failure.js';
import { decodeText } from './decode-text.js';
import { listArchive } from './docx-archive.js';
import type { ParserInput } from './parser.js';

const PDF_MARK_WITHIN = 1024;
const PDF_MARK = Buffer.from('%PDF-', 'latin1');
const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const SAMPLE_LENGTH = 64 * 1024;

/** Names that promise something else than text: such a name on a text is a disguise or a mistake. */
const NOT_TEXT =
  /^\.(?:pdf|docx?|dotx?|pptx?|xlsx?|od[tsp]|rtf|epub|zip|gz|7z|rar|tar|exe|dll|so|png|jpe?g|gif|webp|tiff?|bmp|svg|mp[34]|eml|msg)$/;

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

const MARKDOWN_SIGNS: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/mu,
  /^ {0,3}(?:```|~~~)/mu,
  /\[[^\]\n]{1,200}\]\([^()\s]{1,500}\)/u,
  /^\s{0,3}\|?\s*:?-{3,}:?\s*\|/mu,
  /(?:\*\*|__)\S[^*_\n]{0,200}(?:\*\*|__)/u,
  /^\s{0,3}[-*+] \S[^\n]*\n\s{0,3}[-*+] \S/mu,
  /^ {0,3}> \S/mu,
];

/** The mark may stand behind some leading bytes; then the end has to look like a PDF's too. */
const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).equals(PDF_MARK) ||
  (bytes.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK) &&
    bytes.subarray(-2 * PDF_MARK_WITHIN).includes('startxref'));

const isMarkdown = (text: string, extension: string): boolean => {
  const signs = MARKDOWN_SIGNS.filter((sign) => sign.test(text)).length;
  if (signs !== 1) return signs > 1;
  return extension === '.md' || extension === '.markdown';
};

const sniffText = ({ bytes, filename }: ParserInput): DocumentFormat => {
  const extension = extname(filename).toLowerCase();
  if (NOT_TEXT.test(extension)) throw parseFailure('unsupported_format');
  const text = decodeText(bytes).slice(0, SAMPLE_LENGTH);
  if (text.trim() === '') throw parseFailure('document_empty');
  if (HTML_START.test(text) || XHTML_START.test(text)) return 'html';
  if (XML_START.test(text) || text.startsWith('{\\rtf')) throw parseFailure('unsupported_format');
  const isNamedHtml = extension === '.html' || extension === '.htm';
  if (text.trimStart().startsWith('<') || isNamedHtml) {
    const closingTags = text.match(HTML_TAGS)?.length ?? 0;
    if (closingTags >= (isNamedHtml ? 1 : 3)) return 'html';
  }
  return isMarkdown(text, extension) ? 'markdown' : 'text';
};

/** The format of a file by its content; the name breaks ties among text formats and may not promise another kind of file. */
export const sniffFormat = async (input: ParserInput): Promise<DocumentFormat> => {
  const { bytes } = input;
  if (bytes.length === 0) throw parseFailure('document_empty');
  if (isPdf(bytes)) return 'pdf';
  if (bytes.subarray(0, 8).equals(OLE_MARK)) {
    const isLocked = bytes.includes(ENCRYPTED_PACKAGE);
    throw parseFailure(isLocked ? 'document_encrypted' : 'unsupported_format');
  }
  if (bytes.subarray(0, 4).equals(ZIP_MARK)) {
    const names = await listArchive(bytes);
    if (names.includes('word/document.xml')) return 'docx';
    throw parseFailure('unsupported_format');
  }
  return sniffText(input);
};
