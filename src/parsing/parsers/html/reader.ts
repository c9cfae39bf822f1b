import { mathToText, type MathNode } from '../../math-text.js';
import { cleanPageStarts } from '../../normalise-document.js';
import { laidOutTable } from '../../laid-out-table.js';
import { LinkText } from '../../link-target.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Block, PageStart } from '../../parsed-document.js';
import { addBlocks, linesInItem, oneLine, wordSet } from '../../parser.js';
import { inputText, isBox, Select } from './form-controls.js';
import { InlineText, shiftOf } from './inline-text.js';
import { beginItem, countBackwards, markerOf, toList, type List } from './lists.js';
import { mayHoldTable, nestedText, type OpenTable } from './nested-table.js';
import { countNameRows, isData, toCell, toGrid, type TableCell } from './table-grid.js';
import { whyUnread, type Unread } from './unread.js';

type Attributes = Readonly<Record<string, string>>;

const HEADING = /^h([1-6])$/;

/** Collects blocks while a stream of tags is being read. */
export class HtmlReader {
  readonly blocks: Block[] = [];
  page = 1;
  /** The reasons why text was left out that a reader may miss. */
  readonly leftOut = new Set<Unread>();
  private readonly countPages: boolean;
  /** The elements around this place. */
  private readonly open: string[] = [];
  /** The number of open elements at the start of one that is not read. */
  private hiddenAt = Number.POSITIVE_INFINITY;
  private whyHidden: Unread = 'no_content';
  /** Text since the last block boundary. */
  private readonly buffer = new InlineText();
  private hasText = false;
  /** The page of the buffer's first letter. */
  private bufferPage = 1;
  /** The places in the buffer at which further pages begin. */
  private pageStarts: PageStart[] = [];
  /** The equation that is being read, and its open elements. */
  private math: MathNode[] = [];
  private isBehindMath = false;
  private select: Select | undefined;
  /** The start of the open label, the control that it names, and the starts of earlier labels, by the control they name. */
  private labelAt: number | undefined;
  private labelFor = '';
  private readonly labels = new Map<string, number>();
  /** Elements whose style raises or lowers them, with the number of open elements around them. */
  private readonly shifts: { shift: 'sup' | 'sub'; depth: number }[] = [];
  /** The open link; there is none in a heading, because its text is a name. */
  private link: LinkText | undefined;
  private codeDepth = 0;
  /** The lists around this place. */
  private readonly lists: List[] = [];
  /** The lines of the outermost list. */
  private items: string[] = [];
  private tableDepth = 0;
  /** The depth of the table whose rows are collected; 0 outside of tables, and in a table that only lays out others. */
  private dataDepth = 0;
  private rows: TableCell[][] = [];
  /** True if some row has several cells. */
  private isWide = false;
  /** The page on which the open list or table begins. */
  private containerPage = 1;
  /** The outer table, while a table in one of its cells is being read. */
  private outer: OpenTable | undefined;

  constructor(countPages: boolean) {
    this.countPages = countPages;
  }

