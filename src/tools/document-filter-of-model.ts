import { z } from 'zod';
import { DocumentFilter } from '../shared/document-filter.js';

/**
 * The filter language of documents, told to a model in two lines: its whole schema is as long as those of five other tools, and whatever a
 * model writes is checked by it all the same.
 */
export const documentFilterOfModel = z
  .looseObject({ type: z.string() })
  .describe(
    'Only documents that this lets through: {"type":"eq","key":"metadata.year","value":2026}, type being eq, ne, in, nin, gt, gte, lt or lte and key collectionId, documentId, owner, title, format, language, createdAt, updatedAt or metadata.NAME; several as {"type":"and","filters":[…]} or "or".',
  )
  .transform((given): unknown => given)
  .pipe(DocumentFilter);
