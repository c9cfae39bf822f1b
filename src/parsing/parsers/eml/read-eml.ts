import type PostalMime from 'postal-mime';
import type { DocumentWarning } from '../../../shared/document-warnings.js';
import type { Block } from '../../parsed-document.js';
import { refuseManyLines, TEXT_LIMITS } from '../../line-limits.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { restoreWestern } from '../../decode-text.js';
import { toKnownCharsets } from '../../mail-charsets.js';
import { htmlToBlocks } from '../html/read-html.js';
import { addBlocks, type Parser } from '../../parser.js';
import { textToBlocks } from '../../text-blocks.js';

type Email = Awaited<ReturnType<typeof PostalMime.parse>>;

const ENCRYPTED = new Set([
  'application/pkcs7-mime',
  'application/x-pkcs7-mime',
  'application/pgp-encrypted',
]);

export const read: Parser['read'] = async ({ bytes }) => {
  refuseManyLines(bytes.toString('latin1'), MAIL_LIMITS);
  const known = toKnownCharsets(withFolds(bareMail(bytes)));
  const email = await parse(known.bytes);
  const isLocked = email.attachments.some(({ mimeType }) => ENCRYPTED.has(mimeType));
  const written = readBody(email);
  const invitations = await readInvitations(email);
  const body = [...written.blocks, ...invitations.blocks];
  const warnings = [...written.warnings, ...invitations.warnings];
  if (body.length === 0 && isLocked) throw parseFailure('document_encrypted');
  if (body.length === 0 && email.attachments.some(isOfOutlookAlone))
    throw parseFailure('holds_other_files');
  const hasPictures = email.attachments.some(({ mimeType }) => isPicture(mimeType));
  const reports = readReports(email);
  const isBare = [...body, ...reports].every(({ text }) => text.trim() === '');
  const isFilesAlone = isBare && email.attachments.some(({ mimeType }) => !isPicture(mimeType));
  if (isBare && !isFilesAlone) return { blocks: [], pageCount: null, hasPictures };
  if (body.length > PARSER_LIMITS.blocks) throw parseFailure('document_too_complex');
  const subject: Block[] = email.subject
    ? [{ text: email.subject, kind: 'heading', level: 1 }]
    : [];
  const head: Block = { text: headLines(email).join('\n'), kind: 'list' };
  const blocks = [...subject, head, ...body, ...reports].map((block) => ({
    ...block,
    text: restoreWestern(block.text),
  }));
  return {
    blocks,
    pageCount: null,
    hasPictures,
    warnings: [
      ...known.warnings,
      ...warnings,
      ...warningsOf(email),
      ...(isFilesAlone ? [FILES_ALONE] : []),
    ],
  };
};

const warningsOf = ({ attachments }: Email): DocumentWarning[] => [
  ...(attachments.some(isOfOutlookAlone) ? [PACKED] : []),
  ...(attachments.some(({ rfc822DepthExceeded }) => rfc822DepthExceeded === true) ? [DEEP] : []),
];

const DEEP: DocumentWarning = {
  code: 'content_left_out',
  detail: 'The mail contains forwarded mails within mails; the innermost ones were not read.',
};

const isPicture = (mimeType: string): boolean => mimeType.startsWith('image/');

const FILES_ALONE: DocumentWarning = {
  code: 'content_left_out',
  detail: 'The mail has no text of its own, and its attachments were not read. Upload them alone.',
};

const REPORTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
]);

/** What the mail server reports: who did not get the message, and why. */
const readReports = ({ attachments }: Email): Block[] =>
  attachments
    .filter(({ mimeType }) => REPORTS.has(mimeType))
    .flatMap(({ content }) =>
      textToBlocks(typeof content === 'string' ? content : decodeUtf8(content)),
    )
    .map(({ text }): Block => ({ text, kind: 'paragraph', keepsLines: true }));

/** Outlook packs a mail and its files into one file that no other program reads (TNEF). */
const isOfOutlookAlone = ({ mimeType, filename }: Email['attachments'][number]): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/u.test(mimeType) || /^winmail\.dat$/iu.test(filename ?? '');

const PACKED: DocumentWarning = {
  code: 'content_left_out',
  detail:
    'Part of this mail is in a format that only Outlook reads (winmail.dat). It was not read.',
};

/** For the file including attachments: each line costs the mail parser more than its bytes. */
const MAIL_LIMITS = { lines: PARSER_LIMITS.lines, paragraphs: PARSER_LIMITS.lines };

