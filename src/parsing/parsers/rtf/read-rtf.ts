import { leftOutWarnings, type LeftOut } from '../../office/left-out.js';
import { laidOutTable } from '../../laid-out-table.js';
import { spreadMerged, type MergedRow } from '../../merged-cells.js';
import { marginBlock, PAGE_NUMBER } from '../../office/margins.js';
import { RunText, type Position } from '../../office/run-text.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { addBlocks, oneLine, type Parser } from '../../parser.js';
import { keepTabs } from '../../tabbed-paragraphs.js';
import { RtfLists } from './lists.js';
import { MARGINS, RtfMargins } from './margins.js';
import { readRtf, type Destination } from './reader.js';

export const read: Parser['read'] = async ({ bytes }) => {
  const source = bytes.toString('latin1');
  const reader = new DocumentReader();
  readRtf(source, reader);
  reader.end();
  const { blocks, page, statedPages } = reader;
  const hasPictures = source.includes('\\pict');
  const all = [...marginBlock(reader.margins.shown, blocks), ...blocks];
  const warnings = leftOutWarnings(reader.leftOut);
  if (statedPages === page) return { blocks: all, pageCount: page, hasPictures, warnings };
  return { blocks: withoutPages(all), pageCount: null, hasPictures, warnings };
};

/** The default properties of a paragraph. */
const PLAIN = { style: 0, list: 0, depth: 0, isInTable: false, breaksBefore: false };
type Properties = typeof PLAIN & { outline?: number | undefined };

/** `edge` is the place of its right side; undefined if the row does not say. */
type CellDefinition = {
  edge: number | undefined;
  isMergedDown: boolean;
  isMergedAcross: boolean;
};
type Row = { texts: string[]; cells: CellDefinition[]; isHeader: boolean };

const HEADING_STYLE = /^heading (\d)\b/i;
const TITLE_STYLE = /^title\b/i;

const MAX_LEVEL = 6;
const MAX_ANCESTORS = 20;

class DocumentReader {
  readonly blocks: Block[] = [];
  page = 1;
  statedPages: number | undefined;
  properties: Properties = { ...PLAIN };
  hasMarker = false;
  readonly leftOut = new Set<LeftOut>();
  readonly margins = new RtfMargins();
  private readonly lists = new RtfLists();
  /** The number before the open paragraph, as it was printed. */
  private marker = '';
  isSectionBreakDue = false;
  /** The style that is being defined, the outline levels of all styles, and the style that each is based on. */
  private style = 0;
  private readonly levels = new Map<number, number>();
  private readonly parents = new Map<number, number>();
  /** The open paragraph or cell. */
  private paragraph = new RunText();
  private hasText = false;
  /** The open paragraph of a cell has text. */
  private isBegun = false;
  private textPage = 1;
  private note = new RunText();
  private notes: Block[] = [];
  /** The texts of the open row, and what its definition says about its cells. */
  private cells: string[] = [];
  private definition: CellDefinition[] = [];
  private merged = { isMergedDown: false, isMergedAcross: false };
  private isHeaderRow = false;
  private rows: Row[] = [];
  private tablePage = 1;

  text(text: string, destination: Destination, position?: Position): void {
    if (destination === 'styles') this.nameStyle(text);
    else if (destination === 'note') this.note.add(text, position);
    else if (destination === 'margin') this.margins.add(text);
    else if (destination === 'levelText') this.lists.addText(text);
    else if (destination === 'marker') this.marker += text;
    else this.addText(text, position);
  }

  word(name: string, value: number | undefined, destination: Destination): void {
    if (destination === 'body') bodyWords.get(name)?.(this, value);
    if (destination === 'marker' && name === 'par') this.endMarker();
    if (destination === 'styles') this.defineStyle(name, value);
    if (destination === 'note' && name === 'par') this.note.add(' ');
    if (destination === 'margin') this.margins.add(MARGIN_WORDS.get(name) ?? '');
    if (destination === 'lists') this.lists.word(name, value);
    if (destination === 'info' && name === 'nofpages') this.statedPages = value;
  }

  close(destination: Destination): void {
    if (destination === 'margin') this.margins.close();
    if (destination === 'levelText') this.lists.endText();
    if (destination !== 'note') return;
    const text = oneLine(this.note.value);
    this.note = new RunText();
    if (text !== '') this.notes.push({ text, kind: 'paragraph', page: this.page });
  }

  end(): void {
    this.properties = { ...PLAIN };
    this.endParagraph();
    this.margins.endSection();
  }

