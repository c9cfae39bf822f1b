import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Client, Source, SourceItem, SourceRun } from '@knowledge-router/client';
import type { Context } from '../context.js';
import { CliError, EXIT, type ExitCode } from '../failures.js';
import type { Action, AddCommand } from '../command.js';
import { collect } from '../counts.js';
import { toMessage } from '../sync/messages.js';

const STATES = ['pending', 'ready', 'failed', 'gone'] as const;

export const addSources: AddCommand = (parent, run) => {
  const sources = parent
    .command('sources')
    .description('list, test, run, pause and remove the places that documents come from');
  sources
    .command('list', { isDefault: true })
    .description('list the sources with their state')
    .action(run((context) => list(context)));
  const add = (name: string, description: string, action: Action) =>
    sources
      .command(name)
      .description(description)
      .argument('<source>', 'name or id of the source')
      .action(run(action));
  add('show', 'show what is known of a source', onSource(show));
  add('test', 'check whether a run would succeed', onSource(test));
  add('run', 'start a run now', onSource(changeWith('run')));
  add('pause', 'stop the current run and pause the source', onSource(changeWith('pause')));
  add('resume', 'let a paused source go on', onSource(changeWith('run')));
  add('confirm', 'let a waiting run hide the files that are gone', onSource(confirm));
  add('runs', 'list the last runs of a source', onSource(listRuns));
  add('items', 'list the files of a source', onSource(listItems)).addOption(
    new Option('--state <state>', 'only files of this state').choices(STATES),
  );
  addSending(sources, run);
  add('remove', 'remove a source', onSource(remove)).addOption(
    new Option('--documents <what>', 'what happens to its documents')
      .choices(['keep', 'delete'])
      .makeOptionMandatory(),
  );
};

const addSending: AddCommand = (sources, run) => {
  sources
    .command('put')
    .description('send a file as the document with this path, and wait until it is ready')
    .argument('<source>', 'name of the source; it need not be there yet')
    .argument('<path>', 'your id of the document, such as tickets/42')
    .argument('<file>', 'the file')
    .option('--title <title>', 'its title')
    .option('--visibility <who>', 'who may read it: tenant, private or group:NAME')
    .option('--collection <id>', 'put it into this collection; can be repeated', collect)
    .option('--if-version <number>', 'only if this is its newest version', parseVersion)
    .option('--no-wait', 'do not wait until it is ready')
    .action(run((context, command) => put(context, command.args, command.opts())));
  sources
    .command('delete')
    .description('delete the document with this path')
    .argument('<source>', 'name of the source')
    .argument('<path>', 'your id of the document')
    .option('--if-version <number>', 'only if this is its newest version', parseVersion)
    .action(run((context, command) => deleteDocument(context, command.args, command.opts())));
};

const parseVersion = (given: string): number => {
  if (/^[1-9]\d{0,8}$/u.test(given)) return Number(given);
  throw new InvalidArgumentError('It must be a number, such as 3.');
};

type Conditional = { ifVersion?: number };

type Sent = Conditional & {
  title?: string;
  visibility?: string;
  collection?: string[];
  wait: boolean;
};

const toCondition = ({ ifVersion }: Conditional) =>
  ifVersion === undefined ? {} : { ifMatch: ifVersion };

const put = async (
  { open, output, signal }: Context,
  [source = '', path = '', file = '']: readonly string[],
  { title, visibility, collection, wait, ...condition }: Sent,
): Promise<undefined> => {
  const content = await openAsBlob(file).catch((error: unknown) => {
    throw new CliError(`${file}: ${toMessage(error)}.`);
  });
  const { client } = await open();
  const sent = {
    file: content,
    name: basename(file),
    ...(title !== undefined && { title }),
    ...(visibility !== undefined && { visibility }),
    ...(collection !== undefined && { collectionIds: collection }),
  };
  const options = { signal, ...toCondition(condition) };
  const { document } = await client.sources.putDocument({ source, path }, sent, options);
  const found = wait ? await client.documents.waitUntilReady(document.id, { signal }) : document;
  await output.item(found, `${found.id}  ${found.status.padEnd(10)}  ${path}`);
  return undefined;
};

const deleteDocument = async (
  { open, output, signal }: Context,
  [source = '', path = '']: readonly string[],
  condition: Conditional,
): Promise<undefined> => {
  const { client } = await open();
  await client.sources.deleteDocument({ source, path }, { signal, ...toCondition(condition) });
  await output.item({ source, path, status: 'deleting' }, `${path}  is being deleted`);
  return undefined;
};

