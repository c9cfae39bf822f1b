import { z } from 'zod';
import { addressOf } from '../../citations/index.js';
import { readPart, type ReadParts } from '../documents.js';
import { declareTool } from './tool.js';

const Output = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z
    .record(z.string(), z.string())
    .describe(
      'Of a long document this is one part of several; `next` is the id to fetch the following one by.',
    ),
});

/** The `fetch` tool that connectors of Claude and ChatGPT require. */
export const createFetchTool = (deps: ReadParts) =>
  declareTool({
    name: 'fetch',
    title: 'Read a document',
    description:
      'Reads the text of a document by an `id` that `search` returned. A long document comes in parts: `metadata.next` is the id of the next one.',
    permission: 'documents:read',
    input: z.object({ id: z.string().trim().min(1).max(100) }),
    output: Output,
    run: async ({ id }, { scope, base }) => {
      const { document, text, start, part, parts, next } = await readPart(deps, scope, id);
      const { id: documentId, title, filename, language, updatedAt } = document;
      return {
        value: {
          id,
          title: title === '' ? filename : title,
          text,
          url: addressOf({ documentId, ...(part > 1 && { charStart: start }) }, base) ?? base,
          metadata: {
            filename,
            updatedAt: updatedAt.toISOString(),
            ...(language !== null && { language }),
            part: String(part),
            parts: String(parts),
            ...(next !== null && { next }),
          },
        },
      };
    },
  });
