import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError, isAppError } from '../../../shared/errors.js';
import { createAskWeb, mayAsk, toListingFailure, WebAddress, type AskWeb } from '../../ask-web.js';
import {
  SourceFailed,
  type Check,
  type Listed,
  type ListedItem,
  type OpenSource,
  type SourceKind,
} from '../../kind.js';
import { openShares, sharesPlace, type Shares } from './shares.js';
import { propfind, walk, type Place } from './walk.js';

const Settings = z.strictObject({
  url: WebAddress.transform((url) => url.replace(/\/*$/u, '/')).describe(
    'The folder, such as `https://cloud.example.com/remote.php/dav/files/anna/Shared/`.',
  ),
  rights: z
    .enum(['rules', 'nextcloud'])
    .default('rules')
    .describe(
      '`nextcloud`: those read a file with whom its account shares it there; `rules`: as the rules say.',
    ),
});
type Settings = z.output<typeof Settings>;

const Credentials = z.strictObject({
  username: z.string().min(1).max(300),
  password: z.string().min(1).max(1000),
});
type Credentials = z.output<typeof Credentials>;

/** A folder of a WebDAV server, with an account that may list and read it. Names that begin with a dot are left out. */
export const webdav: SourceKind<Settings, Credentials> = {
  name: 'webdav',
  settings: Settings,
  address: ({ url }, { externalId }) => new URL(externalId, url).href,
  credentials: Credentials,
  problems: ({ url, rights }, { web }) => [
    ...(mayAsk(web, url)
      ? []
      : [
          {
            path: 'settings.url',
            message: 'must be a public https address, or one that the operator allows',
          },
        ]),
    ...(rights === 'nextcloud' && sharesPlace(url) === null
      ? [{ path: 'settings.url', message: 'must be below /remote.php/dav/files/ACCOUNT/' }]
      : []),
  ],
  open: ({ url, rights }, { web }, credentials) => {
    const ask = withAccount(createAskWeb(web), credentials);
    const root = new URL(url);
    const shares = rights === 'nextcloud' ? openShares(ask, root) : null;
    return openFolder({ ask, root }, shares);
  },
};

const withAccount = (ask: AskWeb, account: Credentials | null): AskWeb => {
  if (account === null) return ask;
  const pair = Buffer.from(`${account.username}:${account.password}`).toString('base64');
  return ({ headers, ...asked }, signal) =>
    ask({ ...asked, headers: { ...headers, Authorization: `Basic ${pair}` } }, signal);
};

/** Only a safeguard: the listing already marks smaller files as too large. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;
const READ_TIMEOUT_MS = 600_000;

const openFolder = (place: Place, shares: Shares | null): OpenSource => {
  const list = async function* (signal: AbortSignal): AsyncGenerator<Listed> {
    try {
      for await (const piece of walk(place, signal)) {
        yield shares === null ? piece : await shares.withReaders(piece, signal);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toListingFailure(error);
    }
  };
  return {
    test: async (signal) => [await checkFolder(place, signal)],
    list,
    look: (item, signal) => lookAt(place, shares, { item, signal }),
    read: async ({ externalId }, signal): Promise<Readable> => {
      const url = new URL(externalId, place.root).href;
      const asked = { url, maxBytes: MAX_FILE_BYTES, timeoutMs: READ_TIMEOUT_MS };
      const { status, content } = await place.ask(asked, signal);
      if (status === 200) return content;
      content.destroy();
      throw new AppError('forbidden', 'The file lies at another address, which is not followed.');
    },
  };
};

type Looked = { item: Pick<ListedItem, 'externalId'>; signal: AbortSignal };

const lookAt = async (
  { ask, root }: Place,
  shares: Shares | null,
  { item: { externalId }, signal }: Looked,
): Promise<ListedItem | null> => {
  try {
    const folder = new URL('.', new URL(externalId, root));
    const [item] = (
      await propfind({ ask, root }, { url: new URL(externalId, root), depth: 0 }, signal)
    ).flatMap((entry) => entry.toItem(folder) ?? []);
    if (item?.externalId !== externalId) return null;
    const piece = { items: [item], findings: [] };
    return (shares === null ? piece : await shares.withReaders(piece, signal)).items[0] ?? null;
  } catch (error) {
    if (isAppError(error) && (error.code === 'not_found' || error.code === 'forbidden'))
      return null;
    throw error;
  }
};

const checkFolder = async (place: Place, signal: AbortSignal): Promise<Check> => {
  const name = 'list the folder';
  try {
    await propfind(place, { url: place.root, depth: 0 }, signal);
    return { name, ok: true, message: 'The folder can be listed.' };
  } catch (error) {
    const failure = toListingFailure(error);
    if (!(failure instanceof SourceFailed)) throw failure;
    return { name, ok: false, message: failure.message };
  }
};
