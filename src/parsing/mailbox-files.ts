import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ArchivedFile } from './archived-file.js';
import { toMailName } from '../shared/mail-name.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

/**
 * The mails of a mailbox (mbox) as files named by their subjects, each read in place. Mails that were deleted but not yet removed from the
 * file are left out.
 */
export const listMails = async (path: string): Promise<ArchivedFile[]> => {
  const { decodeWords } = await import('postal-mime');
  const taken = new Map<string, number>();
  const files: ArchivedFile[] = [];
  for await (const { start, end, head } of readMails(path)) {
    if (isUnseen(head)) continue;
    const subject = toMailName(decodeWords(toPlain(fieldOf(head, 'subject'))));
    const count = (taken.get(subject) ?? 0) + 1;
    taken.set(subject, count);
    files.push({
      path: `${subject}${count > 1 ? ` (${count})` : ''}.eml`,
      open: async () => Readable.from(unquoted(path, { start, end }), { objectMode: false }),
    });
    if (files.length > PARSER_LIMITS.archiveEntries) throw parseFailure('archive_too_large');
  }
  if (files.length === 0) throw parseFailure('document_corrupt');
  return files;
};

type Mail = { start: number; end: number; head: string };

const isUnseen = (head: string): boolean => {
  const status = Number.parseInt(fieldOf(head, 'x-mozilla-status'), 16);
  return (status & EXPUNGED) !== 0 || /^x-imapbase:/imu.test(head);
};

/** Thunderbird's flag for a deleted mail; the first mail of some mailboxes is a note from the server. */
const EXPUNGED = 0x8;

const fieldOf = (head: string, name: string): string => {
  const lines = head.replace(/\n[ \t]+/gu, ' ').split('\n');
  const line = lines.find((one) => nameOf(one) === name) ?? '';
  return line.slice(line.indexOf(':') + 1).trim();
};

const nameOf = (line: string): string =>
  line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trimEnd()
    .toLowerCase();

/** As UTF-8 if it is valid UTF-8. */
const toPlain = (field: string): string => {
  const plain = Buffer.from(field, 'latin1').toString('utf8');
  return plain.includes('\ufffd') ? field : plain;
};

/** The longest beginning of a mail that is kept to name it, and the longest beginning of a line. */
const MAX_HEAD_LENGTH = 20_000;
const MAX_LINE_LENGTH = 1_000;

/** One mail after the other. A new mail begins with a line `From …` after a blank line, followed by a header. */
async function* readMails(path: string): AsyncGenerator<Mail> {
  const finder = createMailFinder();
  for await (const lines of readLines(path)) {
    for (const line of lines) {
      const found = finder.take(line);
      if (found !== undefined) yield found;
    }
  }
  const last = finder.end();
  if (last !== undefined) yield last;
}

const createMailFinder = () => {
  let mail: Mail | undefined;
  let isInHead = false;
  let separator: Line | undefined;
  let isBlankAbove = true;
  let end = 0;
  const begin = (at: Line): Mail | undefined => {
    const before = mail && { ...mail, end: at.start };
    mail = { start: at.end, end: 0, head: '' };
    isInHead = true;
    return before;
  };
  return {
    /** Returns the mail that ends at this line, if a new one begins here. */
    take: (line: Line): Mail | undefined => {
      const found = separator && HEADER.test(line.text) ? begin(separator) : undefined;
      const isBlank = line.text.trim() === '';
      if (isBlank) isInHead = false;
      if (isInHead && mail && mail.head.length < MAX_HEAD_LENGTH) mail.head += `${line.text}\n`;
      separator = isBlankAbove && SEPARATOR.test(line.text) ? line : undefined;
      isBlankAbove = isBlank;
      end = line.end;
      return found;
    },
    end: (): Mail | undefined => mail && { ...mail, end },
  };
};

const SEPARATOR = /^From \S/u;
const HEADER = /^[!-9;-~]{1,200}[ \t]{0,20}:/u;

/** The beginning of a line, and its place in the file. */
type Line = { text: string; start: number; end: number };

/** The lines that end within each piece of the file. */
async function* readLines(path: string): AsyncGenerator<Line[]> {
  let text = '';
  let start = 0;
  let offset = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const lines: Line[] = [];
    let from = 0;
    while (from < chunk.length) {
      const next = chunk.indexOf(LINE_FEED, from);
      const to = next === -1 ? chunk.length : next;
      if (text.length < MAX_LINE_LENGTH) {
        text += chunk.toString('latin1', from, Math.min(to, from + MAX_LINE_LENGTH));
      }
      from = to + 1;
      if (next === -1) continue;
      const end = offset + from;
      lines.push({ text: text.replace(/\r$/u, ''), start, end });
      text = '';
      start = end;
    }
    offset += chunk.length;
    yield lines;
  }
  if (start < offset) yield [{ text, start, end: offset }];
}

const LINE_FEED = 0x0a;

/** Lines of text that begin with "From " are marked with this sign, so that they do not begin a mail. */
const QUOTED = /^>(?=>*From )/gmu;

async function* unquoted(
  path: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  if (end <= start) return;
  let rest = '';
  const content = createReadStream(path, { start, end: end - 1, encoding: 'latin1' });
  for await (const piece of content as AsyncIterable<string>) {
    const joined = rest + piece;
    // Passes on whole lines only; a line that never ends is passed on as it is.
    const cut = joined.lastIndexOf('\n') + 1 || (joined.length > MAX_REST ? joined.length : 0);
    yield Buffer.from(joined.slice(0, cut).replace(QUOTED, ''), 'latin1');
    rest = joined.slice(cut);
  }
  yield Buffer.from(rest.replace(QUOTED, ''), 'latin1');
}

const MAX_REST = 1024 * 1024;
