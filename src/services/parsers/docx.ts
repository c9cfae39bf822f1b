import mammoth from 'mammoth';
import { parseFailure } from '../../domain/parse-failure.js';
import { readArchive } from './docx-archive.js';
import { slimStyles } from './docx-styles.js';
import { htmlToBlocks } from './html-blocks.js';
import type { Parser } from './parser.js';

/** What mammoth reads of an archive: the text and its notes, styles, numbering and the relations between them. */
const READ_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document|styles|numbering|footnotes|endnotes|comments)\.xml(?:\.rels)?)$/;
const STYLES = 'word/styles.xml';
const RENDERED_BREAK = /<w:lastRenderedPageBreak\s{0,4}\/>/g;
const EXPLICIT_BREAK = /<w:br\s[^<>]{0,200}w:type="page"[^<>]{0,200}\/>/g;
const PAGE_BREAK = '<w:br w:type="page"/>';
const DECLARATIONS = /<!(?:DOCTYPE|ENTITY)/i;

const STYLE_MAP = [
  "br[type='page'] => hr",
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => p:fresh",
  "p[style-name='List Paragraph'] => ul > li:fresh",
];

/** Word notes where its own pages ended when it last saved; those marks are better than the breaks that authors set. */
const markPages = (xml: string): { xml: string; hasPages: boolean } => {
  if (xml.includes('<w:lastRenderedPageBreak')) {
    const marked = xml.replace(EXPLICIT_BREAK, '').replace(RENDERED_BREAK, PAGE_BREAK);
    return { xml: marked, hasPages: true };
  }
  return { xml, hasPages: xml.search(EXPLICIT_BREAK) !== -1 };
};

/** Refuses XML that declares entities: Word never writes any, attackers do. */
const toXml = (parts: ReadonlyMap<string, Buffer>): Map<string, string> =>
  new Map(
    [...parts].map(([name, content]) => {
      const xml = content.toString('utf8');
      if (DECLARATIONS.test(xml)) throw parseFailure('document_corrupt');
      return [name, name === STYLES ? slimStyles(xml) : xml];
    }),
  );

/** The archive as mammoth sees it: only what was unpacked within the limits, so neither pictures nor outside files exist. */
const asMammothFile = (parts: ReadonlyMap<string, string>) => ({
  exists: (name: string): boolean => parts.has(name),
  read: async (name: string, encoding?: string): Promise<Uint8Array | string> => {
    const content = parts.get(name);
    if (content === undefined) throw parseFailure('document_corrupt');
    return encoding === undefined ? Buffer.from(content) : content;
  },
});

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

const toHtml = async (parts: ReadonlyMap<string, string>): Promise<string> => {
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

/** DOCX by its styles; pages where Word or the author left marks, otherwise none. */
export const docx: Parser = async ({ bytes }) => {
  const parts = toXml(await readArchive(bytes, (name) => READ_PARTS.test(name)));
  const main = 'word/document.xml';
  const { xml, hasPages } = markPages(parts.get(main) ?? '');
  const source = await toHtml(new Map([...parts, [main, xml]])).catch((error: unknown) => {
    const isStackOverflow = error instanceof Error && error.name === 'RangeError';
    throw parseFailure(isStackOverflow ? 'document_too_complex' : 'document_corrupt', error);
  });
  const { blocks, pages } = htmlToBlocks(source, { countPages: hasPages });
  if (hasPages) return { blocks, pageCount: pages };
  return { blocks: blocks.map(({ page: _page, ...block }) => block), pageCount: null };
};
