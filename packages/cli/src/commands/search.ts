import type { SearchResult } from '@knowledge-router/client';
import { parseCount } from '../counts.js';
import type { AddCommand } from '../command.js';

type Options = { collection?: string; limit?: number };

export const addSearch: AddCommand = (parent, run) => {
  parent
    .command('search')
    .description('find passages, best first')
    .argument('<query...>', 'words to look for')
    .option('--collection <id>', 'search only in this collection')
    .option('--limit <number>', 'maximum number of passages', parseCount)
    .action(
      run(async ({ open, output, signal }, command) => {
        const { client } = await open();
        const { collection, limit } = command.opts<Options>();
        const { results } = await client.search(
          {
            query: command.args.join(' '),
            ...(limit !== undefined && { topK: limit }),
            ...(collection !== undefined && {
              filter: { type: 'eq', key: 'collectionId', value: collection } as const,
            }),
          },
          { signal },
        );
        for (const result of results) await output.item(result, toText(result));
        if (results.length === 0) output.note('Nothing was found.');
        return undefined;
      }),
    );
};

const toText = ({ title, chapter, pageStart, content, score }: SearchResult): string => {
  const place = [title, chapter, pageStart === null ? null : `p. ${pageStart}`];
  const head = place.filter((part) => part !== null).join(', ');
  return `${score.toFixed(2)}  ${head}\n      ${content.replace(/\s+/g, ' ').slice(0, 300)}`;
};
