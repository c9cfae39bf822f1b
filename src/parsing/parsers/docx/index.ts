import type mammoth from 'mammoth';
import { parseFailure } from '../../parse-failure.js';
import { HEADING_STYLE_MAP, MAIN, prepareXml } from './prepare-xml.js';
import { htmlToBlocks } from '../html.js';
import type { Parser } from '../../parser.js';
import { readMetadataTitle, readXmlPackage, requirePart } from '../../office-xml.js';

/** What mammoth reads of an archive: the text and its notes, styles, numbering and the relations between them. */
const READ_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document|styles|numbering|footnotes|endnotes|comments)\.xml(?:\.rels)?|docProps\/(?:app|core)\.xml)$/;

/** DOCX by its styles, with notes behind the paragraph that refers to them; pages where Word or the author left marks, otherwise none. */
export const docx: Parser = {
  name: 'docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  label: 'DOCX',
  extensions: ['.docx', '.dotx'],
  recognises: { archive: ({ names }) => names.includes(MAIN) },
  read: async ({ bytes }) => {
    const archive = await readXmlPackage(bytes, READ_PARTS);
    const { parts, hasPictures } = archive;
    const { hasPages } = prepareXml(parts, requirePart(archive, MAIN));
    const source = await toHtml(parts).catch((error: unknown) => {
      const isStackOverflow = error instanceof Error && error.name === 'RangeError';
      throw parseFailure(isStackOverflow ? 'document_too_complex' : 'document_corrupt', error);
    });
    const { blocks, pages } = htmlToBlocks(placeNotes(source), { countPages: hasPages });
    return { blocks, pageCount: hasPages ? pages : null, hasPictures, title: titleOf(parts) };
  },
};

const titleOf = (parts: ReadonlyMap<string, string>): string | undefined =>
  readMetadataTitle(parts.get('docProps/core.xml'));

const STYLE_MAP = [
  "br[type='page'] => hr",
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => p:fresh",
  "p[style-name='List Paragraph'] => ul > li:fresh",
  ...HEADING_STYLE_MAP,
];

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

const toHtml = async (parts: ReadonlyMap<string, string>): Promise<string> => {
  const { default: mammoth } = await import('mammoth');
  // mammoth accepts an opened archive as `file` (lib/unzip.js); its types leave that out.
  const input = { file: asMammothFile(parts) } as unknown;
  const { value } = await mammoth.convertToHtml(input as MammothInput, {
    styleMap: STYLE_MAP,
    externalFileAccess: false,
    includeEmbeddedStyleMap: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  });
  return value;
};

/** The archive as mammoth sees it: only what was unpacked within the limits, so neither pictures nor outside files exist. */
const asMammothFile = (parts: ReadonlyMap<string, string>) => ({
  exists: (name: string): boolean => parts.has(name),
  read: async (name: string, encoding?: string): Promise<Uint8Array | string> => {
    const content = parts.get(name);
    if (content === undefined) throw parseFailure('document_corrupt');
    return encoding === undefined ? Buffer.from(content) : content;
  },
});

const REFERENCE =
  /<sup><a href="#((?:foot|end)note-[^"]{1,40})" id="[^"]{1,60}">\[\d{1,6}\]<\/a><\/sup>/g;

const BLOCK_END = /(<\/(?:p|h[1-6]|li)>)/;

/** Moves foot- and endnotes, which mammoth lists at the end, behind the paragraph that refers to them, into its chapter. */
const placeNotes = (html: string): string => {
  const { body, notes } = takeNotes(html);
  if (notes.size === 0) return body;
  let due = '';
  return body
    .split(BLOCK_END)
    .map((part) => {
      if (BLOCK_END.test(part)) {
        const added = due;
        due = '';
        return part === '</li>' ? added + part : part + added;
      }
      return part.replace(REFERENCE, (_reference, id: string) => {
        due += notes.get(id) ?? '';
        return '';
      });
    })
    .join('');
};

const NOTE_START = /<li id="((?:foot|end)note-[^"]{1,40})">/;

const BACK_LINK = /<a href="#(?:foot|end)note-ref-[^"]{1,40}">↑<\/a>/g;

/** Each note's content by its id, and the document without the list of them at its end. */
const takeNotes = (html: string): { body: string; notes: Map<string, string> } => {
  const start = html.search(NOTE_START);
  if (start === -1) return { body: html, notes: new Map() };
  const [, ...parts] = html.slice(start).split(NOTE_START);
  const notes = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const content = (parts[at + 1] ?? '').replace(/<\/li>(?:<\/ol>)?$/, '').replace(BACK_LINK, '');
    notes.set(parts[at] ?? '', content);
  }
  return { body: html.slice(0, start).replace(/<ol>$/, ''), notes };
};
