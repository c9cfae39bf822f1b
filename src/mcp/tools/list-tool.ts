import { z } from 'zod';
import { addressOf } from '../../citations/index.js';
import type { ReadDocuments } from '../../documents/index.js';
import { LISTING_FIELDS } from '../../documents/schema.js';
import { narrowScope } from '../../shared/scope.js';
import { withinCollection, type FindCollection } from '../collection.js';
import { collectionField, declareTool } from './tool.js';

export type ListToolDeps = FindCollection & {
  readDocuments: Pick<ReadDocuments, 'listReadable'>;
};

const Listed = z.object({
  id: z.string().describe('For `fetch`.'),
  title: z.string(),
  url: z.string().describe('A page that shows the document.'),
  datedAt: z.string().describe('When its current value was given.'),
});

const Output = z.object({
  total: z.int().describe('The number of documents that match, listed or not.'),
  documents: z.array(Listed),
});

/** Lists the documents that the caller may read. */
export const createListTool = (deps: ListToolDeps) =>
  declareTool({
    name: 'list_documents',
    title: 'List documents',
    description:
      'Lists and counts the documents that you may read: all, the newest, or those with a title. To find what they say, use `search`.',
    permission: 'documents:read',
    input: z.object({
      ...LISTING_FIELDS,
      collection: collectionField,
    }),
    output: Output,
    run: async ({ collection, ...request }, { scope, base }) => {
      const within = await withinCollection(deps, scope, collection);
      const { total, openings } = await deps.readDocuments.listReadable(
        narrowScope(scope, within),
        request,
      );
      const documents = openings.map(({ documentId, title, datedAt }) => ({
        id: documentId,
        title,
        url: addressOf({ documentId }, base) ?? base,
        datedAt: datedAt.toISOString(),
      }));
      return { value: { total, documents } };
    },
  });
