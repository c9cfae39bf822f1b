import { isKnowledgeRouterError, type Document } from '@knowledge-router/client';
import type { Context } from '../context.js';
import { parseCount } from '../counts.js';
import { EXIT, type ExitCode } from '../failures.js';
import type { AddCommand } from '../command.js';

type ListOptions = { status?: Document['status']; source?: string; title?: string; limit?: number };

export const addDocuments: AddCommand = (parent, run) => {
  const documents = parent.command('documents').description('list, show and delete documents');
  documents
    .command('list', { isDefault: true })
    .description('list documents, newest first')
    .option('--status <status>', 'queued, processing, ready or failed')
    .option('--source <name>', 'only your own from this source')
    .option('--title <text>', 'whose title contains this')
    .option('--limit <number>', 'maximum number', parseCount)
    .action(run((context, command) => list(context, command.opts())));
  documents
    .command('show')
    .description('show the details of a document')
    .argument('<id>', 'id of the document')
    .action(
      run(async ({ open, output, signal }, { args: [id = ''] }) => {
        const { client } = await open();
        const document = await client.documents.get(id, { signal });
        await output.item(document, JSON.stringify(document, null, 2));
        return undefined;
      }),
    );
  documents
    .command('delete')
    .description('delete documents')
    .argument('<id...>', 'ids of the documents')
    .action(run((context, { args }) => deleteAll(context, args)));
};

const list = async (
  { open, output, signal }: Context,
  { limit = Infinity, ...query }: ListOptions,
): Promise<undefined> => {
  const { client } = await open();
  let shown = 0;
  for await (const document of client.documents.all(query, { signal })) {
    const { id, status, title, error } = document;
    const problem = error === null ? '' : `  ${error.code}`;
    await output.item(document, `${id}  ${status.padEnd(10)}  ${title}${problem}`);
    shown += 1;
    if (shown >= limit) break;
  }
};

const deleteAll = async (
  { open, output, signal }: Context,
  ids: readonly string[],
): Promise<ExitCode> => {
  const { client } = await open();
  let failed = 0;
  for (const id of ids) {
    try {
      await client.documents.delete(id, { signal });
      await output.item({ id, status: 'deleting' }, `${id}  deleting`);
    } catch (error) {
      if (!isKnowledgeRouterError(error) || error.status !== 404) throw error;
      failed += 1;
      output.note(`${id}: ${error.message}`);
    }
  }
  if (failed === 0) return EXIT.ok;
  return failed === ids.length ? EXIT.failed : EXIT.partlyFailed;
};
