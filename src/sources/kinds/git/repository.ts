import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CursorLost, isWithin, SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';
import { startRelay, type Relay } from './relay.js';
import { GitFailed, openGit, readGit, runGit } from './run-git.js';

type Options = Parameters<typeof startRelay>[0] & {
  /** Null for the default branch of the repository. */
  branch: string | null;
  /** The folder that is listed; null lists everything. */
  path: string | null;
};

export type Repository = ReturnType<typeof openRepository>;

/** The newest commit of a repository's branch, fetched without history into a temporary folder when needed. */
export const openRepository = (options: Options) => {
  const { settle, git, newest, fetch, close } = createFetching(options);
  return {
    newest,
    close,
    list: async function* (signal: AbortSignal): AsyncGenerator<Listed> {
      const { commit } = await fetch('files', signal);
      const { home } = await settle();
      const args = toListing(commit, options.path, ['-l']);
      yield* toPieces(readGit({ home, args, signal }), options.path);
      yield { items: [], findings: [], cursor: commit };
    },
    /**
     * Lists nothing while the branch stays at the same commit. A new commit is listed completely, because there is no history to compare
     * with.
     */
    changes: async function* (since: string, signal: AbortSignal): AsyncGenerator<Listed> {
      if ((await newest(signal)) !== since) throw new CursorLost('The branch has a new commit.');
      yield { items: [], findings: [], cursor: since };
    },
    has: async (file: string, signal: AbortSignal): Promise<boolean> => {
      const { commit } = await fetch('names', signal);
      const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', file];
      return (await git(args, signal)).startsWith('100');
    },
    read: async (file: string, signal: AbortSignal): Promise<Readable> => {
      const { commit } = await fetch('files', signal);
      const { home } = await settle();
      return openGit({ home, args: ['cat-file', 'blob', `${commit}:${file}`], signal });
    },
  };
};

/** `names` fetches no file contents if the server supports that. */
type Fetched = { what: 'names' | 'files'; commit: string };

