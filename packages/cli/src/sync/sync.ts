import { realpath, stat } from 'node:fs/promises';
import { CliError } from '../failures.js';
import { compareAll, type Compared } from './compare.js';
import {
  deleteGone,
  findGone,
  findRenamed,
  refuseDeletion,
  type Gone,
  type Renaming,
} from './gone.js';
import { openHashCache } from './hash-cache.js';
import { hashFile } from './hash.js';
import { readRules } from './rules.js';
import { toMessage } from './messages.js';
import { renameAll, sendAll } from './send-all.js';
import { makeSourceName, readSourceName } from './source-name.js';
import type { Run, SyncDeps, SyncOptions } from './run.js';
import { emptySummary, type SyncSummary } from './summary.js';
import { waitForAll } from './wait.js';
import { walk, type Walk } from './walk.js';

/**
 * Brings the documents of a source in step with a folder, one way. What is to be done is asked of the server each time, so it may end
 * at any moment and begin anew; what cannot be undone comes last.
 */
export const syncFolder = async (deps: SyncDeps, options: SyncOptions): Promise<SyncSummary> => {
  const run = await begin(deps, options);
  const { summary, output, walked } = run;
  summary.problems.push(...walked.problems);
  const onPage = (done: number) => output.progress(`${done} of ${walked.files.length} compared`);
  const compared = await compareAll({ ...run, onPage }, walked.files);
  summary.problems.push(...compared.problems);
  Object.assign(summary, { hashed: compared.hashed, same: compared.same });
  const plan = await makePlan(run, compared.different);
  if (run.isDryRun) return tellPlan(run, plan);
  const moved = await renameAll(run, plan.renamings);
  const sent = await sendAll(run, [...plan.uploads, ...moved.failed]);
  await run.remember();
  await waitForAll(run, [...plan.processing, ...moved.done, ...sent]);
  await deleteLast(run, plan);
  return summary;
};

const begin = async (deps: SyncDeps, options: SyncOptions): Promise<Run> => {
  const { signal, url, cacheFolder } = deps;
  const root = await realpath(options.folder).catch((error: unknown) => {
    throw new CliError(`${options.folder} cannot be read: ${toMessage(error)}.`);
  });
  const named = options.source ?? (await readSourceName(root));
  const walked = await walk({ root, rules: await readRules(root, options), signal });
  if (named === null && walked.files.length === 0) {
    throw new CliError(`${root} has no files to send.`);
  }
  const source = named ?? (options.isDryRun ? 'not-named-yet' : await makeSourceName(root));
  const cache = await openHashCache({ folder: cacheFolder, url, source, root });
  const { hash = hashFile, now = Date.now } = deps;
  const summary = emptySummary({ source, files: walked.files.length });
  const remember = createRemember({ cache, walked, output: deps.output });
  return { ...deps, ...options, root, source, walked, cache, hash, now, summary, remember };
};

type Plan = {
  uploads: Compared[];
  processing: Compared[];
  renamings: Renaming[];
  gone: Gone[];
  /** Documents of the source. */
  total: number;
};

/** Decides what becomes of each difference by what was asked for; what is left out is named. */
const makePlan = async (run: Run, different: readonly Compared[]): Promise<Plan> => {
  const { summary, cache } = run;
  const needsList = run.deletes || different.some(({ state }) => state === 'new');
  const listed = needsList ? await findGone(run, run.walked.files) : { gone: [], total: 0 };
  const { renamings, gone, different: others } = findRenamed(listed.gone, different);
  const plan: Plan = { uploads: [], processing: [], renamings, gone, total: listed.total };
  for (const compared of others) {
    const { file, state } = compared;
    const refused = cache.find(file)?.refused;
    if (state === 'processing') plan.processing.push(compared);
    else if (state === 'failed' && !run.retriesFailed) summary.failed.push(file.path);
    else if (state === 'changed' && compared.isEdited && !run.overwrites) {
      summary.edited.push(file.path);
    } else if (refused !== undefined && !run.retriesFailed) {
      summary.refused.push({ path: file.path, message: refused });
    } else plan.uploads.push(compared);
  }
  return plan;
};

const tellPlan = async (run: Run, plan: Plan): Promise<SyncSummary> => {
  const { output, summary } = run;
  const tell = (action: string, path: string, more: Record<string, string> = {}) =>
    output.item({ action, path, ...more }, [action, path, ...Object.values(more)].join('  '));
  for (const { from, to } of plan.renamings) await tell('rename', from.path, { to: to.file.path });
  for (const { file } of plan.uploads) await tell('upload', file.path);
  const reason = run.deletes ? whyNotDelete(run, plan) : null;
  if (reason !== null) summary.deletionRefused = reason;
  for (const { path } of run.deletes && reason === null ? plan.gone : [])
    await tell('delete', path);
  return summary;
};

/** A full disk costs hashing the next time, and nothing else. */
const createRemember = ({ cache, walked, output }: Pick<Run, 'cache' | 'walked' | 'output'>) => {
  let hasFailed = false;
  return async (): Promise<void> => {
    if (hasFailed) return;
    await cache.save(walked.files).catch((error: unknown) => {
      hasFailed = true;
      output.note(`The list of read files could not be saved: ${toMessage(error)}.`);
    });
  };
};

const whyNotDelete = ({ summary, walked, maxDelete }: Run, plan: Plan): string | null => {
  if (plan.gone.length === 0) return null;
  if (walked.files.length === 0) return 'The folder is empty: nothing is deleted';
  if (summary.problems.length > 0) return 'There were problems: nothing is deleted';
  return refuseDeletion({ gone: plan.gone.length, total: plan.total, limit: maxDelete });
};

const deleteLast = async (run: Run, plan: Plan): Promise<void> => {
  const { summary, deletes, root, output } = run;
  if (!deletes || plan.gone.length === 0) return;
  const reason = whyNotDelete(run, plan) ?? (await whyElsewhere(root, run.walked));
  if (reason !== null) {
    summary.deletionRefused = reason;
    return;
  }
  output.progress(`deleting ${plan.gone.length} documents`);
  const { deleted, edited } = await deleteGone(run, plan.gone);
  summary.deleted.push(...deleted);
  summary.edited.push(...edited);
};

/** A drive that has been taken away looks like a folder without files. */
const whyElsewhere = async (root: string, { files }: Walk): Promise<string | null> => {
  const [witness] = files;
  const isThere =
    witness !== undefined &&
    (await stat(`${root}/${witness.location}`).then(
      () => true,
      () => false,
    ));
  return isThere ? null : 'The folder was replaced by another one: nothing is deleted';
};