  onopentag(name: string, attributes: Attributes): void {
    if (!VOID.has(name)) {
      if (this.open.length >= PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
      const why = whyUnread(name, attributes, this.open.at(-1));
      this.open.push(name);
      if (why !== undefined && this.open.length < this.hiddenAt) {
        Object.assign(this, { hiddenAt: this.open.length, whyHidden: why });
        if (why === 'frame') this.leftOut.add(why);
      }
    }
    if (this.open.length >= this.hiddenAt) {
      // A drawing may say what it shows.
      if (this.open.length === this.hiddenAt && name === 'svg')
        this.addPicture(attributes['aria-label']);
      return;
    }
    if (this.math.length > 0 || name === 'math') this.openMath(name, attributes);
    else this.openTag(name, attributes);
  }

  ontext(text: string): void {
    const isRead = this.open.length < this.hiddenAt;
    if (!isRead) {
      const isText = this.whyHidden !== 'drawing' || DRAWN_TEXT.has(this.open.at(-1) ?? '');
      if (isText && this.whyHidden !== 'no_content' && /[\p{L}\p{N}]/u.test(text))
        this.leftOut.add(this.whyHidden);
    } else if (this.math.length > 0) this.math.at(-1)?.children.push(text);
    else if (this.select) this.select.add(text);
    else this.addText(text);
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return;
    if (this.open.length < this.hiddenAt) {
      if (this.math.length > 0) this.closeMath(name);
      else this.closeTag(name);
    }
    if (this.open.length === this.hiddenAt) this.hiddenAt = Number.POSITIVE_INFINITY;
    this.open.pop();
  }

  end(): void {
    this.flush('paragraph');
    this.flushList();
    this.flushTable();
    // In case the file ends within a nested table.
    this.flushTable();
  }

  private addText(text: string): void {
    if (!this.hasText && text.trim() !== '') {
      this.bufferPage = this.page;
      this.hasText = true;
    }
    const isGlued = this.isBehindMath && /^[\p{L}\p{N}]/u.test(text);
    this.buffer.add(isGlued ? ` ${text}` : text);
    this.link?.add(text);
    this.isBehindMath = false;
  }

  /** The text that replaces a picture; a file name says nothing. */
  private addPicture(alt = ''): void {
    if (/\p{L}/u.test(alt) && !FILE_NAME.test(alt.trim())) this.addText(` ${alt} `);
  }

  private openMath(name: string, attributes: Attributes): void {
    if (VOID.has(name)) return;
    const node: MathNode = { name, attributes, children: [] };
    this.math.at(-1)?.children.push(node);
    this.math.push(node);
  }

  private closeMath(name: string): void {
    const node = this.math.pop();
    if (this.math.length > 0 || node === undefined || name !== 'math') return;
    const text = mathToText(node) || (node.attributes['alttext'] ?? '');
    this.isBehindMath = this.buffer.endsInWord();
    this.addText(text);
    this.isBehindMath = true;
  }

  private openInline(name: string, attributes: Attributes): void {
    const shift = SHIFTED.has(name) ? undefined : shiftOf(attributes['style']);
    if (shift !== undefined && !VOID.has(name)) {
      this.buffer.open(shift);
      this.shifts.push({ shift, depth: this.open.length });
    }
    switch (name) {
      case 'a': {
        const isTitle = this.open.some((around) => HEADING.test(around));
        this.link = isTitle ? undefined : new LinkText(attributes['href'] ?? '');
        return;
      }
      case 'br': {
        this.buffer.add(this.codeDepth > 0 ? '\n' : ' ');
        return;
      }
      case 'sup':
      case 'sub': {
        this.buffer.open(name);
        return;
      }
      case 'img':
      case 'area': {
        if (attributes['role'] !== 'presentation') this.addPicture(attributes['alt']);
        return;
      }
      case 'input': {
        this.addInput(attributes);
        return;
      }
      case 'select':
        this.select = new Select(attributes);
        return;
      case 'option':
        return this.select?.option(attributes);
      case 'label':
        this.labelAt = this.buffer.mark();
        this.labelFor = attributes['for'] ?? '';
    }
  }

  private closeInline(name: string): void {
    const last = this.shifts.at(-1);
    if (last?.depth === this.open.length) {
      this.buffer.close(last.shift);
      this.shifts.pop();
    }
    if (name === 'sup' || name === 'sub') this.buffer.close(name);
    if (name === 'a') this.closeLink();
    if (name === 'select' && this.select) {
      const chosen = this.select.text();
      this.select = undefined;
      this.addText(` ${chosen} `);
    }
    if (name === 'label' && this.labelAt !== undefined) {
      if (this.labelFor !== '') this.labels.set(this.labelFor, this.labelAt);
      this.labelAt = undefined;
    }
  }

  private closeLink(): void {
    const { suffix = '' } = this.link ?? {};
    this.link = undefined;
    if (suffix !== '') this.addText(suffix);
  }

  /** A box is written before its label, wherever the page has it. */
  private addInput(attributes: Attributes): void {
    const text = inputText(attributes);
    if (text === '') return;
    const at = this.labelAt ?? this.labels.get(attributes['id'] ?? '');
    if (at === undefined || !isBox(attributes['type'])) {
      this.addText(` ${text} `);
      return;
    }
    this.addText('');
    this.hasText = true;
    this.buffer.insert(at, ` ${text} `);
  }

  private openTag(name: string, attributes: Attributes): void {
    if (name === 'hr' && this.countPages) {
      this.page += 1;
      if (this.hasText) this.pageStarts.push({ at: this.buffer.length, page: this.page });
      return;
    }
    if (!BREAKING.has(name)) {
      this.openInline(name, attributes);
      return;
    }
    this.flush(this.codeDepth > 0 ? 'code' : 'paragraph');
    if (HEADING.test(name)) {
      // A single column with headings is not a table.
      if (this.dataDepth > 0 && !this.isWide) this.dissolveTable();
      if (this.dataDepth === 0) this.flushList();
    }
    if (name === 'pre') this.codeDepth += 1;
    if (name === 'ul' || name === 'ol') this.lists.push(toList(name, attributes));
    const list = this.lists.at(-1);
    if (name === 'li' && list) beginItem(list, attributes);
    if (name === 'table') this.openTable();
    if (this.dataDepth === 0) return;
    if (name === 'tr') this.rows.push([]);
    if (name === 'td' || name === 'th') this.openCell(name, attributes);
  }

  private closeTag(name: string): void {
    if (!BREAKING.has(name)) {
      this.closeInline(name);
      return;
    }
    if (name === 'hr') return;
    const level = HEADING.exec(name)?.[1];
    if (level === undefined) this.flush(name === 'pre' ? 'code' : 'paragraph');
    else this.flush('heading', Number(level));
    if (name === 'pre') this.codeDepth = Math.max(0, this.codeDepth - 1);
    if (name === 'ul' || name === 'ol') {
      const list = this.lists.pop();
      if (list) countBackwards(list, this.items);
      if (this.lists.length === 0 && this.dataDepth === 0) this.flushList();
    }
    if (name === 'table') {
      if (this.dataDepth > 0) this.flushTable();
      this.tableDepth = Math.max(0, this.tableDepth - 1);
    }
  }

  /** Moves the text read so far to where it belongs: the table cell, the list item or a block of its own. */
  private flush(kind: 'paragraph' | 'code' | 'heading', level?: number): void {
    const { bufferPage: page } = this;
    const buffer = this.buffer.take();
    const text = kind === 'code' ? buffer.replace(/^\n+/u, '').trimEnd() : oneLine(buffer);
    const pageStarts = cleanPageStarts({ text: buffer, pageStarts: this.pageStarts }, oneLine);
    this.labels.clear();
    Object.assign(this, { hasText: false, pageStarts: [], labelAt: this.labelAt && 0 });
    if (text.trim() === '') return;
    const cell = this.rows.at(-1)?.at(-1);
    if (this.dataDepth > 0 && cell) {
      const list = this.lists.at(-1);
      const marker = list?.isOrdered === true && list.isItemStart ? markerOf(list) : '';
      cell.text += `${cell.text === '' ? '' : ' '}${marker}${oneLine(text)}`;
      if (list) list.isItemStart = false;
    } else if (kind !== 'heading' && this.lists.length > 0) {
      if (this.items.length === 0) this.containerPage = page;
      this.addToItem(text, kind);
    } else {
      const isParted = kind === 'paragraph' && pageStarts.length > 0;
      const details = { ...(level !== undefined && { level }), ...(isParted && { pageStarts }) };
      addBlocks(this.blocks, [{ text, kind, page, ...details }]);
    }
  }

  private addToItem(text: string, kind: 'paragraph' | 'code'): void {
    const list = this.lists.at(-1);
    const depth = this.lists.length - 1;
    const isStart = list?.isItemStart === true;
    const [line = '', ...others] = text.split('\n');
    if (!isStart && kind === 'code') this.items.push(...linesInItem([line, ...others], depth));
    else {
      const own = `${'  '.repeat(depth)}${isStart ? markerOf(list) : '  '}${line}`;
      if (isStart) list.pending?.push(this.items.length);
      this.items.push(own, ...linesInItem(others, depth));
    }
    if (list) list.isItemStart = false;
  }

  private flushList(): void {
    const text = this.items.join('\n');
    if (text !== '') addBlocks(this.blocks, [{ text, kind: 'list', page: this.containerPage }]);
    this.items = [];
    for (const list of this.lists) if (list.pending) list.pending = [];
  }

  private openTable(): void {
    const { rows, isWide, dataDepth, containerPage } = this;
    if (dataDepth > 0 && this.outer === undefined && mayHoldTable({ rows, isWide })) {
      this.outer = { rows, isWide, dataDepth, containerPage };
      Object.assign(this, { rows: [], isWide: false });
    } else if (dataDepth > 0) this.dissolveTable();
    this.flushList();
    this.tableDepth += 1;
    this.dataDepth = this.tableDepth;
    this.containerPage = this.page;
  }

  private openCell(name: string, attributes: Attributes): void {
    if (this.rows.length === 0) this.rows.push([]);
    const row = this.rows.at(-1);
    row?.push({ ...toCell(attributes), isName: name === 'th' });
    if ((row?.length ?? 0) > 1) this.isWide = true;
  }

  private flushTable(): void {
    if (this.outer && this.putIntoCell(this.outer)) return;
    const { rows, containerPage: page } = this;
    Object.assign(this, { rows: [], isWide: false, dataDepth: 0 });
    if (!isData(rows)) {
      this.addCells(rows);
      return;
    }
    const headerRows = countNameRows(rows);
    addBlocks(this.blocks, laidOutTable({ rows: toGrid(rows), pages: page, headerRows }));
  }

  /** Ends a nested table: a small one becomes text of its cell, a long one splits the outer table. */
  private putIntoCell(outer: OpenTable): boolean {
    const cell = outer.rows.at(-1)?.at(-1);
    const text = nestedText(this.rows);
    if (cell === undefined || text === undefined) {
      this.releaseOuter();
      return false;
    }
    cell.text = [cell.text, text].filter((part) => part !== '').join(' ');
    Object.assign(this, outer, { outer: undefined });
    return true;
  }

  private releaseOuter(): void {
    const { outer, rows, isWide, dataDepth, containerPage } = this;
    if (outer === undefined) return;
    Object.assign(this, outer, { outer: undefined });
    this.dissolveTable();
    Object.assign(this, { rows, isWide, dataDepth, containerPage });
  }

  /** Treats the open table as a layout: the open row becomes paragraphs, and what follows becomes blocks of its own. */
  private dissolveTable(): void {
    this.releaseOuter();
    const open = this.rows.pop() ?? [];
    this.flushTable();
    this.addCells([open]);
  }

  private addCells(rows: readonly TableCell[][]): void {
    for (const { text } of rows.flat()) {
      if (text === '') continue;
      addBlocks(this.blocks, [{ text, kind: 'paragraph', page: this.containerPage }]);
    }
  }
}

const FILE_NAME = /^[\w.-]+\.(?:png|jpe?g|gif|webp|svg|bmp)$/iu;

const BREAKING = wordSet(
  'p div section article main header footer aside blockquote ul ol dl dt dd li table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 pre figure figcaption form fieldset address details summary hr body html',
);
const SHIFTED = wordSet('sup sub');
/** The names and remarks of a drawing are not shown. */
const DRAWN_TEXT = wordSet('text tspan textpath p div span');
const VOID = wordSet('br hr img input meta link area base col embed source track wbr');
