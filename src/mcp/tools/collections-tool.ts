import { z } from 'zod';
import type { FindCollection } from '../collection.js';
import { declareTool } from './tool.js';

const MOST = 100;

const Output = z.object({
  collections: z.array(
    z.object({
      id: z.string().describe('For `collection` of the other tools.'),
      name: z.string(),
      description: z.string().nullable(),
    }),
  ),
  hasMore: z.boolean().describe('There are more; search by part of the name.'),
});

/** The collections that the caller may see, newest first. */
export const createCollectionsTool = ({ collections }: FindCollection) =>
  declareTool({
    name: 'list_collections',
    title: 'List collections',
    description:
      'Lists the collections of documents that you may see. Pass the id or name of one as `collection` to stay in it.',
    permission: 'documents:read',
    input: z.object({
      name: z.string().trim().min(1).max(200).optional().describe('Part of the name.'),
    }),
    output: Output,
    run: async ({ name }, { scope }) => {
      const { items, nextAfter } = await collections.list(scope, { limit: MOST, name });
      const listed = items.map(({ id, name: itsName, description }) => ({
        id,
        name: itsName,
        description,
      }));
      return { value: { collections: listed, hasMore: nextAfter !== null } };
    },
  });
