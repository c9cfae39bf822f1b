import { parseFailure } from '../../parse-failure.js';
import type { Parser } from '../../parser.js';

/**
 * EML, Apple's EMLX and a mailbox with one mail: the subject is the chapter, followed by sender and receivers, and then the message with
 * those it forwards; attachments are named but not read.
 */
export const eml: Parser = {
  name: 'eml',
  mimeType: 'message/rfc822',
  label: 'EML',
  extensions: ['.eml', '.emlx'],
  recognises: { bytes: (bytes) => isOneMail(bytes), begins: (beginning) => isMail(beginning) },
  read: async (input) => (await import('./read-eml.js')).read(input),
};

const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** A mailbox begins with a line of its own, and Apple's mail with its length in bytes. */
const LINE_BEFORE = /^(?:From [^\n]*|\d{1,10}[ \t]*\r?)\n/;
/**
 * The colon need not be followed by a space, old programs write one before it, and names from Exchange are long. A web address is not a
 * header.
 */
const HEADER_LINE = /^[!-9;-~]{1,200}[ \t]{0,20}:(?!\/\/)/;
const MAIL_HEADER =
  /^(from|to|cc|date|subject|message-id|received|mime-version|return-path|delivered-to|reply-to)[ \t]{0,20}:/i;
const MIN_MAIL_HEADERS = 3;
/** A content type that no other file names at its start; mails in mailing lists and drafts have few other headers. */
const CONTENT_HEADER = /^content-type[ \t]{0,20}:[ \t]{0,20}(?:text|multipart|message)\/[a-z]/i;
/** A line that some program forgot to fold, or whose name it left out. */
const MAX_BROKEN_SHARE = 0.2;
const SAMPLE_LENGTH = 64 * 1024;

/** A mailbox with more than one mail is refused: each of its mails is a document. */
const isOneMail = (bytes: Buffer): boolean => {
  if (!isMail(bytes)) return false;
  if (holdsSeveral(bytes)) throw parseFailure('holds_other_files');
  return true;
};

/** A blank line, the line between two mails, and a header. */
const NEXT_MAIL = /\n\r?\nFrom \S[^\n]{0,1000}\n[!-9;-~]{1,200}[ \t]{0,20}:/;

const holdsSeveral = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  return text.startsWith('From ') && NEXT_MAIL.test(text);
};

/** A message begins with a block of header lines; some of them have to be lines that every message has. */
const isMail = (bytes: Buffer): boolean => {
  const lines = bytes
    .subarray(0, SAMPLE_LENGTH)
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .replace(LINE_BEFORE, '')
    .split(/\r?\n/);
  const end = lines.indexOf('');
  const head = lines.slice(0, end === -1 ? lines.length : end);
  const broken = head.filter(
    (line, at) => !HEADER_LINE.test(line) && (at === 0 || !/^[ \t]/.test(line)),
  );
  const isHead = broken.length <= MAX_BROKEN_SHARE * head.length;
  const names = new Set(head.flatMap((line) => MAIL_HEADER.exec(line)?.[1]?.toLowerCase() ?? []));
  const hasEnough = names.size >= MIN_MAIL_HEADERS;
  const isSure = hasEnough && names.has('from');
  return isHead && (isSure || (head.some(isContentHeader) && (hasEnough || hasPeople(names))));
};

const isContentHeader = (line: string): boolean => CONTENT_HEADER.test(line);

/** Drafts have no sender yet. */
const hasPeople = (names: ReadonlySet<string>): boolean =>
  names.has('from') || (names.has('to') && names.has('subject'));