/** A mailbox begins with a line of its own; Apple writes the length before a mail, and its own marks after it. */
const LINE_BEFORE = /^(?:From [^\n]*|(\d{1,10})[ \t]*\r?)\n/;

const bareMail = (bytes: Buffer): Buffer => {
  const [line = '', length] = LINE_BEFORE.exec(bytes.subarray(0, 1_000).toString('latin1')) ?? [];
  const end = length === undefined ? bytes.length : line.length + Number(length);
  return bytes.subarray(line.length, end);
};

const MAX_HEAD_BYTES = 64 * 1024;
/** A subject or a list of people, and the next line, if that does not begin like a field. */
const UNFOLDED =
  /^((?:subject|from|to|cc|reply-to)[ \t]{0,20}:[^\r\n]*\r?\n)(?![ \t]|[!-9;-~]{1,200}[ \t]{0,20}:|\r?\n)/gimu;

/** The mail with a space before such lines; without it their text would be lost. */
const withFolds = (bytes: Buffer): Buffer => {
  const beginning = bytes.subarray(0, MAX_HEAD_BYTES).toString('latin1');
  const head = beginning.slice(0, /\r?\n\r?\n/u.exec(beginning)?.index ?? 0);
  const folded = head.replace(UNFOLDED, '$1 ');
  if (folded === head) return bytes;
  return Buffer.concat([Buffer.from(folded, 'latin1'), bytes.subarray(head.length)]);
};

const MAX_NESTING = 50;

const parse = async (bytes: Buffer): Promise<Email> => {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING });
  } catch (error) {
    const isDeep = error instanceof Error && /nesting|exceeded|maximum/i.test(error.message);
    throw parseFailure(isDeep ? 'document_too_complex' : 'document_corrupt', error);
  }
};

type Read = { blocks: Block[]; warnings: DocumentWarning[] };

const readBody = ({ html, text = '' }: Email): Read => {
  if (html) return htmlToBlocks(html);
  refuseManyLines(text, TEXT_LIMITS);
  return { blocks: textToBlocks(text), warnings: [] };
};

const CALENDARS: ReadonlySet<string> = new Set(['text/calendar', 'application/ics']);

/** The events that a message invites to or cancels; programs send the same event both as a part and as a file. */
const readInvitations = async ({ attachments }: Email): Promise<Read> => {
  const calendars = attachments
    .filter(({ mimeType }) => CALENDARS.has(mimeType))
    .map(({ content }) => (typeof content === 'string' ? content : decodeUtf8(content)));
  const read: Read = { blocks: [], warnings: [] };
  if (calendars.length === 0) return read;
  const { readCalendar } = await import('../calendar/read-calendar.js');
  for (const calendar of new Set(calendars)) {
    const { blocks, warnings } = await readCalendar(calendar, { level: 2 });
    addBlocks(read.blocks, blocks);
    read.warnings.push(...warnings);
  }
  return read;
};

const decodeUtf8 = (bytes: ArrayBuffer | Uint8Array): string => new TextDecoder().decode(bytes);

/** The sender, recipients, date and attachments, one line each, so that questions about them find the message. */
const headLines = (email: Email): string[] => {
  const { from, to = [], cc = [], attachments } = email;
  const files = attachments.flatMap(({ filename, related }) =>
    filename && !related ? [filename] : [],
  );
  const lines: [string, string][] = [
    ['From', from ? shown(from) : ''],
    ['To', to.map(shown).join(', ')],
    ['Cc', cc.map(shown).join(', ')],
    ['Date', dateOf(email)],
    ['Attachments', files.join(', ')],
  ];
  return lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
};

const OFFSET = /([+-])(\d{2}):?(\d{2})(?:\s*\([^()]*\))?\s*$/u;

/** The date and time in the sender's time zone; in another one it may be another day. */
const dateOf = ({ date = '', headers }: Email): string => {
  const written = headers.find(({ key }) => key === 'date')?.value ?? '';
  const [, sign = '+', hours = '', minutes = ''] = OFFSET.exec(written) ?? [];
  const time = Date.parse(date);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  if (hours === '' || offset === 0 || !Number.isFinite(time)) return date;
  const local = new Date(time + offset).toISOString().slice(0, 19);
  return `${local}${sign}${hours}:${minutes}`;
};

type Address = NonNullable<Email['from']>;

const shown = ({ name, address, group }: Address): string => {
  if (group) return `${name}: ${group.map(shown).join(', ')}`;
  return name && name !== address ? `${name} <${address}>` : address;
};
