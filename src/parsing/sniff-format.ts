import { extname } from 'node:path';
import type { DocumentFormat } from './parsed-document.js';
import { parseFailure } from './parse-failure.js';
import { decodeText } from './decode-text.js';
import { readArchive, type Archive } from './archive.js';
import { isCsv } from './parsers/csv.js';
import { parseJsonText } from './parsers/json.js';
import type { ParserInput } from './parser.js';

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const RTF_MARK = Buffer.from('{\\rtf', 'latin1');

const SAMPLE_LENGTH = 64 * 1024;

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
    return sniffArchive(await readArchive(bytes, /^mimetype$/));
  }
  if (bytes.subarray(0, 5).equals(RTF_MARK)) return 'rtf';
  return sniffText(input);
};

const PDF_MARK_WITHIN = 1024;
const PDF_MARK = Buffer.from('%PDF-', 'latin1');

/** The mark may stand behind some leading bytes; then the end has to look like a PDF's too. */
const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).equals(PDF_MARK) ||
  (bytes.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK) &&
    bytes.subarray(-2 * PDF_MARK_WITHIN).includes('startxref'));

/** The part that only that kind of archive has. */
const PACKAGES: readonly (readonly [string, DocumentFormat])[] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
];
const OPEN_DOCUMENT =
  /^application\/vnd\.oasis\.opendocument\.(text|presentation|spreadsheet)(?:-template)?\s*$/;
const OPEN_DOCUMENTS = { text: 'odt', presentation: 'odp', spreadsheet: 'ods' } as const;

const sniffArchive = ({ names, contents }: Archive): DocumentFormat => {
  const found = PACKAGES.find(([part]) => names.includes(part));
  if (found) return found[1];
  const kind = OPEN_DOCUMENT.exec(contents.get('mimetype')?.toString('latin1') ?? '')?.[1];
  if (kind === 'text' || kind === 'presentation' || kind === 'spreadsheet') {
    return OPEN_DOCUMENTS[kind];
  }
  throw parseFailure('unsupported_format');
};

/** Names that promise something else than text: such a name on a text is a disguise or a mistake. */
const NOT_TEXT =
  /^\.(?:pdf|docx?|dotx?|pptx?|xlsx?|od[tsp]|rtf|epub|zip|gz|7z|rar|tar|exe|dll|so|png|jpe?g|gif|webp|tiff?|bmp|svg|mp[34]|eml|msg)$/;

const sniffText = ({ bytes, filename }: ParserInput): DocumentFormat => {
  const extension = extname(filename).toLowerCase();
  if (isMail(bytes)) return 'eml';
  if (NOT_TEXT.test(extension)) throw parseFailure('unsupported_format');
  const whole = decodeText(bytes);
  const text = whole.slice(0, SAMPLE_LENGTH);
  if (text.trim() === '') throw parseFailure('document_empty');
  const markup = sniffMarkup(text, extension);
  if (markup) return markup;
  if (parseJsonText(whole)) return 'json';
  if (extension === '.json' && /^\s*[[{]/u.test(text)) throw parseFailure('document_corrupt');
  const isNamedCsv = extension === '.csv' || extension === '.tsv';
  if (!isNamedCsv && isMarkdown(text, extension)) return 'markdown';
  return isCsv(text, { isNamed: isNamedCsv }) ? 'csv' : 'text';
};

const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

const HEADER_LINE = /^[!-9;-~]{1,60}:(?:[ \t].*|)$/;
const MAIL_HEADER =
  /^(?:from|to|cc|date|subject|message-id|received|mime-version|return-path|delivered-to|reply-to):/i;
const MIN_MAIL_HEADERS = 3;

/** A message begins with a block of header lines, of which some have to be those that every message has. */
const isMail = (bytes: Buffer): boolean => {
  const lines = bytes
    .subarray(0, SAMPLE_LENGTH)
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .replace(/^From [^\n]*\n/, '')
    .split(/\r?\n/);
  const end = lines.indexOf('');
  const head = lines.slice(0, end === -1 ? lines.length : end);
  const isHead = head.every(
    (line, at) => HEADER_LINE.test(line) || (at > 0 && /^[ \t]/.test(line)),
  );
  const names = head.flatMap((line) => MAIL_HEADER.exec(line)?.[0].toLowerCase() ?? []);
  return isHead && new Set(names).size >= MIN_MAIL_HEADERS && names.includes('from:');
};

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

const sniffMarkup = (text: string, extension: string): DocumentFormat | undefined => {
  if (HTML_START.test(text) || XHTML_START.test(text)) return 'html';
  if (XML_START.test(text)) throw parseFailure('unsupported_format');
  const isNamedHtml = extension === '.html' || extension === '.htm';
  if (!text.trimStart().startsWith('<') && !isNamedHtml) return undefined;
  const closingTags = text.match(HTML_TAGS)?.length ?? 0;
  return closingTags >= (isNamedHtml ? 1 : 3) ? 'html' : undefined;
};

const MARKDOWN_SIGNS: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/mu,
  /^ {0,3}(?:```|~~~)/mu,
  /\[[^\]\n]{0,200}\]\([^()\s]{1,500}\)/u,
  /^\s{0,3}\|?\s*:?-{3,}:?\s*\|/mu,
  /(?:\*\*|__)\S[^*_\n]{0,200}(?:\*\*|__)/u,
  /^\s{0,3}[-*+] \S[^\n]*\n\s{0,3}[-*+] \S/mu,
  /^ {0,3}> \S/mu,
];

const isMarkdown = (text: string, extension: string): boolean => {
  const signs = MARKDOWN_SIGNS.filter((sign) => sign.test(text)).length;
  if (signs !== 1) return signs > 1;
  return extension === '.md' || extension === '.markdown';
};
