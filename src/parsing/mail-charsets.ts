import type { DocumentWarning } from '../shared/document-warnings.js';
import { browserDecoder, decodeBytes, isKnownEncoding, readText } from './decode-text.js';

const BOUNDARY = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s";]{1,200}))/giu;
const TEXT_TYPE = /^content-type:[ \t]*text\//imu;
const IS_TYPED = /^content-type:/imu;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"\r\n]{1,60})"|([^\s";]{1,60}))/iu;
const TRANSFER = /^content-transfer-encoding:[ \t]*([\w-]{1,30}).*(?:\r?\n[ \t].*)*(?:\r?\n|$)/imu;
const ENCODED_WORD = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,20})?\?([bq])\?([^?\s]{0,500})\?=/giu;
const MAX_BOUNDARIES = 1_000;

/**
 * A message in which some texts were converted to UTF-8: those whose character set the mail parser does not know or would silently read as
 * Western, and those that name none. All other bytes stay the same.
 */
export const toKnownCharsets = (bytes: Buffer): { bytes: Buffer; warnings: DocumentWarning[] } => {
  const source = bytes.toString('latin1');
  const warnings: DocumentWarning[] = [];
  const known = splitParts(source)
    .map((part) => restorePart(part, warnings))
    .join('');
  const shown = known.replace(ENCODED_WORD, (word) => restoreWord(word));
  return { bytes: shown === source ? bytes : Buffer.from(shown, 'latin1'), warnings };
};

/** The message cut after each of its boundaries; each boundary ends the piece that it closes. */
const splitParts = (source: string): string[] => {
  const names = [...source.matchAll(BOUNDARY)].slice(0, MAX_BOUNDARIES);
  const boundaries = new Set(names.map(([, quoted, plain]) => `--${quoted ?? plain ?? ''}`));
  const parts: string[] = [];
  let from = 0;
  for (const { 0: line, index } of source.matchAll(/^--[^\r\n]{1,204}\r?\n/gmu)) {
    if (!boundaries.has(line.trim().replace(/--$/u, '')) && !boundaries.has(line.trim())) continue;
    parts.push(source.slice(from, index + line.length));
    from = index + line.length;
  }
  return [...parts, source.slice(from)];
};

const LAST_LINE = /\r?\n--[^\r\n]{1,204}\r?\n$/u;

const restorePart = (part: string, warnings: DocumentWarning[]): string => {
  const found = /(\r?\n)\r?\n/u.exec(part);
  if (!found || found.index === 0) return part;
  const { 0: blank, 1: end = '', index: at } = found;
  const head = part.slice(0, at) + end;
  const closing = LAST_LINE.exec(part)?.[0] ?? '';
  const body = part.slice(at + blank.length, part.length - closing.length);
  if (IS_TYPED.test(head) && !TEXT_TYPE.test(head)) return part;
  const [, quoted, plain] = CHARSET.exec(head) ?? [];
  const charset = (quoted ?? plain)?.trim();
  if (charset !== undefined && isBrowsers(charset)) return part;
  const bytes = fromTransfer(body, TRANSFER.exec(head)?.[1]?.toLowerCase());
  const text = textOf(bytes, charset, warnings);
  if (text === undefined) return part;
  const encoded = Buffer.from(text, 'utf8').toString('base64').replace(/.{76}/gu, '$&\r\n');
  return `${toUtf8Head(head)}\r\n${encoded}${closing === '' ? '\r\n' : closing}`;
};

/** Undefined if the mail parser reads it correctly, or if it cannot be read at all. */
const textOf = (
  bytes: Buffer,
  charset: string | undefined,
  warnings: DocumentWarning[],
): string | undefined => {
  try {
    if (charset !== undefined && isKnownEncoding(charset))
      return decodeBytes(bytes, { encoding: charset, isFatal: false });
    if (bytes.every((byte) => byte < 0x80)) return undefined;
    const read = readText(bytes);
    warnings.push(...read.warnings);
    return read.text;
  } catch {
    return undefined;
  }
};

const toUtf8Head = (head: string): string => {
  const typed = IS_TYPED.test(head) ? head : `Content-Type: text/plain\r\n${head}`;
  const told = CHARSET.test(typed)
    ? typed.replace(CHARSET, '; charset=utf-8')
    : typed.replace(/^(content-type:[ \t]*text\/[\w.+-]+)/imu, '$1; charset=utf-8');
  return `Content-Transfer-Encoding: base64\r\n${told.replace(TRANSFER, '')}`;
};

const isBrowsers = (charset: string): boolean =>
  browserDecoder(charset, { isFatal: false }) !== undefined;

const fromTransfer = (body: string, encoding: string | undefined): Buffer => {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body, 'latin1');
};

const fromQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/gu, '')
    .replace(/=([0-9a-f]{2})/giu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

const restoreWord = (word: string): string => {
  const [, charset = '', encoding = '', text = ''] =
    new RegExp(ENCODED_WORD, 'iu').exec(word) ?? [];
  if (isBrowsers(charset) || !isKnownEncoding(charset)) return word;
  const isBase64 = encoding.toLowerCase() === 'b';
  const bytes = isBase64
    ? fromTransfer(text, 'base64')
    : fromTransfer(text.replaceAll('_', ' '), 'quoted-printable');
  const shown = decodeBytes(bytes, { encoding: charset, isFatal: false });
  return `=?utf-8?B?${Buffer.from(shown, 'utf8').toString('base64')}?=`;
};