type Chosen = { client: Client; source: Source; options: Record<string, unknown> };
type OnSource = (context: Context, chosen: Chosen) => Promise<ExitCode | undefined>;

const onSource =
  (action: OnSource): Action =>
  async (context, command) => {
    const { client } = await context.open();
    const source = await find(context, client, command.args[0] ?? '');
    return action(context, { client, source, options: command.opts() });
  };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** By its id, or by a name that only one source has. */
const find = async ({ signal }: Context, client: Client, given: string): Promise<Source> => {
  if (UUID.test(given)) return client.sources.get(given, { signal });
  const found: Source[] = [];
  for await (const source of client.sources.all({ signal })) {
    if (source.name === given) found.push(source);
  }
  const [source, ...others] = found;
  if (source === undefined) throw new CliError(`There is no source ${given}.`);
  if (others.length > 0) throw new CliError(`Several sources are called ${given}: give the id.`);
  return source;
};

const list = async ({ open, output, signal }: Context): Promise<undefined> => {
  const { client } = await open();
  for await (const source of client.sources.all({ signal })) {
    await output.item(source, toText(source));
  }
};

const stateOf = ({ kind, pausedReason, lastRun, failures }: Source): string => {
  if (pausedReason !== null) return `paused (${pausedReason})`;
  if (kind === 'pushed') return 'its documents are sent';
  if (lastRun === null) return 'not run yet';
  if (lastRun.state === 'running' || lastRun.state === 'waiting') return lastRun.state;
  return failures > 0 ? `failing (${lastRun.reason ?? 'unknown'})` : 'up to date';
};

const toText = (source: Source): string =>
  `${source.id}  ${String(source.items.ready).padStart(6)}  ${source.name}  (${source.kind}, ${stateOf(source)})`;

const show: OnSource = async ({ output }, { source }) => {
  await output.item(source, JSON.stringify(source, null, 2));
  return undefined;
};

const test: OnSource = async ({ output, signal }, { client, source }) => {
  const report = await client.sources.test(source.id, { signal });
  const checks = report.checks.map(({ name, ok, message, missing = [] }) => {
    const lacking = missing.length === 0 ? '' : ` Missing: ${missing.join(', ')}`;
    return `${ok ? 'ok    ' : 'failed'}  ${name}: ${message}${lacking}`;
  });
  await output.item(
    report,
    [...checks, ...report.sample.map((path) => `        ${path}`)].join('\n'),
  );
  return report.canRun ? EXIT.ok : EXIT.failed;
};

const changeWith =
  (what: 'run' | 'pause'): OnSource =>
  async ({ output, signal }, { client, source }) => {
    const changed = await client.sources[what](source.id, { signal });
    await output.item(changed, toText(changed));
    return undefined;
  };

const confirm: OnSource = async ({ output, signal }, { client, source }) => {
  const { lastRun, waiting } = source;
  if (lastRun?.state !== 'waiting') throw new CliError(`No run of ${source.name} is waiting.`);
  const changed = await client.sources.confirm(source.id, lastRun.id, { signal });
  const gone = waiting === null ? '' : `  ${waiting.gone} of ${waiting.known} files are hidden`;
  await output.item(changed, `${toText(changed)}${gone}`);
  return undefined;
};

const listRuns: OnSource = async ({ output, signal }, { client, source }) => {
  const { items } = await client.sources.runs(source.id, { limit: 100 }, { signal });
  for (const run of items) await output.item(run, toRunText(run));
  return undefined;
};

const toRunText = ({ startedAt, state, reason, listed, counts }: SourceRun): string => {
  const { added, changed, gone, failed } = counts;
  const what = `${listed} listed, ${added} new, ${changed} changed, ${gone} gone, ${failed} failed`;
  return `${startedAt}  ${state.padEnd(8)}  ${what}${reason === null ? '' : `  ${reason}`}`;
};

const listItems: OnSource = async ({ output, signal }, { client, source, options }) => {
  const state = STATES.find((one) => one === options['state']);
  const query = state === undefined ? {} : { state };
  for await (const item of client.sources.items(source.id, query, { signal })) {
    await output.item(item, toItemText(item));
  }
  return undefined;
};

const toItemText = ({ path, state, reason }: SourceItem): string =>
  `${state.padEnd(8)}  ${path}${reason === null ? '' : `  ${reason}`}`;

const remove: OnSource = async ({ output, signal }, { client, source, options }) => {
  const documents = options['documents'] === 'keep' ? 'keep' : 'delete';
  await client.sources.delete(source.id, { documents }, { signal });
  const removed = { id: source.id, status: 'removing' };
  await output.item(removed, `${source.id}  is being removed`);
  return undefined;
};
