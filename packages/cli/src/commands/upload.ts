import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isKnowledgeRouterError, type Client, type Document } from '@knowledge-router/client';
import type { Context } from '../context.js';
import { collect } from '../counts.js';
import { CliError, EXIT, type ExitCode } from '../failures.js';
import { forEachOf } from '../pool.js';
import type { AddCommand } from '../command.js';
import { toMessage } from '../sync/messages.js';

type Options = { collection?: string[]; visibility?: string; title?: string; wait: boolean };

export const addUpload: AddCommand = (parent, run) => {
  parent
    .command('upload')
    .description('upload files and wait until they are ready')
    .argument('<paths...>', 'the files')
    .option('--collection <id>', 'put them into this collection; can be repeated', collect)
    .option('--visibility <who>', 'tenant, private or group:NAME')
    .option('--title <title>', 'of the one file')
    .option('--no-wait', 'do not wait until they are ready')
    .action(run((context, command) => uploadAll(context, command.args, command.opts())));
};

const uploadAll = async (
  context: Context,
  paths: readonly string[],
  options: Options,
): Promise<ExitCode> => {
  if (options.title !== undefined && paths.length > 1) {
    throw new CliError('--title is for one file.', EXIT.usage);
  }
  for (const path of paths) await requireFile(path);
  const { client } = await context.open();
  const { output, signal } = context;
  let failed = 0;
  await forEachOf(paths, async (path) => {
    try {
      const document = await upload(context, client, { path, ...options });
      await output.item(
        document,
        `${document.id}  ${document.status.padEnd(10)}  ${document.title}`,
      );
    } catch (error) {
      signal.throwIfAborted();
      const isOfFile = isKnowledgeRouterError(error) && isOfOneFile(error.status);
      if (!isOfFile) throw error;
      failed += 1;
      output.note(`${path}: ${error.message} (${error.code})`);
    }
  });
  if (failed === 0) return EXIT.ok;
  return failed === paths.length ? EXIT.failed : EXIT.partlyFailed;
};

/** Nothing is sent where one of the paths is wrong. */
const requireFile = async (path: string): Promise<void> => {
  const found = await stat(path).catch((error: unknown) => {
    throw new CliError(`${path}: ${toMessage(error)}.`);
  });
  if (found.isDirectory()) {
    throw new CliError(`${path} is a folder: use "knowledge-router sync".`, EXIT.usage);
  }
  if (!found.isFile()) throw new CliError(`${path} is not a file.`);
};

/** Null of a document that was taken and then could not be read. */
const isOfOneFile = (status: number | null): boolean =>
  status === null || [409, 413, 415, 422].includes(status);

const upload = async (
  { output, signal }: Context,
  client: Client,
  { path, collection, visibility, title, wait }: Options & { path: string },
): Promise<Document> => {
  const name = basename(path);
  const { document } = await client.upload(
    await openAsBlob(path),
    {
      name,
      ...(title !== undefined && { title }),
      ...(visibility !== undefined && { visibility }),
      ...(collection !== undefined && { collectionIds: collection }),
    },
    {
      signal,
      onProgress: ({ sentBytes, totalBytes }) =>
        output.progress(`${name}  ${Math.floor((sentBytes / Math.max(1, totalBytes)) * 100)} %`),
    },
  );
  if (!wait) return document;
  return client.documents.waitUntilReady(document.id, {
    signal,
    onState: ({ progress: { stage, done, total } }) =>
      output.progress(`${name}  ${stage}${total > 0 ? ` ${done}/${total}` : ''}`),
  });
};
