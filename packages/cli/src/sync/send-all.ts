import { isKnowledgeRouterError } from '@knowledge-router/client';
import { forEachOf } from '../pool.js';
import type { Compared } from './compare.js';
import type { Renaming } from './gone.js';
import type { Hashed } from './hash.js';
import { sendFile } from './send-file.js';
import type { Run } from './run.js';

/** Uploads the files, four at a time; what is not sent is in the summary with its reason. */
export const sendAll = async (run: Run, files: readonly Compared[]): Promise<Hashed[]> => {
  const { summary, cache, output, now } = run;
  const sent: Hashed[] = [];
  await forEachOf(files, async (compared) => {
    run.signal.throwIfAborted();
    const { path } = compared.file;
    output.progress(`${sent.length} of ${files.length} uploaded  ${path}`);
    const outcome = await sendFile({ ...run, visibility: run.visibility }, compared);
    if (outcome.kind === 'problem') {
      summary.problems.push({ path, message: outcome.message });
      return;
    }
    const { file, sha256 } = outcome;
    if (outcome.kind === 'refused') {
      summary.refused.push({ path, message: outcome.code });
      cache.keep(file, { sha256, refused: outcome.code }, now());
      return;
    }
    cache.keep(file, { sha256 }, now());
    summary.uploaded += 1;
    summary.uploadedBytes += file.size;
    sent.push({ file, sha256 });
  });
  return sent;
};

/** Gives documents the new paths of their files; those that cannot have one are to be uploaded. */
export const renameAll = async (
  { client, summary, signal }: Run,
  renamings: readonly Renaming[],
): Promise<{ done: Compared[]; failed: Compared[] }> => {
  const outcome = { done: [] as Compared[], failed: [] as Compared[] };
  await forEachOf(renamings, async ({ from, to }) => {
    try {
      await client.documents.update(from.id, { sourcePath: to.file.path }, { signal });
      summary.renamed += 1;
      outcome.done.push(to);
    } catch (error) {
      const isOnlyThis = isKnowledgeRouterError(error) && [404, 409].includes(error.status ?? 0);
      if (!isOnlyThis) throw error;
      outcome.failed.push(to);
    }
  });
  return outcome;
};
