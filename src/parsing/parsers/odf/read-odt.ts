import { leftOutWarnings } from '../../office/left-out.js';
import { laidOutTable } from '../../laid-out-table.js';
import { marginBlock } from '../../office/margins.js';
import type { XmlAttributes } from '../../office-xml.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { addBlocks, type Parser } from '../../parser.js';
import { readMargins } from './margins.js';
import { isCell, readOdf } from './package.js';
import { readParagraphs, type OdfParagraph } from './paragraphs.js';
import { TableRows } from './table-rows.js';

export const read: Parser['read'] = async ({ bytes }) => {
  const file = await readOdf(bytes);
  const { statedPages = 0, marksPages, hasPictures, title } = file;
  const reader = new TextReader();
  const pages = readParagraphs(file, reader);
  reader.flushNotes();
  const blocks = [...marginBlock(readMargins(file), reader.blocks), ...reader.blocks];
  const warnings = leftOutWarnings(file.leftOut);
  // Without the program's own marks the pages between two set breaks are unknown, and a wrong page number is worse than none.
  if (marksPages ? pages <= statedPages : pages === statedPages) {
    return { blocks, pageCount: statedPages, hasPictures, title, warnings };
  }
  return { blocks: withoutPages(blocks), pageCount: null, hasPictures, title, warnings };
};

class TextReader {
  readonly blocks: Block[] = [];
  private notes: Block[] = [];
  private items: string[] = [];
  /** The page on which the open list begins. */
  private listPage = 1;
  private listDepth = 0;
  private isItemStart = false;
  private tableDepth = 0;
  private rows = new TableRows();
  private cell: string[] = [];

  paragraph(paragraph: OdfParagraph): void {
    const { text, page, level, isNote, label } = paragraph;
    if (text.trim() === '') return;
    const numbered = `${label} ${text}`.trim();
    if (isNote) {
      this.notes.push({ text: numbered, kind: 'paragraph', page });
    } else if (this.tableDepth > 0) {
      this.cell.push(numbered);
    } else if (level === undefined && this.listDepth > 0) {
      if (this.items.length === 0) this.listPage = page;
      const indent = '  '.repeat(Math.min(this.listDepth - 1, 5));
      this.items.push(`${indent}${this.isItemStart ? label || '-' : ' '} ${text}`);
      this.isItemStart = false;
    } else {
      this.flushList();
      const { pageStarts } = paragraph;
      const starts = pageStarts.length > 0 && { pageStarts };
      const isHeading = level !== undefined;
      addBlocks(this.blocks, [
        isHeading
          ? { text: numbered, kind: 'heading', level, page }
          : { text, kind: 'paragraph', page, ...starts },
      ]);
      this.flushNotes();
    }
  }

  /** Adds drawings after the paragraph, list or table that they are anchored in, as for notes. */
  drawn(blocks: readonly Block[]): void {
    addBlocks(this.notes, blocks);
  }

  open(name: string, attributes: XmlAttributes, page: number): void {
    if (name === 'text:list') this.listDepth += 1;
    if (name === 'text:list-item') this.isItemStart = true;
    if (name === 'table:table') {
      this.tableDepth += 1;
      if (this.tableDepth > 1) return;
      this.flushList();
      Object.assign(this, { rows: new TableRows(), cell: [] });
    }
    if (this.tableDepth !== 1) return;
    this.rows.open(name, attributes, page);
    if (!isCell(name)) return;
    this.cell = [];
    this.rows.openCell(name, attributes);
  }

  close(name: string): void {
    if (name === 'text:list') {
      this.listDepth -= 1;
      if (this.listDepth === 0 && this.tableDepth === 0) {
        this.flushList();
        this.flushNotes();
      }
    }
    if (this.tableDepth === 1) {
      if (isCell(name)) this.rows.closeCell(this.cell.join(' '));
      this.rows.close(name);
    }
    if (name !== 'table:table') return;
    this.tableDepth -= 1;
    if (this.tableDepth > 0) return;
    addBlocks(this.blocks, laidOutTable(this.rows.table));
    this.flushNotes();
  }

  private flushList(): void {
    const text = this.items.join('\n');
    if (text !== '') addBlocks(this.blocks, [{ text, kind: 'list', page: this.listPage }]);
    this.items = [];
  }

  /** Notes follow the paragraph, list or table that refers to them. */
  flushNotes(): void {
    addBlocks(this.blocks, this.notes);
    this.notes = [];
  }
}
