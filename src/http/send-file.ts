import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { FileReply } from './route.js';

/** Streams a file for the client to save: no browser is to show what somebody uploaded as a page of ours. */
export const sendFile = async (response: Response, { content, ...file }: FileReply['file']) => {
  response.status(200).set({
    'Content-Type': file.mimeType,
    'Content-Length': String(file.sizeBytes),
    'Content-Disposition': toDisposition(file.filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  // A client that leaves, or a file that breaks off, has ended the response already: there is nobody to tell.
  await pipeline(content, response).catch(() => undefined);
};

/** RFC 6266: a name in ASCII for old clients, and the true one as RFC 8187 spells it. */
const toDisposition = (filename: string): string => {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
