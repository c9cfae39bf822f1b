import { z } from 'zod';
import { isAppError } from '../../../shared/errors.js';
import { createAskWeb, mayAsk, toListingFailure, WebAddress } from '../../ask-web.js';
import { SourceFailed, type Check, type OpenSource, type SourceKind } from '../../kind.js';
import { createDriveApi, SCOPES, ServiceAccount, type DriveApi } from './api.js';
import { EXPORTS, findFile, listChanges, listFiles, type Drive } from './listing.js';
import { createReadersOf, listMembers } from './readers.js';

const PUBLIC_API = 'https://www.googleapis.com/';

const Settings = z
  .strictObject({
    drive: z
      .string()
      .regex(/^[\w-]{5,100}$/u, 'must be the id of a shared drive')
      .nullable()
      .default(null)
      .describe('The id of a shared drive, of which the service account is a member.'),
    account: z
      .email()
      .max(300)
      .nullable()
      .default(null)
      .describe('The person for whom the service account acts, with domain-wide delegation.'),
    domain: z
      .string()
      .max(253)
      .nullable()
      .default(null)
      .describe('Files shared with this domain are visible to all users here.'),
    expandGroups: z
      .boolean()
      .default(false)
      .describe(
        'Members of groups read what their groups read. Needs an administrator as `account`.',
      ),
    api: WebAddress.default(PUBLIC_API).describe('The address of Google’s API, or of a gateway.'),
  })
  .refine(({ drive, account }) => drive !== null || account !== null, {
    error: 'is needed where there is no account',
    path: ['drive'],
  });
type Settings = z.output<typeof Settings>;

const Credentials = z.strictObject({
  serviceAccount: z
    .string()
    .max(20_000)
    .refine((text) => readAccount(text) !== null, 'must be the JSON key of a service account'),
});
type Credentials = z.output<typeof Credentials>;

/** A shared drive in Google Drive, or everything that a person sees there, with the rights that Drive grants. */
export const googleDrive: SourceKind<Settings, Credentials> = {
  name: 'google-drive',
  settings: Settings,
  address: (_settings, { externalId }) => `https://drive.google.com/open?id=${externalId}`,
  credentials: Credentials,
  problems: ({ api }, { web }) =>
    mayAsk(web, api)
      ? []
      : [
          {
            path: 'settings.api',
            message: 'must be a public https address, or one that the operator allows',
          },
        ],
  open: (settings, { web }, credentials) => {
    const account = readAccount(credentials?.serviceAccount ?? '');
    if (account === null || !mayAsk(web, account.token_uri)) return withoutAccount();
    const api = createDriveApi({ ask: createAskWeb(web), account, actsFor: settings.account });
    return openDrive(api, settings);
  },
};

function readAccount(text: string): ServiceAccount | null {
  try {
    return ServiceAccount.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Only a safeguard: the listing already marks smaller files as too large. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;

const openDrive = (
  api: DriveApi,
  { drive: driveId, domain, expandGroups, api: base }: Settings,
) => {
  const root = base.replace(/\/+$/u, '');
  const url = `${root}/drive/v3`;
  const drive = {
    api,
    url,
    driveId,
    readersOf: createReadersOf({ api, files: `${url}/files`, domain }),
  };
  const directory = `${base === PUBLIC_API ? 'https://admin.googleapis.com' : root}/admin/directory/v1`;
  const opened: OpenSource = {
    test: (signal) => checkDrive(drive, { expandGroups }, signal),
    list: (signal) => failingWhole(listFiles(drive, signal), signal),
    changes: (since, signal) => failingWhole(listChanges(drive, since, signal), signal),
    look: async ({ externalId }, signal) => {
      try {
        const file = await findFile(drive, externalId, signal);
        if (file.trashed) return null;
        return { path: externalId, readers: await drive.readersOf(file, signal) };
      } catch (error) {
        if (isAppError(error)) return null;
        throw error;
      }
    },
    read: async ({ externalId }, signal) => {
      const { mimeType } = await findFile(drive, externalId, signal);
      const address = `${url}/files/${encodeURIComponent(externalId)}`;
      const format = EXPORTS[mimeType];
      const asked =
        format === undefined
          ? { url: address, query: { alt: 'media', supportsAllDrives: 'true' } }
          : { url: `${address}/export`, query: { mimeType: format.mimeType } };
      return (await api.open({ ...asked, maxBytes: MAX_FILE_BYTES }, signal)).content;
    },
  };
  if (!expandGroups) return opened;
  const groups: OpenSource['groups'] = (named, signal) =>
    failingWhole(listMembers({ api, directory }, named, signal), signal);
  return { ...opened, groups };
};

/** If a part of the listing cannot be read, the whole run fails. */
async function* failingWhole<Piece>(
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof z.ZodError)) throw toListingFailure(error);
    throw new SourceFailed('cut_short', 'Google answered something unknown.', { cause: error });
  }
}

/** Tries each operation that a run needs, and names the scope that the account lacks. */
const checkDrive = async (
  drive: Drive,
  { expandGroups }: Pick<Settings, 'expandGroups'>,
  signal: AbortSignal,
): Promise<Check[]> => {
  const check = async (name: string, work: () => Promise<string | null>): Promise<Check> => {
    try {
      const problem = await work();
      return { name, ok: problem === null, message: problem ?? 'This is allowed.' };
    } catch (error) {
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : 'This failed.';
      return { name, ok: false, message };
    }
  };
  const signedIn = await check(`sign in for ${SCOPES.drive}`, async () => {
    await drive.api.signIn('drive', signal);
    return null;
  });
  if (!signedIn.ok) return [signedIn];
  const rights = await check('list files and read their rights', async () => {
    for await (const { items } of failingWhole(listFiles(drive, signal), signal)) {
      const closed = items.filter(({ readers }) => readers === null);
      if (items.length === 0) continue;
      return closed.length === 0
        ? null
        : `The rights of ${closed.length} of the first ${items.length} files cannot be read: the account must be allowed to see who has access.`;
    }
    return null;
  });
  if (!expandGroups) return [signedIn, rights];
  const members = await check(`read members of groups with ${SCOPES.members}`, async () => {
    await drive.api.signIn('members', signal);
    return null;
  });
  return [signedIn, rights, members];
};

const withoutAccount = (): OpenSource => {
  const fail = (): never => {
    throw new SourceFailed(
      'refused',
      'The source has no key of a service account that this server may use.',
    );
  };
  return {
    test: async () => [
      { name: 'sign in', ok: false, message: 'Give the key of a service account as credentials.' },
    ],
    list: async function* () {
      yield fail();
    },
    read: async () => fail(),
  };
};