  addText(text: string, position?: Position): void {
    // A flag, because checking the growing text for every piece would take quadratic time.
    if (!this.hasText && text.trim() !== '') {
      const isStarted = this.blocks.length > 0 || this.rows.length > 0;
      const breaks = this.isSectionBreakDue || this.properties.breaksBefore;
      if (breaks && isStarted) this.page += 1;
      this.isSectionBreakDue = false;
      this.textPage = this.page;
      this.hasText = true;
    }
    if (!this.isBegun && text.trim() !== '' && this.properties.isInTable) {
      // A cell may contain several items, each with a number of its own.
      const label = this.takeLabel();
      this.hasMarker = false;
      if (label !== '') this.paragraph.add(`${label} `);
      this.isBegun = true;
    }
    this.paragraph.add(text, position);
  }

  endParagraph(): void {
    const { properties, hasMarker, textPage: page } = this;
    if (properties.isInTable) {
      this.paragraph.add(' ');
      this.isBegun = false;
      return;
    }
    this.flushTable();
    const label = this.takeLabel();
    const written = keepTabs(this.takeText());
    this.hasMarker = false;
    if (written.trim() === '') return;
    const text = label === '' ? written : `${label} ${written}`;
    const level = this.level();
    const last = this.blocks.at(-1);
    if (level !== undefined) addBlocks(this.blocks, [{ text, kind: 'heading', level, page }]);
    else if (properties.list > 0 || hasMarker) {
      const depth = Math.min(MAX_DEPTH, properties.depth);
      const item = `${'  '.repeat(depth)}${label || '-'} ${written}`;
      if (last?.kind === 'list' && last.page === page) last.text += `\n${item}`;
      else addBlocks(this.blocks, [{ text: item, kind: 'list', page }]);
    } else addBlocks(this.blocks, [{ text, kind: 'paragraph', page }]);
    this.flushNotes();
  }

  /** AbiWord writes whole paragraphs where other programs write only a number. */
  private endMarker(): void {
    const text = this.marker.trim();
    this.marker = '';
    this.properties = { ...PLAIN };
    this.addText(text);
    this.endParagraph();
  }

  startRow(): void {
    this.definition = [];
    this.merged = { isMergedDown: false, isMergedAcross: false };
    this.isHeaderRow = false;
  }

  /** The open row is repeated on each page. */
  markHeader(): void {
    this.isHeaderRow = true;
  }

  mergeCell(merged: Partial<Pick<CellDefinition, 'isMergedDown' | 'isMergedAcross'>>): void {
    Object.assign(this.merged, merged);
  }

  defineCell(edge: number | undefined): void {
    this.definition.push({ edge, ...this.merged });
    this.merged = { isMergedDown: false, isMergedAcross: false };
  }

  endCell(): void {
    if (this.rows.length === 0 && this.cells.length === 0) this.tablePage = this.textPage;
    this.cells.push(this.takeText());
  }

  endRow(): void {
    this.rows.push({ texts: this.cells, cells: this.definition, isHeader: this.isHeaderRow });
    this.cells = [];
  }

  private takeText(): string {
    const text = this.paragraph.value;
    this.paragraph = new RunText();
    this.hasText = false;
    this.isBegun = false;
    this.marker = '';
    return text;
  }

  /** The number before the paragraph, printed or otherwise counted; a bullet does not count as one. */
  private takeLabel(): string {
    const { list, depth } = this.properties;
    const printed = oneLine(this.marker);
    const counted = list > 0 ? this.lists.next(list, depth) : '';
    this.marker = '';
    const label = this.hasMarker ? printed : counted;
    return /[\p{L}\p{N}]/u.test(label) && label !== 'o' ? label : '';
  }

  private flushTable(): void {
    if (this.rows.length === 0) return;
    const below = this.rows.findIndex(({ isHeader }) => !isHeader);
    const headerRows = below === -1 ? 1 : below;
    const rows = toGrid(this.rows);
    addBlocks(this.blocks, laidOutTable({ rows, pages: this.tablePage, headerRows }));
    this.rows = [];
    this.flushNotes();
  }

  /** Notes follow the paragraph or table that refers to them. */
  private flushNotes(): void {
    addBlocks(this.blocks, this.notes);
    this.notes = [];
  }

  /** Word writes the names of heading styles in English in every language. */
  private nameStyle(name: string): void {
    const heading = HEADING_STYLE.exec(name.trim())?.[1];
    if (heading !== undefined) this.levels.set(this.style, Number(heading) - 1);
    else if (TITLE_STYLE.test(name.trim())) this.levels.set(this.style, 0);
    if (name.includes(';')) this.style = 0;
  }

  private defineStyle(word: string, value: number | undefined): void {
    if (word === 's') this.style = value ?? 0;
    if (value === undefined) return;
    if (word === 'sbasedon') this.parents.set(this.style, value);
    if (word === 'outlinelevel') this.levels.set(this.style, value);
  }

