import type { Client, ComparedEntry } from '@knowledge-router/client';
import { forEachOf } from '../pool.js';
import type { HashCache } from './hash-cache.js';
import { hashSettled, type Hashed, type HashFile } from './hash.js';
import type { Problem, WalkedFile } from './walk.js';

export type Compared = Hashed & Omit<ComparedEntry, 'path'>;

type Deps = {
  client: Pick<Client, 'documents'>;
  cache: HashCache;
  root: string;
  source: string;
  hash: HashFile;
  now: () => number;
  signal: AbortSignal;
  onPage: (done: number) => void;
  /** Saves what is known of all files, where that can be done. */
  remember: () => Promise<void>;
};

export type Comparison = {
  /** The files that are not the same on both sides. */
  different: Compared[];
  same: number;
  hashed: number;
  problems: Problem[];
};

/** The most files that the server compares in one request. */
export const PAGE = 1_000;

/** Asks the server what it knows of the files; only those are read that have changed since the last time. */
export const compareAll = async (deps: Deps, files: readonly WalkedFile[]): Promise<Comparison> => {
  const comparison: Comparison = { different: [], same: 0, hashed: 0, problems: [] };
  for (let start = 0; start < files.length; start += PAGE) {
    const before = comparison.hashed;
    const page = await hashAll(deps, files.slice(start, start + PAGE), comparison);
    // At once, so that whoever is stopped in the middle of many files does not read them again.
    if (comparison.hashed > before) await deps.remember();
    for (const compared of await compare(deps, page)) {
      if (compared.state === 'same') comparison.same += 1;
      else comparison.different.push(compared);
    }
    deps.onPage(Math.min(start + PAGE, files.length));
  }
  return comparison;
};

const hashAll = async (
  { cache, root, hash, now, signal }: Deps,
  files: readonly WalkedFile[],
  comparison: Comparison,
): Promise<Hashed[]> => {
  const hashed: Hashed[] = [];
  await forEachOf(files, async (file) => {
    signal.throwIfAborted();
    const known = cache.find(file);
    if (known !== undefined) {
      hashed.push({ file, sha256: known.sha256 });
      return;
    }
    comparison.hashed += 1;
    const nowMs = now();
    const settled = await hashSettled({ root, hash, signal }, file);
    if ('problem' in settled) {
      comparison.problems.push({ path: file.path, message: settled.problem });
      return;
    }
    cache.keep(settled.file, { sha256: settled.sha256 }, nowMs);
    hashed.push(settled);
  });
  return hashed;
};

/** In one request; the server answers in the order of what it was asked. */
export const compare = async (
  { client, source, signal }: Pick<Deps, 'client' | 'source' | 'signal'>,
  hashed: readonly Hashed[],
): Promise<Compared[]> => {
  if (hashed.length === 0) return [];
  const entries = hashed.map(({ file: { path, size }, sha256 }) => ({ path, size, sha256 }));
  const answer = await client.documents.compare({ source, entries }, { signal });
  return answer.entries.flatMap((entry, index) => {
    const asked = hashed[index];
    // Facts of an earlier comparison are left behind.
    return asked === undefined ? [] : [{ ...entry, file: asked.file, sha256: asked.sha256 }];
  });
};
