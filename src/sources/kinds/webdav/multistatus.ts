import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { SourceFailed } from '../../kind.js';

/** A file or folder as described by a WebDAV server. */
export type DavEntry = {
  href: string;
  isFolder: boolean;
  etag: string;
  modified: string;
  sizeBytes: number;
};

const MAX_DEPTH = 32;
const MAX_TEXT = 8000;
const MAX_ENTRIES = 200_000;

const EMPTY: DavEntry = { href: '', isFolder: false, etag: '', modified: '', sizeBytes: 0 };

/** Parses a PROPFIND response as a stream. A truncated response, or one that is not a multistatus, fails with `cut_short`. */
export const readMultistatus = async (content: Readable): Promise<DavEntry[]> => {
  const entries: DavEntry[] = [];
  const reader = createReader((entry) => {
    entries.push(entry);
    if (entries.length > MAX_ENTRIES) {
      throw new SourceFailed('too_many_items', `A folder has at most ${MAX_ENTRIES} entries.`);
    }
  });
  const decoder = new StringDecoder('utf8');
  for await (const piece of content as AsyncIterable<Buffer>) reader.write(decoder.write(piece));
  reader.write(decoder.end());
  if (!reader.isWhole()) throw broken();
  return entries;
};

const broken = (): SourceFailed =>
  new SourceFailed('cut_short', 'The server described a folder in a way that cannot be read.');

const createReader = (found: (entry: DavEntry) => void) => {
  const open: string[] = [];
  let [entry, part] = [{ ...EMPTY }, { ...EMPTY }];
  let [text, status, hasEnded] = ['', '', false];
  const close = (name: string): void => {
    const value = text.trim();
    text = '';
    if (name === 'href' && open.at(-1) === 'response') entry.href = value;
    if (name === 'getetag') part.etag = value;
    if (name === 'getlastmodified') part.modified = value;
    if (name === 'getcontentlength') part.sizeBytes = toSize(value);
    if (name === 'collection') part.isFolder = true;
    if (name === 'status') status = value;
    if (name === 'propstat') {
      // Properties listed under any other status are not available on the server.
      if (/ 2\d\d(?: |$)/u.test(status)) entry = { ...part, href: entry.href };
      [part, status] = [{ ...EMPTY }, ''];
    }
    if (name === 'response') {
      if (entry.href !== '') found(entry);
      entry = { ...EMPTY };
    }
    if (name === 'multistatus') hasEnded = true;
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        open.push(name.slice(name.indexOf(':') + 1));
        if (open.length > MAX_DEPTH) throw broken();
        text = '';
      },
      onclosetag: () => {
        const name = open.pop();
        if (name !== undefined) close(name);
      },
      ontext: (more) => {
        if (text.length < MAX_TEXT) text += more;
      },
    },
    { xmlMode: true },
  );
  return {
    write: (piece: string): void => {
      parser.write(piece);
    },
    isWhole: () => hasEnded && open.length === 0,
  };
};

const toSize = (text: string): number => {
  const size = Number(text);
  return Number.isSafeInteger(size) && size >= 0 ? size : 0;
};
