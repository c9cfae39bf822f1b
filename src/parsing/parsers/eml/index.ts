import type { Parser } from '../../parser.js';

/** EML: the subject is the chapter, then sender and receivers, then the message with those it forwards; attachments are named, not read. */
export const eml: Parser = {
  name: 'eml',
  mimeType: 'message/rfc822',
  label: 'EML',
  extensions: ['.eml'],
  recognises: { bytes: (bytes) => isMail(bytes) },
  read: async (input) => (await import('./read-eml.js')).read(input),
};

const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
const MBOX_LINE = /^From [^\n]*\n/;
const HEADER_LINE = /^[!-9;-~]{1,60}:(?:[ \t].*|)$/;
const MAIL_HEADER =
  /^(?:from|to|cc|date|subject|message-id|received|mime-version|return-path|delivered-to|reply-to):/i;
const MIN_MAIL_HEADERS = 3;
const SAMPLE_LENGTH = 64 * 1024;

/** A message begins with a block of header lines, of which some have to be those that every message has. */
const isMail = (bytes: Buffer): boolean => {
  const lines = bytes
    .subarray(0, SAMPLE_LENGTH)
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .replace(MBOX_LINE, '')
    .split(/\r?\n/);
  const end = lines.indexOf('');
  const head = lines.slice(0, end === -1 ? lines.length : end);
  const isHead = head.every(
    (line, at) => HEADER_LINE.test(line) || (at > 0 && /^[ \t]/.test(line)),
  );
  const names = head.flatMap((line) => MAIL_HEADER.exec(line)?.[0].toLowerCase() ?? []);
  return isHead && new Set(names).size >= MIN_MAIL_HEADERS && names.includes('from:');
};