const createFetching = (options: Options) => {
  const ref = options.branch === null ? 'HEAD' : `refs/heads/${options.branch}`;
  let place: Promise<Place> | undefined;
  const fetched = new Map<Fetched['what'], Promise<Fetched>>();
  const settle = (): Promise<Place> => (place ??= createPlace(options));
  const git = async (args: readonly string[], signal: AbortSignal): Promise<string> => {
    const { home, relay } = await settle();
    relay.takeFailure();
    try {
      return await runGit({ home, args, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof GitFailed ? (relay.takeFailure() ?? toFailure(error)) : error;
    }
  };
  const fetchAnew = async (what: Fetched['what'], signal: AbortSignal): Promise<Fetched> => {
    const { relay } = await settle();
    const filter = what === 'names' ? ['--filter=blob:none'] : ['--refetch'];
    const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--depth=1', ...filter];
    await git(['fetch', ...flags, '--', relay.url, `+${ref}:${HEAD}`], signal);
    return { what, commit: (await git(['rev-parse', '--verify', HEAD], signal)).trim() };
  };
  const fetchFiles = createFetchFiles({ path: options.path, settle, git, fetchAnew });
  return {
    settle,
    git,
    newest: async (signal: AbortSignal): Promise<string> => {
      const { relay } = await settle();
      const listed = await git(['ls-remote', '--quiet', relay.url, ref], signal);
      const commit = /^[0-9a-f]{40,64}(?=\t)/u.exec(listed)?.[0];
      if (commit !== undefined) return commit;
      throw new SourceFailed('cut_short', 'The repository has no such branch, or nothing in it.');
    },
    /** Fetches once, even for several callers; a failure is not cached. */
    fetch: async (what: Fetched['what'], signal: AbortSignal): Promise<Fetched> => {
      const known = fetched.get('files') ?? fetched.get(what);
      if (known !== undefined) return known;
      const fetching = what === 'files' ? fetchFiles(signal) : fetchAnew(what, signal);
      fetched.set(what, fetching);
      return fetching.catch((error: unknown) => {
        fetched.delete(what);
        throw error;
      });
    },
    close: async (): Promise<void> => {
      const opened = await place?.catch(() => undefined);
      await opened?.relay.close();
      if (opened !== undefined) await rm(opened.home, { recursive: true, force: true });
    },
  };
};

type Fetching = Pick<Options, 'path'> & {
  settle: () => Promise<Place>;
  git: (args: readonly string[], signal: AbortSignal) => Promise<string>;
  fetchAnew: (what: Fetched['what'], signal: AbortSignal) => Promise<Fetched>;
};

/** Fetches only the files of the folder if the server can leave out others and serve files by their ids; otherwise fetches all files. */
const createFetchFiles = ({ path, settle, git, fetchAnew }: Fetching) => {
  const fetchFolder = async (folder: string, signal: AbortSignal): Promise<Fetched> => {
    const { home, relay } = await settle();
    const { commit } = await fetchAnew('names', signal);
    const args = toListing(commit, folder, []);
    for await (const ids of toBatches(readGit({ home, args, signal }))) {
      await git([...BY_ID, '--', relay.url, ...ids], signal);
    }
    return { what: 'files', commit };
  };
  return async (signal: AbortSignal): Promise<Fetched> => {
    if (path === null) return fetchAnew('files', signal);
    try {
      return await fetchFolder(path, signal);
    } catch (error) {
      signal.throwIfAborted();
      const isOfGit = error instanceof SourceFailed && error.cause instanceof GitFailed;
      if (!isOfGit) throw error;
      return fetchAnew('files', signal);
    }
  };
};

/** The options that git itself uses to fetch what a filter has left out: it does not report which objects it already has. */
const BY_ID =
  '-c fetch.negotiationAlgorithm=noop fetch --quiet --no-tags --no-write-fetch-head --filter=blob:none'.split(
    ' ',
  );

type Place = { home: string; relay: Relay };

const HEAD = 'refs/source/head';
const PREFIX = 'kr-source-git-';
const DAY_MS = 86_400_000;

const createPlace = async (options: Options): Promise<Place> => {
  await removeLeftovers();
  const home = await mkdtemp(join(tmpdir(), PREFIX));
  const { signal } = new AbortController();
  await runGit({ home, args: ['init', '--quiet', '--bare', home], signal });
  return { home, relay: await startRelay(options) };
};

/** Removes folders that killed processes left behind. */
const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < DAY_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
};

const toFailure = (cause: GitFailed): SourceFailed =>
  new SourceFailed('cut_short', 'The repository could not be fetched.', { cause });

const toListing = (commit: string, path: string | null, flags: readonly string[]): string[] => {
  const below = path === null ? [] : ['--', path];
  const listing = ['ls-tree', '-r', ...flags, '-z', '--full-tree', commit, ...below];
  return ['--literal-pathspecs', ...listing];
};

/** The maximum number of files requested by id at once. */
const ASKED_AT_ONCE = 1000;

/** Extracts file ids from lines of the form `100644 blob ID<tab>PATH`. */
async function* toBatches(output: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let ids: string[] = [];
  for await (const line of toLines(output)) {
    const { id } = /^\d{6} blob (?<id>[0-9a-f]{40,64})\t/su.exec(line)?.groups ?? {};
    if (id !== undefined) ids.push(id);
    if (ids.length < ASKED_AT_ONCE) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

const PIECE = 200;

/** Matches `100644 blob ID SIZE<tab>PATH`; anything that is not a file has another mode. */
const ENTRY =
  /^(?<mode>\d{6}) (?:blob|commit) (?<id>[0-9a-f]{40,64}) +(?<size>\d+|-)\t(?<path>.*)$/su;

async function* toPieces(
  output: AsyncIterable<Buffer>,
  inner: string | null,
): AsyncGenerator<Listed> {
  let items: ListedItem[] = [];
  let findings: Finding[] = [];
  for await (const line of toLines(output)) {
    const { mode = '', id = '', size = '', path = '' } = ENTRY.exec(line)?.groups ?? {};
    if (mode === '') throw new SourceFailed('cut_short', 'The files of the commit cannot be read.');
    if (inner !== null && !isWithin(inner, path)) continue;
    const reason = REFUSED[mode.slice(0, 3)] ?? (path.includes('\ufffd') ? 'name_not_text' : null);
    if (reason === null) {
      items.push({ externalId: path, path, revision: id, sizeBytes: Number(size) });
    } else findings.push({ path, reason });
    if (items.length + findings.length < PIECE) continue;
    yield { items, findings };
    [items, findings] = [[], []];
  }
  yield { items, findings };
}

const REFUSED: Readonly<Record<string, string>> = { '120': 'symbolic_link', '160': 'submodule' };

/** A path in a repository may be of any length. */
const MAX_LINE_BYTES = 64 * 1024;

async function* toLines(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of output) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      yield rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
    }
    if (rest.length > MAX_LINE_BYTES) {
      throw new SourceFailed('cut_short', 'A path in the repository is too long.');
    }
  }
}
