import { readArchive } from '../../archive.js';
import type { LeftOut } from '../../office/left-out.js';
import { readMetadataTitle, readXmlPackage, requirePart } from '../../office-xml.js';
import { parseFailure } from '../../parse-failure.js';
import { readStyles, type OdfStyles } from './styles.js';

/** The parts of the file itself, and the contents of the objects in it. */
const READ_PARTS = /^(?:content|styles|meta)\.xml$|^[^/]{1,200}\/content\.xml$/;
const MANIFEST_NAME = 'META-INF/manifest.xml';
const MANIFEST = /^META-INF\/manifest\.xml$/;

export type OdfFile = {
  content: string;
  styles: OdfStyles;
  /** The part with the headers and footers, and the styles they use; the styles of the body may have the same names. */
  margins: { content: string; styles: OdfStyles };
  /** The contents of embedded objects by name; each is removed when it is read. */
  objects: Map<string, string>;
  leftOut: Set<LeftOut>;
  /** The number of pages according to the program that saved the file; undefined if it did not count them. */
  statedPages: number | undefined;
  /** From its properties. */
  title: string | undefined;
  /** True if the program that saved the file noted where its own pages end. */
  marksPages: boolean;
  hasPictures: boolean;
};

/** An OpenDocument file's content and styles. */
export const readOdf = async (bytes: Buffer): Promise<OdfFile> => {
  // Read first, because the other parts of a locked file are not XML.
  const manifest = (await readArchive(bytes, MANIFEST)).contents.get(MANIFEST_NAME);
  if (manifest?.includes('encryption-data')) throw parseFailure('document_encrypted');
  const archive = await readXmlPackage(bytes, READ_PARTS);
  const content = requirePart(archive, 'content.xml');
  const shared = archive.parts.get('styles.xml') ?? '';
  const styles = readStyles(shared);
  const objects = [...archive.parts].flatMap(([name, part]) =>
    name.includes('/') ? [[name.slice(0, name.indexOf('/')), part] as const] : [],
  );
  return {
    content,
    styles: readStyles(content, styles),
    margins: { content: shared, styles },
    objects: new Map(objects),
    leftOut: new Set(),
    statedPages: statedPagesOf(archive.parts.get('meta.xml') ?? ''),
    title: readMetadataTitle(archive.parts.get('meta.xml')),
    marksPages: content.includes('text:use-soft-page-breaks="true"'),
    hasPictures: archive.hasPictures,
  };
};

const STATED_PAGES = /<meta:document-statistic\s[^<>]{0,1000}?meta:page-count="(\d{1,7})"/;

const statedPagesOf = (meta: string): number | undefined => {
  const count = STATED_PAGES.exec(meta)?.[1];
  return count === undefined ? undefined : Number(count);
};

export const isCell = (name: string): boolean =>
  name === 'table:table-cell' || name === COVERED_CELL;

/** A cell that is covered by another one. */
export const COVERED_CELL = 'table:covered-table-cell';
