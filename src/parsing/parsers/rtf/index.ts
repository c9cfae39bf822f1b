import { oneLine, addBlocks, type Parser } from '../../parser.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { readRtf } from './reader.js';
import { tableBlock } from '../../table-blocks.js';

const MAX_DEPTH = 5;

type Properties = {
  style: number;
  outline: number | undefined;
  isItem: boolean;
  depth: number;
  isInTable: boolean;
  breaksBefore: boolean;
};

const PLAIN: Properties = {
  style: 0,
  outline: undefined,
  isItem: false,
  depth: 0,
  isInTable: false,
  breaksBefore: false,
};

type State = {
  blocks: Block[];
  notes: Block[];
  levels: Map<number, number>;
  /** What each style is based on. */
  parents: Map<number, number>;
  styleRead: number;
  properties: Properties;
  text: string;
  hasText: boolean;
  textPage: number;
  note: string;
  hasMarker: boolean;
  /** The texts of the open row, and what its definition says of its cells. */
  cells: string[];
  definition: RtfCell[];
  isMergedDown: boolean;
  rows: RtfRow[];
  tablePage: number;
  page: number;
  isSectionBreakDue: boolean;
  statedPages: number | undefined;
};

type Word = (state: State, value: number | undefined) => void;

type RtfCell = {
  /** Where its right edge stands; undefined where the row does not say. */
  edge: number | undefined;
  isMergedDown: boolean;
};
type RtfRow = { texts: string[]; cells: RtfCell[] };

/** Programs round the same edge to slightly different places. */
const TOLERANCE = 30;

const MARK = Buffer.from('{\\rtf', 'latin1');

/** RTF by its styles; pages only where its author set the ends of all that the program counted. */
export const rtf: Parser = {
  name: 'rtf',
  mimeType: 'application/rtf',
  label: 'RTF',
  extensions: ['.rtf'],
  recognises: { bytes: (bytes) => bytes.subarray(0, MARK.length).equals(MARK) },
  read: async ({ bytes }) => {
    const source = bytes.toString('latin1');
    const { blocks, page, statedPages } = readState(source);
    const hasPictures = source.includes('\\pict');
    if (statedPages === page) return { blocks, pageCount: page, hasPictures };
    return { blocks: withoutPages(blocks), pageCount: null, hasPictures };
  },
};

const readState = (source: string): State => {
  const state = createState();
  readRtf(source, {
    text: (text, destination) => {
      if (destination === 'styles') styleName(state, text);
      else if (destination === 'note') state.note += text;
      else addText(state, text);
    },
    word: (name, value, destination) => {
      if (destination === 'body') bodyWords.get(name)?.(state, value);
      if (destination === 'styles') styleWord(state, name, value);
      if (destination === 'note' && name === 'par') state.note += ' ';
      if (destination === 'info' && name === 'nofpages') state.statedPages = value;
    },
    close: (destination) => {
      if (destination !== 'note') return;
      const text = oneLine(state.note);
      state.note = '';
      if (text !== '') state.notes.push({ text, kind: 'paragraph', page: state.page });
    },
  });
  state.properties = { ...PLAIN };
  endParagraph(state);
  return state;
};

const createState = (): State => ({
  blocks: [],
  notes: [],
  levels: new Map(),
  parents: new Map(),
  styleRead: 0,
  properties: { ...PLAIN },
  text: '',
  hasText: false,
  textPage: 1,
  note: '',
  hasMarker: false,
  cells: [],
  definition: [],
  isMergedDown: false,
  rows: [],
  tablePage: 1,
  page: 1,
  isSectionBreakDue: false,
  statedPages: undefined,
});

const HEADING_STYLE = /^heading (\d)\b/i;
const TITLE_STYLE = /^title\b/i;

/** Word names the styles of headings in English in every language. */
const styleName = (state: State, name: string): void => {
  const heading = HEADING_STYLE.exec(name.trim())?.[1];
  if (heading !== undefined) state.levels.set(state.styleRead, Number(heading) - 1);
  else if (TITLE_STYLE.test(name.trim())) state.levels.set(state.styleRead, 0);
  if (name.includes(';')) state.styleRead = 0;
};

const addText = (state: State, text: string): void => {
  // A flag, because looking at the growing text for every piece would take a time that grows with its square.
  if (!state.hasText && text.trim() !== '') {
    const isStarted = state.blocks.length > 0 || state.rows.length > 0;
    const breaks = state.isSectionBreakDue || state.properties.breaksBefore;
    if (breaks && isStarted) state.page += 1;
    state.isSectionBreakDue = false;
    state.textPage = state.page;
    state.hasText = true;
  }
  state.text += text;
};

const styleWord = (state: State, name: string, value: number | undefined): void => {
  if (name === 's') state.styleRead = value ?? 0;
  if (name === 'sbasedon' && value !== undefined) state.parents.set(state.styleRead, value);
  if (name === 'outlinelevel' && value !== undefined) state.levels.set(state.styleRead, value);
};

