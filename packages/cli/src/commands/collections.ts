import type { Collection } from '@knowledge-router/client';
import type { Context } from '../context.js';
import type { AddCommand } from '../command.js';

type NewOptions = { description?: string; visibility?: string };

export const addCollections: AddCommand = (parent, run) => {
  const collections = parent
    .command('collections')
    .description('list, make and fill collections of documents');
  collections
    .command('list', { isDefault: true })
    .description('list the collections that you may ask in')
    .action(run((context) => list(context)));
  collections
    .command('create')
    .description('make a collection')
    .argument('<name>', 'how it is called')
    .option('--description <text>', 'what is in it')
    .option('--visibility <who>', 'tenant, private or group:NAME')
    .action(
      run(async ({ open, output, signal }, command) => {
        const { client } = await open();
        const made = await client.collections.create(
          { name: command.args[0] ?? '', ...command.opts<NewOptions>() },
          { signal },
        );
        await output.item(made, toText(made));
        return undefined;
      }),
    );
  collections
    .command('delete')
    .description('delete a collection; its documents stay')
    .argument('<id>', 'id of the collection')
    .action(
      run(async ({ open, signal }, { args: [id = ''] }) => {
        const { client } = await open();
        await client.collections.delete(id, { signal });
        return undefined;
      }),
    );
  for (const change of ['add', 'remove'] as const) {
    collections
      .command(change)
      .description(change === 'add' ? 'put documents in' : 'take documents out')
      .argument('<id>', 'id of the collection')
      .argument('<document...>', 'ids of the documents')
      .action(run((context, { args: [id = '', ...ids] }) => file(context, { change, id, ids })));
  }
};

const list = async ({ open, output, signal }: Context): Promise<undefined> => {
  const { client } = await open();
  for await (const collection of client.collections.all({ signal })) {
    await output.item(collection, toText(collection));
  }
};

const toText = ({ id, documentCount, name, visibility }: Collection): string =>
  `${id}  ${String(documentCount).padStart(6)}  ${name}  (${visibility})`;

const file = async (
  { open, signal }: Context,
  { change, id, ids }: { change: 'add' | 'remove'; id: string; ids: readonly string[] },
): Promise<undefined> => {
  const { client } = await open();
  for (const documentId of ids) {
    if (change === 'add') await client.collections.addDocument(id, documentId, { signal });
    else await client.collections.removeDocument(id, documentId, { signal });
  }
};
