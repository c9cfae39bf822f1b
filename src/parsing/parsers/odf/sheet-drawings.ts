import type { XmlAttributes } from '../../office-xml.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { addBlocks, wordSet } from '../../parser.js';
import type { OdfFile } from './package.js';
import { readParagraphs, type OdfParagraph } from './paragraphs.js';

/** The text boxes, charts, formulas, controls and words for pictures that lie above the cells, by the names of their sheets. */
export const readSheetDrawings = (file: OdfFile): ReadonlyMap<string, Block[]> => {
  const reader = new DrawingReader();
  // A second reading, for the sake of those few files that have any.
  if (file.content.includes('<draw:')) readParagraphs(file, reader);
  return reader.sheets;
};

const DRAWINGS = wordSet(
  'table:shapes draw:frame draw:custom-shape draw:rect draw:ellipse draw:polygon draw:path draw:caption draw:g',
);

class DrawingReader {
  readonly sheets = new Map<string, Block[]>();
  private sheet: Block[] | undefined;
  private tables = 0;
  private depth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (DRAWINGS.has(name)) this.depth += 1;
    if (name !== 'table:table') return;
    this.tables += 1;
    if (this.tables > 1) return;
    this.sheet = [];
    this.sheets.set(attributes['table:name'] ?? '', this.sheet);
  }

  close(name: string): void {
    if (DRAWINGS.has(name)) this.depth -= 1;
    if (name === 'table:table') this.tables -= 1;
  }

  paragraph({ text }: OdfParagraph): void {
    if (this.depth > 0 && text !== '') this.drawn([{ text, kind: 'paragraph' }]);
  }

  drawn(blocks: readonly Block[]): void {
    if (this.sheet) addBlocks(this.sheet, withoutPages(blocks));
  }
}
