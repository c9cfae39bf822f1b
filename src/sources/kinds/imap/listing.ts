import { createHash } from 'node:crypto';
import type { ListResponse } from 'imapflow';
import { z } from 'zod';
import { CursorLost, SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import { fromExternalId, toItems } from './mail-items.js';
import type { Mailbox } from './mailbox.js';

export type Place = {
  mailbox: Mailbox;
  /** The folder that is followed; null: all folders except `LEFT_OUT`. */
  folder: string | null;
  /** Absent where rules say who reads. */
  readers?: readonly string[];
};

const PIECE = 200;
/** The number of mails in one request. */
const ASKED_AT_ONCE = 50;
const MAX_FOLDERS = 10_000;

/** The state of a folder when it was listed: its UIDVALIDITY, the UID after the last one, and a digest of all UIDs. */
const FolderState = z.tuple([z.string(), z.number(), z.string()]);
type FolderState = z.infer<typeof FolderState>;
const Cursor = z.record(z.string(), FolderState);

/** Lists all mails and their attachments. Asks the server only for names and sizes. */
export async function* listMails(place: Place, signal: AbortSignal): AsyncGenerator<Listed> {
  yield* listFolders(place, { folders: await findFolders(place, signal), known: {} }, signal);
}

/** Lists only new mails. Throws `CursorLost` if a folder or a mail is gone, or if a folder has new UIDs. */
export async function* listNewMails(
  place: Place,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<Listed> {
  const known = readCursor(since);
  const folders = await findFolders(place, signal);
  const paths = new Set(folders.map(({ path }) => path));
  if (!Object.keys(known).every((path) => paths.has(path))) {
    throw new CursorLost('A folder is gone.');
  }
  yield* listFolders(place, { folders, known }, signal);
}

/** Returns the item as a listing would show it now, or null if it is gone. */
export const findItem = async (
  { mailbox, readers }: Place,
  externalId: string,
  signal: AbortSignal,
): Promise<ListedItem | null> => {
  const kept = fromExternalId(externalId);
  if (kept === null) return null;
  return mailbox.inFolder(kept.path, signal, async ({ client, folder }) => {
    if (String(folder.uidValidity) !== kept.validity) return null;
    const message = await client.fetchOne(kept.uid, { ...SHOWN, flags: true }, { uid: true });
    if (message === false || message.flags?.has('\\Deleted') === true) return null;
    const mail = { folder, validity: kept.validity, message };
    const { items } = toItems(readers === undefined ? mail : { ...mail, readers });
    return items.find((item) => item.externalId === externalId) ?? null;
  });
};

const readCursor = (text: string): z.infer<typeof Cursor> => {
  try {
    return Cursor.parse(JSON.parse(text));
  } catch (cause) {
    throw new CursorLost('The cursor cannot be read.', { cause });
  }
};

/** Special folders that repeat mails of other folders, or hold drafts, junk and deleted mails. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '\\All',
  '\\Drafts',
  '\\Flagged',
  '\\Junk',
  '\\Trash',
]);
const NOT_TO_OPEN = ['\\Noselect', '\\NonExistent'];

const findFolders = async (
  { mailbox, folder }: Place,
  signal: AbortSignal,
): Promise<ListResponse[]> => {
  const all = await mailbox.folders(signal);
  const followed = all.filter(
    ({ path, delimiter, specialUse, flags }) =>
      !NOT_TO_OPEN.some((flag) => flags.has(flag)) &&
      (folder === null
        ? !LEFT_OUT.has(specialUse ?? '')
        : isWithinFolder(folder, { path, delimiter })),
  );
  if (followed.length === 0) {
    throw new SourceFailed('cut_short', 'The mailbox has no such folder.');
  }
  if (followed.length > MAX_FOLDERS) {
    throw new SourceFailed('too_many_items', `A source has at most ${MAX_FOLDERS} folders.`);
  }
  return followed;
};

/** Settings may separate folder names by a slash, whatever separator the server uses. */
const isWithinFolder = (outer: string, { path, delimiter }: { path: string; delimiter: string }) =>
  path === outer ||
  `${path.split(delimiter).join('/')}/`.startsWith(`${outer.split(delimiter).join('/')}/`);

const IS_TEXT = /^[^\p{Cc}\p{Cs}\ufffd]+$/u;

type Folders = { folders: readonly ListResponse[]; known: z.infer<typeof Cursor> };

async function* listFolders(
  place: Place,
  { folders, known }: Folders,
  signal: AbortSignal,
): AsyncGenerator<Listed> {
  const states: [string, FolderState][] = [];
  for (const folder of folders) {
    if (!IS_TEXT.test(folder.path)) {
      yield { items: [], findings: [{ path: folder.path.slice(0, 500), reason: 'name_not_text' }] };
      continue;
    }
    const before = Object.hasOwn(known, folder.path) ? known[folder.path] : undefined;
    states.push([folder.path, yield* listFolder(place, { folder, before }, signal)]);
  }
  yield { items: [], findings: [], cursor: JSON.stringify(Object.fromEntries(states)) };
}

type Before = { folder: ListResponse; before: FolderState | undefined };

async function* listFolder(
  place: Place,
  { folder, before }: Before,
  signal: AbortSignal,
): AsyncGenerator<Listed, FolderState> {
  const { validity, uids } = await findUids(place.mailbox, folder.path, signal);
  const seen = before === undefined ? [] : uids.filter((uid) => uid < before[1]);
  if (before !== undefined && (before[0] !== validity || before[2] !== digestOf(seen))) {
    throw new CursorLost('Mails are gone, or have new UIDs.');
  }
  for (let at = seen.length; at < uids.length; at += ASKED_AT_ONCE) {
    const asked = uids.slice(at, at + ASKED_AT_ONCE);
    yield* toPieces(await findMails(place, { folder, validity, uids: asked }, signal));
  }
  return [validity, (uids.at(-1) ?? 0) + 1, digestOf(uids)];
}

/** Finds the UIDs of all mails that are not marked as deleted, in ascending order. */
const findUids = (mailbox: Mailbox, path: string, signal: AbortSignal) =>
  mailbox.inFolder(path, signal, async ({ client, folder }) => {
    const found = await client.search({ deleted: false }, { uid: true });
    if (!Array.isArray(found)) {
      throw new SourceFailed('cut_short', 'The mails of a folder cannot be listed.');
    }
    const uids = [...new Set(found)].sort((one, other) => one - other);
    return { validity: String(folder.uidValidity), uids };
  });

const digestOf = (uids: readonly number[]): string =>
  createHash('sha256').update(uids.join()).digest('base64url').slice(0, 22);

const SHOWN = { uid: true, size: true, envelope: true, bodyStructure: true };

type Asked = { folder: ListResponse; validity: string; uids: readonly number[] };

const findMails = (
  { mailbox, readers }: Place,
  { folder, validity, uids }: Asked,
  signal: AbortSignal,
): Promise<Listed> =>
  mailbox.inFolder(folder.path, signal, async ({ client, folder: opened }) => {
    if (String(opened.uidValidity) !== validity) {
      throw new SourceFailed('cut_short', 'A folder got new UIDs while it was listed.');
    }
    const [items, findings]: [ListedItem[], Listed['findings'][number][]] = [[], []];
    const wanted = new Set(uids);
    for await (const message of client.fetch(uids.join(), SHOWN, { uid: true })) {
      // The server may also report mails that were not requested.
      if (!wanted.delete(message.uid)) continue;
      const mail = { folder, validity, message };
      const found = toItems(readers === undefined ? mail : { ...mail, readers });
      items.push(...found.items);
      findings.push(...found.findings);
    }
    return { items, findings };
  });

function* toPieces({ items, findings }: Listed): Generator<Listed> {
  yield { items: items.slice(0, PIECE), findings };
  for (let at = PIECE; at < items.length; at += PIECE) {
    yield { items: items.slice(at, at + PIECE), findings: [] };
  }
}