  /** The level of the open paragraph if it is a heading: its own, or that of the nearest style that has one. */
  private level(): number | undefined {
    let style: number | undefined = this.properties.style;
    for (let depth = 0; depth < MAX_ANCESTORS && style !== undefined; depth += 1) {
      if (this.levels.has(style)) break;
      style = this.parents.get(style);
    }
    const outline = this.properties.outline ?? this.levels.get(style ?? 0);
    return outline === undefined || outline >= MAX_LEVEL ? undefined : outline + 1;
  }
}

/** Programs round the same edge to slightly different places. */
const TOLERANCE = 30;
const MAX_COLUMNS = 200;

/** The rows of a table with every text in its column; a cell that spans several rows or columns is repeated in each of them. */
const toGrid = (rows: readonly Row[]): string[][] => {
  const columns = columnEdges(rows);
  if (!rows.every(isPlaced) || columns.length > MAX_COLUMNS) return rows.map(({ texts }) => texts);
  const grid: MergedRow[] = [];
  for (const { texts, cells } of rows) {
    const row: (string | undefined)[] = [];
    cells.forEach(({ edge = 0, isMergedDown, isMergedAcross }, at) => {
      const above = isMergedDown ? grid.at(-1)?.[row.length] : undefined;
      row.push(isMergedAcross ? undefined : (above ?? texts[at] ?? ''));
      while ((columns[row.length] ?? Number.POSITIVE_INFINITY) <= edge + TOLERANCE)
        row.push(undefined);
    });
    grid.push(row);
  }
  return spreadMerged(grid);
};

const isPlaced = ({ texts, cells }: Row): boolean =>
  cells.length === texts.length && cells.every(({ edge }) => edge !== undefined);

/** The right edges of all columns, from left to right. */
const columnEdges = (rows: readonly Row[]): number[] => {
  const edges = new Set(rows.flatMap(({ cells }) => cells.map(({ edge }) => edge ?? 0)));
  const columns: number[] = [];
  for (const edge of [...edges].sort((left, right) => left - right)) {
    if (edge - (columns.at(-1) ?? Number.NEGATIVE_INFINITY) > TOLERANCE) columns.push(edge);
  }
  return columns;
};

/** Ends of lines and cells, and the page number. */
const MARGIN_WORDS = new Map([
  ['par', '\n'],
  ['cell', ' | '],
  ['row', '\n'],
  ['chpgn', PAGE_NUMBER],
]);

type Word = (reader: DocumentReader, value: number | undefined) => void;

const MAX_DEPTH = 5;

/** The effects of the body's control words on its paragraphs. */
const BODY_WORDS: Readonly<Record<string, Word>> = {
  par: (reader) => reader.endParagraph(),
  sect: (reader) => {
    reader.endParagraph();
    reader.isSectionBreakDue = true;
    reader.margins.endSection();
  },
  sectd: ({ margins }) => (margins.hasFirstPage = false),
  titlepg: ({ margins }) => (margins.hasFirstPage = true),
  facingp: ({ margins }) => (margins.hasFacingPages = true),
  sbknone: (reader) => (reader.isSectionBreakDue = false),
  sbkcol: (reader) => (reader.isSectionBreakDue = false),
  page: (reader) => (reader.page += 1),
  pard: (reader) => (reader.properties = { ...PLAIN }),
  pagebb: ({ properties }, value) => (properties.breaksBefore = value !== 0),
  s: ({ properties }, value) => (properties.style = value ?? 0),
  outlinelevel: ({ properties }, value) => (properties.outline = value),
  ls: ({ properties }, value) => (properties.list = value ?? 0),
  ilvl: ({ properties }, value) => (properties.depth = Math.max(0, value ?? 0)),
  listtext: (reader) => (reader.hasMarker = true),
  pntext: (reader) => (reader.hasMarker = true),
  intbl: ({ properties }) => (properties.isInTable = true),
  cell: (reader) => reader.endCell(),
  nestcell: (reader) => reader.addText(' '),
  row: (reader) => reader.endRow(),
  trowd: (reader) => reader.startRow(),
  trhdr: (reader) => reader.markHeader(),
  clvmrg: (reader) => reader.mergeCell({ isMergedDown: true }),
  clmrg: (reader) => reader.mergeCell({ isMergedAcross: true }),
  cellx: (reader, value) => reader.defineCell(value),
};
// As a map, because a word in a file may be the name of a property that every object has.
const bodyWords = new Map<string, Word>([
  ...Object.entries(BODY_WORDS),
  ...MARGINS.map((name): [string, Word] => [name, ({ margins }) => margins.begin(name)]),
]);
