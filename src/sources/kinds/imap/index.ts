import { z } from 'zod';
import { isAppError, notFound } from '../../../shared/errors.js';
import { toListingFailure } from '../../ask-web.js';
import {
  SourceFailed,
  type Check,
  type Listed,
  type OpenSource,
  type SourceKind,
} from '../../kind.js';
import { findItem, listMails, listNewMails, type Place } from './listing.js';
import { fromExternalId } from './mail-items.js';
import { openMailbox, type Account } from './mailbox.js';
import { MailServer, mayConnect } from './server.js';

const Settings = z.strictObject({
  url: MailServer.describe('The server, such as `mail.example.com`, which is asked over TLS.'),
  folder: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      'The folder that is followed, with all below it, such as `INBOX/Invoices`. Null: all folders except drafts, junk and deleted mails.',
    ),
  owner: z
    .email()
    .max(300)
    .nullable()
    .default(null)
    .describe('The only person who reads these mails. Null: the rules say who does.'),
});
type Settings = z.output<typeof Settings>;

const Credentials = z.strictObject({
  username: z.string().min(1).max(300),
  password: z.string().min(1).max(1000),
}) satisfies z.ZodType<Account>;

/** Reads the mails of a mailbox over IMAP, with their attachments. */
export const imap: SourceKind<Settings, Account> = {
  name: 'imap',
  settings: Settings,
  credentials: Credentials,
  problems: ({ url }, { web }) =>
    mayConnect(web, url)
      ? []
      : [
          {
            path: 'settings.url',
            message:
              'must be a public server with TLS at port 993, or one that the operator allows',
          },
        ],
  open: ({ url, folder, owner }, { web }, account) => {
    const isListed = web.origins.includes(url);
    const mailbox = openMailbox({ address: url, isListed, account });
    const place = { mailbox, folder };
    return open(owner === null ? place : { ...place, readers: [`email:${owner}`] });
  },
};

const open = (place: Place): OpenSource => ({
  test: async (signal) => [await checkMailbox(place, signal)],
  list: (signal) => failingWhole(listMails(place, signal), signal),
  changes: (since, signal) => failingWhole(listNewMails(place, since, signal), signal),
  look: async ({ externalId }, signal) => {
    try {
      return await findItem(place, externalId, signal);
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') return null;
      throw error;
    }
  },
  read: async ({ externalId }, signal) => {
    const kept = fromExternalId(externalId);
    if (kept === null) throw notFound();
    return place.mailbox.read(kept, signal);
  },
  close: () => place.mailbox.close(),
});

/** A folder that cannot be listed fails the whole run, because its mails would look deleted. */
async function* failingWhole(
  pieces: AsyncIterable<Listed>,
  signal: AbortSignal,
): AsyncGenerator<Listed> {
  try {
    yield* pieces;
  } catch (error) {
    signal.throwIfAborted();
    throw toListingFailure(error);
  }
}

const checkMailbox = async ({ mailbox }: Place, signal: AbortSignal): Promise<Check> => {
  const name = 'sign in';
  try {
    const folders = await mailbox.folders(signal);
    return { name, ok: true, message: `The mailbox has ${folders.length} folders.` };
  } catch (error) {
    signal.throwIfAborted();
    const known = toListingFailure(error);
    const message = known instanceof SourceFailed ? known.message : 'It failed.';
    return { name, ok: false, message };
  }
};
