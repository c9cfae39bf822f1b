import { z } from 'zod';

/** Why a ready document may contain less than its file, and the warning about instructions for an AI assistant. */
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
 * Something in a file that was not read completely or reliably, or that its readers should check. The detail is our own sentence with
 * numbers and format names: it never quotes the file, because people without access to the content see it.
 */
export const DocumentWarning = z
  .object({
    code: z.enum(WARNING_CODES),
    detail: z.string().min(1).max(MAX_DETAIL_LENGTH),
    pages: z
      .array(z.int().min(1))
      .max(MAX_PAGES_NAMED)
      .optional()
      .describe('The pages it is about, if not the whole document.'),
  })
  .meta({ id: 'DocumentWarning' });
export type DocumentWarning = z.infer<typeof DocumentWarning>;

/** A file with more is trying to fill the table. */
export const MAX_WARNINGS = 20;
export const DocumentWarnings = z.array(DocumentWarning).max(MAX_WARNINGS);
