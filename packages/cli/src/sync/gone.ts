import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@knowledge-router/client';
import type { Limit } from '../counts.js';
import { fieldOf, isMissing } from '../fields.js';
import { PAGE, type Compared } from './compare.js';
import type { WalkedFile } from './walk.js';

/** A document whose file is not there any more. */
export type Gone = { id: string; path: string; sha256: string | null };

type Deps = { client: Pick<Client, 'documents'>; source: string; signal: AbortSignal };

/** The documents of a source without a file, and how many it has in all. */
export const findGone = async (
  { client, source, signal }: Deps,
  files: readonly WalkedFile[],
): Promise<{ gone: Gone[]; total: number }> => {
  const there = new Set(files.map(({ path }) => path));
  const gone: Gone[] = [];
  let total = 0;
  for await (const document of client.documents.all({ source, sort: 'createdAt' }, { signal })) {
    const { id, sourcePath: path, sha256, replacement } = document;
    if (path === null || document.source !== source) continue;
    total += 1;
    if (!there.has(path)) gone.push({ id, path, sha256: replacement === null ? sha256 : null });
  }
  return { gone, total };
};

export type Renaming = { from: Gone; to: Compared };

/** New files with the content of one that is gone: those keep their document, which is not read again. */
export const findRenamed = (
  gone: readonly Gone[],
  different: readonly Compared[],
): { renamings: Renaming[]; gone: Gone[]; different: Compared[] } => {
  const bySha = new Map<string, Gone[]>();
  for (const document of gone) {
    if (document.sha256 === null) continue;
    bySha.set(document.sha256, [...(bySha.get(document.sha256) ?? []), document]);
  }
  const renamings = different.flatMap((to) => {
    const from = to.state === 'new' ? bySha.get(to.sha256)?.shift() : undefined;
    return from === undefined ? [] : [{ from, to }];
  });
  const moved = new Set<unknown>(renamings.flatMap(({ from, to }) => [from, to]));
  return {
    renamings,
    gone: gone.filter((document) => !moved.has(document)),
    different: different.filter((compared) => !moved.has(compared)),
  };
};

/** The reason why nothing may be deleted, or null. */
export const refuseDeletion = ({
  gone,
  total,
  limit,
}: {
  gone: number;
  total: number;
  limit: Limit;
}): string | null => {
  const allowed = 'count' in limit ? limit.count : Math.floor(total * limit.share);
  if (gone <= allowed) return null;
  return `${gone} of ${total} documents have no file any more, and --max-delete allows ${allowed}: nothing is deleted`;
};

type Deletion = Deps & { root: string };

/** Deletes what is still gone and was not edited on the server since; the rest is named. */
export const deleteGone = async (
  { client, source, root, signal }: Deletion,
  gone: readonly Gone[],
): Promise<{ deleted: string[]; edited: string[] }> => {
  const outcome = { deleted: [] as string[], edited: [] as string[] };
  for (let start = 0; start < gone.length; start += PAGE) {
    const page = gone.slice(start, start + PAGE);
    const entries = page.map(({ path }) => ({ path, sha256: NO_CONTENT, size: 0 }));
    const answer = await client.documents.compare({ source, entries }, { signal });
    const deletable: Gone[] = [];
    for (const [index, document] of page.entries()) {
      const known = answer.entries[index];
      if (known?.documentId !== document.id) continue;
      if (known.isEdited) outcome.edited.push(document.path);
      else if (await isAbsent(join(root, document.path))) deletable.push(document);
    }
    const ids = new Set(
      await client.documents.deleteAll(
        deletable.map(({ id }) => id),
        { signal },
      ),
    );
    outcome.deleted.push(...deletable.filter(({ id }) => ids.has(id)).map(({ path }) => path));
  }
  return outcome;
};

/** Stands for content that is not known: only the state in the answer is of interest. */
const NO_CONTENT = '0'.repeat(64);

const isAbsent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: unknown) => isMissing(error) || fieldOf(error, 'code') === 'ENOTDIR',
  );
