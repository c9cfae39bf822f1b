import { z } from 'zod';

/** Why a document that is ready may say less than its file, and the warning about instructions for an AI assistant. */
const WARNING_CODES = [
  'pages_unread',
  'formulas_without_results',
  'encoding_guessed',
  'characters_unreadable',
  'columns_unclear',
  'table_from_picture',
  'content_left_out',
  'suspicious_instructions',
] as const;

export const MAX_DETAIL_LENGTH = 300;
export const MAX_PAGES_NAMED = 500;

/**
 * Something of a file that was not read, or not for certain, or that its readers should check. The detail is a sentence of ours with figures and names of formats: it
 * never quotes the file, for people see it whom the content is closed to.
 */
export const DocumentWarning = z
  .object({
    code: z.enum(WARNING_CODES),
    detail: z.string().min(1).max(MAX_DETAIL_LENGTH),
    pages: z
      .array(z.int().min(1))
      .max(MAX_PAGES_NAMED)
      .optional()
      .describe('The pages it is about, where it is not the whole document.'),
  })
  .meta({ id: 'DocumentWarning' });
export type DocumentWarning = z.infer<typeof DocumentWarning>;

/** More than that would be a file that wants to fill the table. */
export const MAX_WARNINGS = 20;
export const DocumentWarnings = z.array(DocumentWarning).max(MAX_WARNINGS);
