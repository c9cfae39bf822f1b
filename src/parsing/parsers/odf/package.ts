import { parseFailure } from '../../parse-failure.js';
import { readArchive, type Archive } from '../../archive.js';
import { readXml, readXmlPackage, requirePart, type XmlAttributes } from '../../office-xml.js';

const READ_PARTS = /^(?:content|styles|meta)\.xml$/;
const MANIFEST_NAME = 'META-INF/manifest.xml';
const MANIFEST = /^META-INF\/manifest\.xml$/;

type Style = { parent?: string; breaksBefore: boolean; breaksAfter: boolean; isHidden: boolean };
type OdfStyles = ReadonlyMap<string, Style>;

export type OdfFile = {
  content: string;
  styles: OdfStyles;
  /** Pages by the program that saved the file; undefined where it did not count. */
  statedPages: number | undefined;
  /** Whether it noted where its own pages end. */
  marksPages: boolean;
  hasPictures: boolean;
};

const MAX_ANCESTORS = 20;

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
    statedPages: statedPagesOf(archive.parts.get('meta.xml')),
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
  const start = (attributes: XmlAttributes): void => {
    const family = attributes['style:family'];
    const parent = attributes['style:parent-style-name'];
    current = {
      ...(parent && { parent: styleKey(family, parent) }),
      // A paragraph that changes the page's design starts a page.
      breaksBefore: (attributes['style:master-page-name'] ?? '') !== '',
      breaksAfter: false,
      isHidden: false,
    };
    styles.set(styleKey(family, attributes['style:name'] ?? ''), current);
  };
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'style:style') start(attributes);
      if (!current) return;
      if (isPage(attributes['fo:break-before'])) current.breaksBefore = true;
      if (isPage(attributes['fo:break-after'])) current.breaksAfter = true;
      if (attributes['text:display'] === 'none' || attributes['table:display'] === 'false') {
        current.isHidden = true;
      }
      if (name === 'style:drawing-page-properties') {
        current.isHidden = attributes['presentation:visibility'] === 'hidden';
      }
    },
    close: (name) => {
      if (name === 'style:style') current = undefined;
    },
  });
};

const styleKey = (family: string | undefined, name: string): string => `${family ?? ''}/${name}`;

const isPage = (value: string | undefined): boolean => value === 'page';

const statedPagesOf = (meta: string | undefined): number | undefined => {
  const count = /<meta:document-statistic\s[^<>]{0,1000}?meta:page-count="(\d{1,7})"/.exec(
    meta ?? '',
  );
  return count ? Number(count[1]) : undefined;
};

/** The style and those it is based on, nearest first. */
export const styleChain = (
  styles: OdfStyles,
  family: string,
  name: string | undefined,
): string[] => {
  const chain: string[] = [];
  let key: string | undefined = name === undefined ? undefined : styleKey(family, name);
  while (key !== undefined && chain.length < MAX_ANCESTORS) {
    chain.push(key);
    key = styles.get(key)?.parent;
  }
  return chain;
};

/** Whether the style itself or one it is based on says so. */
export const hasStyle = (
  styles: OdfStyles,
  chain: readonly string[],
  property: 'breaksBefore' | 'breaksAfter' | 'isHidden',
): boolean => chain.some((key) => styles.get(key)?.[property] === true);
