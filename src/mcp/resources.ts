import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cursorBehind, type DocumentDeps, type DocumentRecord } from '../documents/index.js';
import { isAppError } from '../shared/errors.js';
import { readPart } from './documents.js';
import { toProtocolError, type McpCall } from './tool.js';

export type ResourceDeps = {
  readDocuments: Pick<DocumentDeps['readDocuments'], 'get' | 'chunks' | 'list'>;
};

const URI = 'knowledge-router://documents/';
const MIME_TYPE = 'text/markdown';
const PAGE = 100;

/** The documents that the caller may read, listed page by page. */
export const registerDocuments = (
  { readDocuments }: ResourceDeps,
  server: McpServer,
  call: McpCall,
): void => {
  const template = new ResourceTemplate(`${URI}{id}`, { list: undefined });
  const description = 'The text of a document; a long one in parts, whose `_meta` names the next.';
  const metadata = { title: 'Documents', description, mimeType: MIME_TYPE };
  server.registerResource('document', template, metadata, async (uri, { id }, { mcpReq }) => {
    try {
      const { text, part, parts, next } = await readPart({ readDocuments }, call.scope, String(id));
      const _meta = { part, parts, ...(next !== null && { next: `${URI}${next}` }) };
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text, _meta }] };
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') {
        throw new ResourceNotFoundError(uri.href);
      }
      throw toProtocolError(error, { ...call, signal: mcpReq.signal });
    }
  });
  // The library lists all resources at once: a tenant may have a hundred thousand.
  server.server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
    const after = readCursor(params?.cursor);
    try {
      const { items, nextAfter } = await readDocuments.list(call.scope, {
        ...{ limit: PAGE, sort: '-createdAt', status: 'ready' },
        ...(after !== undefined && { after: cursorBehind(after) }),
      });
      const last = items.at(-1)?.id;
      const nextCursor = nextAfter === null || last === undefined ? {} : { nextCursor: last };
      return { resources: items.map(toResource), ...nextCursor };
    } catch (error) {
      throw toProtocolError(error, { ...call, signal: mcpReq.signal });
    }
  });
};

const readCursor = (cursor: string | undefined): string | undefined => {
  const parsed = z.uuid().optional().safeParse(cursor);
  if (parsed.success) return parsed.data;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is none of this list.');
};

const toResource = ({ id, title, filename, updatedAt }: DocumentRecord) => ({
  ...{ uri: `${URI}${id}`, name: filename, title: title === '' ? filename : title },
  ...{ mimeType: MIME_TYPE, annotations: { lastModified: updatedAt.toISOString() } },
});
