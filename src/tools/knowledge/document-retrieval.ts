import { z } from 'zod';
import { toChunkEvidence } from '../../conversations/schema.js';
import type { RetrievedDocument } from '../../documents/index.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { DocumentId } from '../../shared/ids.js';
import { declareTool } from '../tool.js';

/** More would crowd everything else out of the answer's prompt. */
const MAX_TOKENS = 4000;

/** A document that the model named counts as evidence without further checks. */
const FULL_COVERAGE = 1;

const Input = z.strictObject({
  documentId: DocumentId.optional(),
  title: z.string().trim().min(1).max(500).optional().describe('The exact title.'),
  pages: z
    .strictObject({ from: z.int().min(1), to: z.int().min(1) })
    .optional()
    .describe('Only these pages; the whole document without.'),
  overview: z
    .boolean()
    .default(false)
    .describe('For a summary: of a long document passages of all its parts, not its beginning.'),
  includeChunks: z.boolean().default(false).describe('Name the chunk ids that were read.'),
});

export const documentRetrieval = declareTool({
  name: 'document_retrieval',
  description:
    'Reads one document by its id or exact title, whole or by pages, up to a token budget. It cannot search and cannot read what this user may not see.',
  input: Input,
  timeoutSec: 15,
  risk: 'safe',
  permission: 'documents:read',
  searchesKnowledge: true,
  create:
    ({ retrieveDocument }) =>
    async (input, { scope, signal }) => {
      const request = { by: toTarget(input), pages: input.pages, maxTokens: MAX_TOKENS, signal };
      const { overview: isOverview } = input;
      const retrieved = await retrieveDocument(scope, { ...request, isOverview }).catch(
        (error: unknown) => {
          if (!isAppError(error) || error.code !== 'not_found') throw error;
          throw new AppError('not_found', 'No such document.', { cause: error });
        },
      );
      return {
        summary: summarise(retrieved, input.includeChunks),
        evidence: retrieved.chunks.map((chunk) => toChunkEvidence(chunk, FULL_COVERAGE)),
      };
    },
});

const toTarget = ({ documentId, title }: z.infer<typeof Input>) => {
  if (documentId) return { id: documentId };
  if (title !== undefined) return { title };
  throw new AppError('invalid_arguments', 'Give a documentId or a title.');
};

const summarise = ({ chunks, truncated }: RetrievedDocument, includeChunks: boolean): string => {
  if (chunks.length === 0) return 'the document has no text on these pages';
  const read = `${chunks.length} passages read${truncated ? ', cut at the token budget' : ''}`;
  return includeChunks ? `${read}: ${chunks.map(({ id }) => id).join(', ')}` : read;
};
