import { readArchive, type Archive } from '../../archive.js';
import { readMetadataTitle, readXml, readXmlPackage, requirePart } from '../../office-xml.js';
import type { Position } from '../../office/run-text.js';
import { parseFailure } from '../../parse-failure.js';

const READ_PARTS = /^(?:content|styles|meta)\.xml$/;
const MANIFEST_NAME = 'META-INF/manifest.xml';
const MANIFEST = /^META-INF\/manifest\.xml$/;

type Style = {
  key: string;
  parent?: string;
  breaksBefore?: boolean;
  breaksAfter?: boolean;
  isHidden?: boolean;
  isStruck?: boolean;
  position?: Position | 'level';
};

export type OdfFile = {
  content: string;
  /** By family and name, `paragraph/Title`. */
  styles: ReadonlyMap<string, Style>;
  /** Pages by the program that saved the file; undefined where it did not count. */
  statedPages: number | undefined;
  /** Among its properties. */
  title: string | undefined;
  /** Whether it noted where its own pages end. */
  marksPages: boolean;
  hasPictures: boolean;
};

/** An OpenDocument file's content and styles. */
export const readOdf = async (bytes: Buffer): Promise<OdfFile> => {
  // Looked at first: the other parts of a locked file are no XML.
  const manifest = (await readArchive(bytes, MANIFEST)).contents.get(MANIFEST_NAME);
  if (manifest?.includes('encryption-data')) throw parseFailure('document_encrypted');
  const archive = await readXmlPackage(bytes, READ_PARTS);
  const content = requirePart(archive, 'content.xml');
  const styles = new Map<string, Style>();
  collectStyles(archive.parts.get('styles.xml') ?? '', styles);
  collectStyles(content, styles);
  return {
    content,
    styles,
    statedPages: statedPagesOf(archive.parts.get('meta.xml') ?? ''),
    title: readMetadataTitle(archive.parts.get('meta.xml')),
    marksPages: content.includes('text:use-soft-page-breaks="true"'),
    hasPictures: archive.hasPictures,
  };
};

/** Whether an archive says that it is an OpenDocument file of this kind, or a template for one. */
export const isOpenDocument =
  (kind: 'text' | 'presentation' | 'spreadsheet') =>
  ({ contents }: Archive): boolean => {
    const mimeType = contents.get('mimetype')?.toString('latin1').trimEnd() ?? '';
    const ours = `application/vnd.oasis.opendocument.${kind}`;
    return mimeType === ours || mimeType === `${ours}-template`;
  };

const collectStyles = (xml: string, styles: Map<string, Style>): void => {
  let current: Style | undefined;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'style:style') {
        const family = attributes['style:family'];
        const parent = attributes['style:parent-style-name'];
        current = {
          key: styleKey(family, attributes['style:name']),
          ...(parent && { parent: styleKey(family, parent) }),
          // A paragraph that changes the page's design starts a page.
          breaksBefore: (attributes['style:master-page-name'] ?? '') !== '',
        };
        styles.set(current.key, current);
      }
      if (!current) return;
      if (attributes['fo:break-before'] === 'page') current.breaksBefore = true;
      if (attributes['fo:break-after'] === 'page') current.breaksAfter = true;
      if (attributes['text:display'] === 'none' || attributes['table:display'] === 'false') {
        current.isHidden = true;
      }
      const line =
        attributes['style:text-line-through-type'] ?? attributes['style:text-line-through-style'];
      if (line !== undefined) current.isStruck = line !== 'none';
      const height = attributes['style:text-position'];
      if (height !== undefined) current.position = positionOf(height);
      if (name === 'style:drawing-page-properties') {
        current.isHidden = attributes['presentation:visibility'] === 'hidden';
      }
    },
    close: (name) => {
      if (name === 'style:style') current = undefined;
    },
  });
};

/** `super 58%`, or how far up in percent. */
const positionOf = (height: string): Position | 'level' => {
  const shift = height.startsWith('super')
    ? 1
    : height.startsWith('sub')
      ? -1
      : Number.parseFloat(height);
  return shift > 0 ? 'raised' : shift < 0 ? 'lowered' : 'level';
};

const styleKey = (family = '', name = ''): string => `${family}/${name}`;

const STATED_PAGES = /<meta:document-statistic\s[^<>]{0,1000}?meta:page-count="(\d{1,7})"/;

const statedPagesOf = (meta: string): number | undefined => {
  const count = STATED_PAGES.exec(meta)?.[1];
  return count === undefined ? undefined : Number(count);
};

const MAX_ANCESTORS = 20;

/** The style of that name and those it is based on, nearest first. */
export const styleChain = (
  styles: OdfFile['styles'],
  family: string,
  name: string | undefined,
): Style[] => {
  const chain: Style[] = [];
  let key = name === undefined ? undefined : styleKey(family, name);
  while (key !== undefined && chain.length < MAX_ANCESTORS) {
    const style: Style = styles.get(key) ?? { key };
    chain.push(style);
    key = style.parent;
  }
  return chain;
};

/** Whether the style or one that it is based on hides what it is given to. */
export const isHiddenStyle = (...style: Parameters<typeof styleChain>): boolean =>
  styleChain(...style).some(({ isHidden }) => isHidden);

export const isCell = (name: string): boolean =>
  name === 'table:table-cell' || name === COVERED_CELL;

/** A cell that another one lies over. */
export const COVERED_CELL = 'table:covered-table-cell';
