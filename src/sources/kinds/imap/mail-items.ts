import { createHash } from 'node:crypto';
import type { FetchMessageObject, ListResponse, MessageStructureObject } from 'imapflow';
import { toMailName } from '../../../shared/mail-name.js';
import type { ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';

/** The place of a mail, or of a part of it. A UID identifies a mail as long as the folder's UIDVALIDITY stays the same. */
export type Kept = { path: string; validity: string; uid: string; part?: string };

type Folder = Pick<ListResponse, 'path' | 'delimiter'>;

export type Mail = {
  folder: Folder;
  validity: string;
  message: FetchMessageObject;
  /** Absent where rules say who reads. */
  readers?: readonly string[];
};

const MAX_ATTACHMENTS = 500;

/** Turns a mail and its attachments into files. Each mail gets its own folder, so that no two files have the same path. */
export const toItems = (mail: Mail): { items: ListedItem[]; findings: Finding[] } => {
  const { message, folder, validity } = mail;
  const { uid, size = 0, envelope, bodyStructure } = message;
  const place = [...toSegments(folder), `${validity}-${uid}`].join('/');
  const attachments = attachmentsOf(bodyStructure).slice(0, MAX_ATTACHMENTS + 1);
  const isTooMany = attachments.length > MAX_ATTACHMENTS;
  const toItem = (part: string | null, name: string, sizeBytes: number): ListedItem => ({
    externalId: `${validity} ${uid} ${part ?? WHOLE} ${folder.path}`,
    path: part === null ? `${place}/${name}` : `${place}/${part}/${name}`,
    revision: String(sizeBytes),
    sizeBytes,
    ...(mail.readers !== undefined && { readers: mail.readers }),
  });
  return {
    items: [
      toItem(null, `${toMailName(envelope?.subject ?? '')}.eml`, size),
      ...attachments
        .slice(0, MAX_ATTACHMENTS)
        .map(({ part, name, sizeBytes }) => toItem(part, name, sizeBytes)),
    ],
    findings: isTooMany ? [{ path: place, reason: 'too_many_attachments' }] : [],
  };
};

/** Stands in an external id for the whole mail. */
const WHOLE = '-';

const EXTERNAL_ID =
  /^(?<validity>\d{1,20}) (?<uid>\d{1,10}) (?<part>-|\d[\d.]{0,200}) (?<path>.+)$/su;

/** Returns null for an id that no listing can have produced. */
export const fromExternalId = (externalId: string): Kept | null => {
  const { validity, uid, part, path } = EXTERNAL_ID.exec(externalId)?.groups ?? {};
  if (validity === undefined || uid === undefined || path === undefined) return null;
  if (part === undefined || part === WHOLE) return { path, validity, uid };
  return { path, validity, uid, part };
};

/** Replaces folder names that a path cannot contain; a digest keeps the new name different from all others. */
const toSegments = ({ path, delimiter }: Folder): string[] =>
  (delimiter === '' ? [path] : path.split(delimiter)).map((name) => {
    const plain = toMailName(name);
    if (plain === name) return name;
    return `${plain}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  });

type Attachment = { part: string; name: string; sizeBytes: number };

/** Finds the attached files. Logos, invitations and forwarded mails are part of the mail's own text and are read with it. */
const attachmentsOf = (structure: MessageStructureObject | undefined): Attachment[] => {
  const found: Attachment[] = [];
  const waiting = structure === undefined ? [] : [structure];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const attachment = toAttachment(node);
    if (attachment !== null) found.push(attachment);
    if (node.type.startsWith('multipart/')) waiting.push(...(node.childNodes ?? []).toReversed());
  }
  return found;
};

const OF_THE_MAIL =
  /^(?:multipart\/|message\/|text\/calendar$|application\/(?:x-)?(?:pkcs7-|pgp-|ms-tnef$))/u;

const toAttachment = (node: MessageStructureObject): Attachment | null => {
  const { part = '1', type, disposition, size = 0, encoding } = node;
  const name = node.dispositionParameters?.['filename'] ?? node.parameters?.['name'];
  if (name === undefined || OF_THE_MAIL.test(type)) return null;
  if (type.startsWith('image/') && disposition !== 'attachment') return null;
  const sizeBytes = encoding === 'base64' ? Math.floor((size * 57) / 78) : size;
  return { part, name: toFileName(name), sizeBytes };
};

/** Shortens the name but keeps its ending, which tells the format. */
const toFileName = (name: string): string => {
  const ending = /\.[a-z0-9]{1,10}$/iu.exec(name.trim())?.[0] ?? '';
  return `${toMailName(name.trim().slice(0, ending === '' ? undefined : -ending.length))}${ending}`;
};