const endParagraph = (state: State): void => {
  const { properties, hasMarker, textPage: page } = state;
  if (properties.isInTable) {
    state.text += ' ';
    return;
  }
  flushTable(state);
  const text = oneLine(state.text);
  Object.assign(state, { text: '', hasText: false, hasMarker: false });
  if (text === '') return;
  const level = levelOf(state);
  const last = state.blocks.at(-1);
  if (level !== undefined) addBlocks(state.blocks, [{ text, kind: 'heading', level, page }]);
  else if (!properties.isItem && !hasMarker)
    addBlocks(state.blocks, [{ text, kind: 'paragraph', page }]);
  else {
    const line = `${'  '.repeat(properties.depth)}- ${text}`;
    if (last?.kind === 'list' && last.page === page) last.text += `\n${line}`;
    else addBlocks(state.blocks, [{ text: line, kind: 'list', page }]);
  }
  flushNotes(state);
};

const flushTable = (state: State): void => {
  if (state.rows.length === 0) return;
  addBlocks(state.blocks, tableBlock(toRtfGrid(state.rows), state.tablePage));
  state.rows = [];
  flushNotes(state);
};

const MAX_COLUMNS = 200;

/** The rows of a table with every text in its column; a cell merged downwards stands for each of its rows. */
const toRtfGrid = (rows: readonly RtfRow[]): string[][] => {
  if (!rows.every(isPlaced)) return rows.map(({ texts }) => texts);
  const columns = columnEdges(rows);
  if (columns.length > MAX_COLUMNS) return rows.map(({ texts }) => texts);
  const grid: string[][] = [];
  for (const { texts, cells } of rows) {
    const row: string[] = [];
    cells.forEach(({ edge = 0, isMergedDown }, at) => {
      const above = isMergedDown ? grid.at(-1)?.[row.length] : undefined;
      row.push(above ?? texts[at] ?? '');
      while ((columns[row.length] ?? Number.POSITIVE_INFINITY) <= edge + TOLERANCE) row.push('');
    });
    grid.push(row);
  }
  return grid;
};

const isPlaced = ({ texts, cells }: RtfRow): boolean =>
  cells.length === texts.length && cells.every(({ edge }) => edge !== undefined);

/** The right edges of all columns, from left to right. */
const columnEdges = (rows: readonly RtfRow[]): number[] => {
  const edges = new Set(rows.flatMap(({ cells }) => cells.map(({ edge }) => edge ?? 0)));
  const columns: number[] = [];
  for (const edge of [...edges].sort((left, right) => left - right)) {
    if (edge - (columns.at(-1) ?? Number.NEGATIVE_INFINITY) > TOLERANCE) columns.push(edge);
  }
  return columns;
};

/** Notes follow the paragraph or table that refers to them. */
const flushNotes = (state: State): void => {
  addBlocks(state.blocks, state.notes);
  state.notes = [];
};

const MAX_LEVEL = 6;

const MAX_ANCESTORS = 20;

const levelOf = ({ properties, levels, parents }: State): number | undefined => {
  let style: number | undefined = properties.style;
  for (let depth = 0; depth < MAX_ANCESTORS && style !== undefined; depth += 1) {
    if (levels.has(style)) break;
    style = parents.get(style);
  }
  const outline = properties.outline ?? levels.get(style ?? 0);
  return outline === undefined || outline >= MAX_LEVEL ? undefined : outline + 1;
};

const endCell = (state: State): void => {
  if (state.rows.length === 0 && state.cells.length === 0) state.tablePage = state.textPage;
  state.cells.push(state.text);
  Object.assign(state, { text: '', hasText: false });
};

const endRow = (state: State): void => {
  state.rows.push({ texts: state.cells, cells: state.definition });
  state.cells = [];
};

const defineRow = (state: State): void => {
  Object.assign(state, { definition: [], isMergedDown: false });
};

const defineCell = (state: State, edge: number | undefined): void => {
  state.definition.push({ edge, isMergedDown: state.isMergedDown });
  state.isMergedDown = false;
};

/** What the words of the body do to its paragraphs. */
const BODY_WORDS: Readonly<Record<string, Word>> = {
  par: endParagraph,
  sect: (state) => {
    endParagraph(state);
    state.isSectionBreakDue = true;
  },
  sbknone: (state) => (state.isSectionBreakDue = false),
  sbkcol: (state) => (state.isSectionBreakDue = false),
  page: (state) => (state.page += 1),
  pard: (state) => (state.properties = { ...PLAIN }),
  pagebb: ({ properties }, value) => (properties.breaksBefore = value !== 0),
  s: ({ properties }, value) => (properties.style = value ?? 0),
  outlinelevel: ({ properties }, value) => (properties.outline = value),
  ls: ({ properties }, value) => (properties.isItem = (value ?? 0) > 0),
  ilvl: ({ properties }, value) => (properties.depth = Math.min(MAX_DEPTH, value ?? 0)),
  listtext: (state) => (state.hasMarker = true),
  intbl: ({ properties }) => (properties.isInTable = true),
  cell: endCell,
  nestcell: (state) => (state.text += ' '),
  row: endRow,
  trowd: defineRow,
  clvmrg: (state) => (state.isMergedDown = true),
  cellx: defineCell,
};
const bodyWords = new Map(Object.entries(BODY_WORDS));
