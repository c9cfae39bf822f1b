import { z } from 'zod';
import { SourcePath } from '../../../documents/index.js';
import { createAskWeb, mayAsk, toListingFailure, WebAddress } from '../../ask-web.js';
import {
  SourceFailed,
  type Check,
  type Listed,
  type OpenSource,
  type SourceKind,
} from '../../kind.js';
import { openRepository, type Repository } from './repository.js';

const Settings = z.strictObject({
  url: WebAddress.transform((url) => url.replace(/\/+$/u, '')).describe(
    'The repository over https, such as `https://git.example.com/team/handbook.git`.',
  ),
  branch: z
    .string()
    .max(200)
    .regex(/^(?!.*(?:\.\.|@\{|\/\/|\.lock$))[\w][\w./-]*$/u, 'must be the name of a branch')
    .nullable()
    .default(null)
    .describe('Null: the main branch of the repository.'),
  path: SourcePath.nullable()
    .default(null)
    .describe('The folder of the repository that is followed; null: all.'),
});
type Settings = z.output<typeof Settings>;

const Credentials = z.strictObject({
  username: z.string().min(1).max(300),
  /** An access token or a password. */
  password: z.string().min(1).max(1000),
});
type Credentials = z.output<typeof Credentials>;

/** The newest commit of a branch of a repository, fetched over http with the server's git program. */
export const git: SourceKind<Settings, Credentials> = {
  name: 'git',
  settings: Settings,
  credentials: Credentials,
  problems: ({ url }, { web }) =>
    mayAsk(web, url)
      ? []
      : [
          {
            path: 'settings.url',
            message: 'must be a public https address, or one that the operator allows',
          },
        ],
  address: ({ url, branch }, { externalId }) => {
    const shown = SHOWN_BY[new URL(url).hostname];
    if (shown === undefined) return null;
    const file = externalId.split('/').map(encodeURIComponent).join('/');
    return `${url.replace(/\.git$/u, '')}${shown}/${branch ?? 'HEAD'}/${file}`;
  },
  open: ({ url, branch, path }, { web }, account) => {
    const pair = account && `${account.username}:${account.password}`;
    const authorization = pair && `Basic ${Buffer.from(pair).toString('base64')}`;
    return open(openRepository({ ask: createAskWeb(web), url, authorization, branch, path }));
  },
};

/** The page of a file at well-known hosts; other hosts may run any software. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  'bitbucket.org': '/src',
  'github.com': '/blob',
  'gitlab.com': '/-/blob',
};

const open = (repository: Repository): OpenSource => ({
  test: async (signal) => [await checkRepository(repository, signal)],
  list: (signal) => failingWhole(repository.list(signal), signal),
  changes: (since, signal) => failingWhole(repository.changes(since, signal), signal),
  look: async ({ externalId }, signal) =>
    (await repository.has(externalId, signal)) ? { path: externalId } : null,
  read: ({ externalId }, signal) => repository.read(externalId, signal),
  close: () => repository.close(),
});

/** An error during the listing fails the whole run. */
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

const checkRepository = async (repository: Repository, signal: AbortSignal): Promise<Check> => {
  const name = 'find the branch';
  try {
    const commit = await repository.newest(signal);
    return { name, ok: true, message: `Its newest commit is ${commit.slice(0, 12)}.` };
  } catch (error) {
    signal.throwIfAborted();
    const known = toListingFailure(error);
    return {
      name,
      ok: false,
      message: known instanceof SourceFailed ? known.message : 'It failed.',
    };
  }
};
