import { z } from 'zod';
import { userRoute, type Route } from '../../http/index.js';
import { FoundBoxes } from '../../parsing/index.js';
import { DocumentParams } from '../routes.js';
import type { LookAtPages } from './look-at-pages.js';

export type PageDeps = { lookAtPages: LookAtPages };

const MAX_SPAN = 20_000;

const version = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .describe('The version of the citation; only the one in use can be viewed.');

const PictureQuery = z.strictObject({
  version,
  width: z.coerce.number().int().min(200).max(2000).default(900).describe('In pixels.'),
});

const BoxesQuery = z
  .strictObject({
    version,
    start: z.coerce.number().int().min(0).default(0).describe('As `charStart` of a citation.'),
    end: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        `As \`charEnd\` of a citation; default: ${MAX_SPAN} characters on, which is the most.`,
      ),
  })
  .refine(({ start, end = start + 1 }) => end > start && end - start <= MAX_SPAN, {
    message: `must be more than start, and at most ${MAX_SPAN} more`,
    path: ['end'],
  });

const PageParams = DocumentParams.extend({ page: z.coerce.number().int().min(1).max(100_000) });

const BoxesView = FoundBoxes.extend({ version: z.int() }).meta({
  id: 'PageBoxes',
  description:
    'Rectangles as fractions of their page, from the upper left corner of its image. `match`: `exact` marks the letters of the span; `lines` marks whole lines, if only some of its letters were found; `none` marks nothing.',
});

/** Errors that may occur when the pages of a file are rendered. */
const UNREADABLE = [
  'file_missing',
  'document_corrupt',
  'document_encrypted',
  'document_too_complex',
  'parser_timeout',
  'parser_out_of_memory',
  'parser_crashed',
  'server_busy',
] as const;

const TagHeaders = z.object({
  'If-None-Match': z.string().optional().describe('The `ETag` of the image you already have.'),
});

/** Browsers ask again each time, and get a short answer without the picture if it is unchanged. */
const CACHING = 'private, no-cache';

export const createPageRoutes = ({ lookAtPages }: PageDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/pages/:page/image',
    operationId: 'drawPage',
    tag: 'documents',
    errors: UNREADABLE,
    summary: 'Draw a page of a PDF or of a picture file as an image',
    permission: 'documents:read',
    openTo: 'applications',
    params: PageParams,
    query: PictureQuery,
    headers: TagHeaders,
    responses: {
      200: { description: 'The page', contentType: 'image/png' },
      304: { description: 'The image with the tag in `If-None-Match` is still valid' },
    },
    handle: async ({ scope, params: { id, page }, query, request, signal }) => {
      const known = request.headers['if-none-match'] ?? '';
      const hasTag = (tag: string): boolean => known.includes(tag);
      const asked = { id, page, width: query.width, version: query.version };
      const { tag, png } = await lookAtPages.picture(scope, asked, { hasTag, signal });
      const headers = { ETag: tag, 'Cache-Control': CACHING };
      if (png === null) return { status: 304, headers };
      return { status: 200, contentType: 'image/png', body: Buffer.from(png), headers };
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/boxes',
    operationId: 'findBoxes',
    tag: 'documents',
    errors: UNREADABLE,
    summary: "Find where a span of a document's text is on its pages",
    permission: 'documents:read',
    openTo: 'applications',
    params: DocumentParams,
    query: BoxesQuery,
    responses: { 200: { description: 'Page by page', schema: BoxesView } },
    answer: ({
      scope,
      params: { id },
      query: { version: of, start, end = start + MAX_SPAN },
      signal,
    }) => lookAtPages.boxes(scope, { id, version: of, start, end }, signal),
  }),
];
