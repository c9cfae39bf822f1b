import { leftOutWarnings, type LeftOut } from '../../office/left-out.js';
import { marginBlock } from '../../office/margins.js';
import type { XmlAttributes } from '../../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Block } from '../../parsed-document.js';
import { wordSet, type Parser } from '../../parser.js';
import { slideBlocks, type Shape, type SlideText } from '../../slide-blocks.js';
import { isCell, readOdf, type OdfFile } from './package.js';
import { readParagraphs, type OdfParagraph } from './paragraphs.js';
import { isHiddenStyle, type OdfStyles } from './styles.js';
import { TableRows } from './table-rows.js';

export const read: Parser['read'] = async ({ bytes }) => {
  const file = await readOdf(bytes);
  const reader = new SlideReader(file);
  readParagraphs(file, reader);
  const { margins, pages } = reader;
  const blocks = [...marginBlock(margins, reader.blocks), ...reader.blocks];
  const warnings = leftOutWarnings(file.leftOut);
  return { blocks, pageCount: pages, hasPictures: file.hasPictures, warnings };
};

const SHAPES = wordSet(
  'draw:frame draw:custom-shape draw:rect draw:ellipse draw:polygon draw:path draw:line draw:connector',
);
const FURNITURE = wordSet('date-time footer header page-number');

const MARGINS = wordSet('presentation:header-decl presentation:footer-decl');

const MAX_DEPTH = 5;

class SlideReader {
  readonly blocks: Block[] = [];
  pages = 0;
  /** Headers and footers, which slides refer to. */
  readonly margins: Block[] = [];
  private readonly styles: OdfStyles;
  private readonly leftOut: Set<LeftOut>;
  private isHidden = false;
  private isMargin = false;
  private shapes: Shape[] = [];
  private notes: SlideText[] = [];
  private shapeDepth = 0;
  private isFurniture = false;
  private isInNotes = false;
  private listDepth = 0;
  private cell: string[] | undefined;
  private rows: TableRows | undefined;

  constructor({ styles, leftOut }: OdfFile) {
    this.styles = styles;
    this.leftOut = leftOut;
  }

  paragraph({ text, label }: OdfParagraph): void {
    if (this.isMargin) this.margins.push({ text, kind: 'paragraph' });
    if (this.isFurniture || this.isMargin) return;
    const depth = Math.min(MAX_DEPTH, Math.max(0, this.listDepth - 1));
    if (this.cell) this.cell.push(`${label} ${text}`.trim());
    else if (this.isInNotes) this.notes.push({ text, isItem: false, depth });
    else {
      const isItem = this.listDepth > 0;
      this.shapes.at(-1)?.texts.push({ text, isItem, depth, ...(label !== '' && { label }) });
    }
  }

  drawn(blocks: readonly Block[]): void {
    if (this.isFurniture || this.isInNotes) return;
    const shape = this.shapes.at(-1);
    if (shape && this.shapeDepth > 0) shape.drawn = [...(shape.drawn ?? []), ...blocks];
    else this.shapes.push({ isTitle: false, texts: [], drawn: [...blocks] });
  }

  open(name: string, attributes: XmlAttributes): void {
    const shape = this.shapes.at(-1);
    if (name === 'draw:page') this.startSlide(attributes['draw:style-name']);
    if (MARGINS.has(name)) this.isMargin = true;
    if (SHAPES.has(name)) this.startShape(attributes['presentation:class'] ?? '');
    if (name === 'presentation:notes') this.isInNotes = true;
    if (name === 'text:list') this.listDepth += 1;
    if (name === 'table:table' && shape) this.rows = new TableRows();
    this.rows?.open(name, attributes, this.pages);
    if (isCell(name)) {
      this.cell = [];
      this.rows?.openCell(name, attributes);
    }
  }

  close(name: string): void {
    if (MARGINS.has(name)) this.isMargin = false;
    if (SHAPES.has(name)) {
      this.shapeDepth -= 1;
      if (this.shapeDepth === 0) this.isFurniture = false;
    }
    if (name === 'presentation:notes') this.isInNotes = false;
    if (name === 'text:list') this.listDepth -= 1;
    if (isCell(name)) {
      this.rows?.closeCell((this.cell ?? []).join(' '));
      this.cell = undefined;
    }
    this.rows?.close(name);
    const shape = this.shapes.at(-1);
    if (name === 'table:table' && shape && this.rows) {
      shape.table = this.rows.table;
      this.rows = undefined;
    }
    if (name === 'draw:page' && !this.isHidden) {
      const { pages: page, shapes, notes } = this;
      this.blocks.push(...slideBlocks({ page, shapes, notes }));
    }
  }

  private startSlide(style: string | undefined): void {
    if (this.pages >= PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
    this.pages += 1;
    this.isHidden = isHiddenStyle(this.styles, 'drawing-page', style);
    if (this.isHidden) this.leftOut.add('hiddenSlides');
    this.shapes = [];
    this.notes = [];
  }

  private startShape(use: string): void {
    this.shapeDepth += 1;
    if (this.shapeDepth > 1) return;
    this.isFurniture = FURNITURE.has(use);
    this.shapes.push({ isTitle: use === 'title' && !this.isInNotes, texts: [] });
  }
}
