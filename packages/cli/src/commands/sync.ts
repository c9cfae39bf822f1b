import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.js';
import { collect, parseLimit, type Limit } from '../counts.js';
import { EXIT, type ExitCode } from '../failures.js';
import type { AddCommand } from '../command.js';
import { tellSummary, toExitCode } from '../sync/summary.js';
import type { SyncOptions } from '../sync/run.js';
import { syncFolder } from '../sync/sync.js';
import { watchFolder } from '../sync/watch.js';

type Given = {
  watch?: boolean;
  delete?: boolean;
  dryRun?: boolean;
  maxDelete: Limit;
  retryFailed?: boolean;
  overwrite?: boolean;
  wait: boolean;
  source?: string;
  include?: string[];
  exclude?: string[];
  collection?: string[];
  visibility?: string;
};

export const addSync: AddCommand = (parent, run) => {
  parent
    .command('sync')
    .description('update the documents of a source from a folder: one way, changed files only')
    .argument('<folder>', 'the folder')
    .option('--watch', 'go on, and send what changes')
    .option('--delete', 'delete documents whose file is gone, last and never after a problem')
    .option('--dry-run', 'print what would be done')
    .option(
      '--max-delete <limit>',
      'delete nothing if it would be more: a share or a number',
      parseLimit,
      {
        share: 0.25,
      },
    )
    .option('--retry-failed', 'send again what the server could not read or refused')
    .option('--overwrite', 'replace what was edited on the server')
    .option('--no-wait', 'do not wait until the documents are ready')
    .option('--source <name>', 'name of the source, instead of the one that the folder keeps')
    .option(
      '--include <pattern>',
      'send only what matches, as in .gitignore; can be repeated',
      collect,
    )
    .option('--exclude <pattern>', 'skip what matches, as in .gitignore; can be repeated', collect)
    .option('--collection <id>', 'put what is sent into this collection; can be repeated', collect)
    .option('--visibility <who>', 'who may read what is sent: tenant, private or group:NAME')
    .action(run((context, command) => sync(context, command.args[0] ?? '', command.opts())));
};

const sync = async (context: Context, folder: string, given: Given): Promise<ExitCode> => {
  const { output, signal, environment } = context;
  const { client, url } = await context.open();
  const options = toOptions(folder, given);
  const deps = {
    client,
    url,
    output,
    signal,
    cacheFolder: environment.cacheFolder,
    sleep: (ms: number) => sleep(ms, undefined, { signal }),
  };
  const once = async (): Promise<ExitCode> => {
    const summary = await syncFolder(deps, options);
    await tellSummary(output, summary);
    return toExitCode(summary);
  };
  if (given.watch !== true) return once();
  const root = await realpath(folder).catch(() => folder);
  await watchFolder({ folder: root, output, signal, sync: once });
  return EXIT.interrupted;
};

const toOptions = (folder: string, given: Given): SyncOptions => ({
  folder,
  source: given.source,
  include: given.include ?? [],
  exclude: given.exclude ?? [],
  collectionIds: given.collection ?? [],
  visibility: given.visibility,
  isDryRun: given.dryRun ?? false,
  deletes: given.delete ?? false,
  maxDelete: given.maxDelete,
  retriesFailed: given.retryFailed ?? false,
  overwrites: given.overwrite ?? false,
  waits: given.wait,
});
