import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Option } from 'commander';
import type { EvaluationRun } from '@knowledge-router/client';
import type { AddCommand } from '../command.js';
import type { Context } from '../context.js';
import { CliError, EXIT, type ExitCode } from '../failures.js';
import { toMessage } from '../sync/messages.js';

const LOOK_MS = 1000;

export const addEvaluations: AddCommand = (parent, run) => {
  const evaluations = parent
    .command('evaluations')
    .description('keep golden questions, run them, and compare runs');
  evaluations
    .command('questions', { isDefault: true })
    .description('list the golden questions')
    .addOption(
      new Option('--status <status>', 'only those').choices(['active', 'draft', 'retired']),
    )
    .action(run((context, command) => listQuestions(context, command.opts())));
  evaluations
    .command('import')
    .description('add golden questions from a file of JSON lines')
    .argument('<file>', 'a JSON object a line')
    .action(run((context, command) => importFile(context, command.args[0] ?? '')));
  evaluations
    .command('export')
    .description('print all golden questions as JSON lines')
    .action(run(exportLines));
  evaluations
    .command('run')
    .description('ask the active golden questions and wait for the verdicts')
    .option('--name <name>', 'a name for the run')
    .option('--no-wait', 'do not wait until it has ended')
    .action(run((context, command) => start(context, command.opts())));
  evaluations.command('runs').description('list the last runs').action(run(listRuns));
  evaluations
    .command('compare')
    .description('say what changed between two runs, and fail if something was lost')
    .argument('<before>', 'id of the earlier run')
    .argument('<after>', 'id of the later run')
    .option('--noise <run>', 'another run under the settings of the earlier one')
    .action(run((context, command) => compare(context, command.args, command.opts())));
};

type Listed = { status?: 'active' | 'draft' | 'retired' };

const listQuestions = async (
  { open, output, signal }: Context,
  options: Listed,
): Promise<undefined> => {
  const { client } = await open();
  for await (const golden of client.evaluations.questions(options, { signal })) {
    await output.item(golden, `${golden.id}  ${golden.status.padEnd(7)}  ${golden.question}`);
  }
};

const importFile = async (
  { open, output, signal }: Context,
  file: string,
): Promise<ExitCode | undefined> => {
  const lines = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CliError(`${file}: ${toMessage(error)}.`);
  });
  const { client } = await open();
  const imported = await client.evaluations.importLines(lines, { signal });
  for (const { line, message } of imported.refused) output.note(`Line ${line}: ${message}`);
  await output.item(imported, `${imported.created} golden questions were added.`);
  return imported.refused.length === 0 ? undefined : EXIT.partlyFailed;
};

const exportLines = async ({ open, output, signal }: Context): Promise<undefined> => {
  const { client } = await open();
  await output.part(await client.evaluations.exportLines({ signal }));
};

const start = async (
  { open, output, signal }: Context,
  { name, wait }: { name?: string; wait: boolean },
): Promise<ExitCode | undefined> => {
  const { client } = await open();
  let run = await client.evaluations.start(name === undefined ? {} : { name }, { signal });
  while (wait && run.endedAt === null) {
    output.progress(`${run.figures.answered} of ${run.total} questions`);
    await delay(LOOK_MS, undefined, { signal });
    run = await client.evaluations.run(run.id, { signal });
  }
  await output.item(run, toText(run));
  const isBad = run.state === 'failed' || run.figures.leaks > 0;
  return isBad ? EXIT.failed : undefined;
};

const listRuns = async ({ open, output, signal }: Context): Promise<undefined> => {
  const { client } = await open();
  const { items } = await client.evaluations.runs({ limit: 100 }, { signal });
  for (const run of items) await output.item(run, toText(run));
};

const toText = ({ id, state, name, total, figures }: EvaluationRun): string => {
  const { right, closest, wrong, refused, failed, leaks } = figures;
  const counts = `right ${right}, closest ${closest}, wrong ${wrong}, refused ${refused}, failed ${failed}`;
  return `${id}  ${state.padEnd(7)}  ${counts} of ${total}, leaks ${leaks}${name === null ? '' : `  ${name}`}`;
};

const compare = async (
  { open, output, signal }: Context,
  [before = '', after = '']: readonly string[],
  options: { noise?: string },
): Promise<ExitCode | undefined> => {
  const { client } = await open();
  const compared = await client.evaluations.compare({ before, after, ...options }, { signal });
  const { items, pairs, lost, won, changed, p, noise } = compared;
  const lines = items
    .filter((item) => item.before !== item.after)
    .map(
      (item) =>
        `${item.before ?? 'none'} → ${item.after ?? 'none'}  ${item.question ?? item.questionId}`,
    );
  const floor = noise === null ? 'unknown' : `${noise.changed} of ${noise.pairs}`;
  const summary = `${changed} of ${pairs} changed: ${lost} lost, ${won} won, p ${p.toFixed(3)}; noise ${floor}`;
  await output.item(compared, [...lines, summary].join('\n'));
  return lost > 0 ? EXIT.failed : undefined;
};
