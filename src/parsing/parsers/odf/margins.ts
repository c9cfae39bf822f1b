import type { XmlAttributes } from '../../office-xml.js';
import type { Block } from '../../parsed-document.js';
import { wordSet } from '../../parser.js';
import type { OdfFile } from './package.js';
import { readParagraphs, type OdfParagraph } from './paragraphs.js';

/** The headers and footers of the pages that the document uses. */
export const readMargins = (file: OdfFile): Block[] => {
  const { content, styles } = file.margins;
  const reader = new MarginReader();
  readParagraphs({ ...file, content, styles }, reader, { isMargin: true });
  const { masters } = reader;
  const [first] = masters.keys();
  const used = new Set(first === undefined ? [] : [first]);
  for (const xml of [content, file.content]) {
    for (const [, name = ''] of xml.matchAll(MASTER_NAME)) used.add(name);
  }
  // Iterating over a set includes what is added meanwhile.
  for (const name of used) {
    const next = masters.get(name)?.next;
    if (next !== undefined) used.add(next);
  }
  return [...masters].flatMap(([name, { blocks }]) => (used.has(name) ? blocks : []));
};

const MASTER_NAME = /style:master-page-name="([^"]{1,200})"/gu;
const MARGINS = wordSet(
  'style:header style:header-left style:header-first style:footer style:footer-left style:footer-first',
);

type Master = { next: string | undefined; blocks: Block[] };

class MarginReader {
  readonly masters = new Map<string, Master>();
  private master: Master | undefined;
  private isShown = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'style:master-page') {
      this.master = { next: attributes['style:next-style-name'], blocks: [] };
      this.masters.set(attributes['style:name'] ?? '', this.master);
    }
    if (MARGINS.has(name)) this.isShown = attributes['style:display'] !== 'false';
  }

  close(name: string): void {
    if (MARGINS.has(name)) this.isShown = false;
  }

  paragraph({ text }: OdfParagraph): void {
    const parts = text.split(' | ').filter((part) => part.trim() !== '' && part !== '???');
    if (this.isShown) this.master?.blocks.push({ text: parts.join(' | '), kind: 'paragraph' });
  }

  drawn(blocks: readonly Block[]): void {
    if (this.isShown) this.master?.blocks.push(...blocks);
  }
}
