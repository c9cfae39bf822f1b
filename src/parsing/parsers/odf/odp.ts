import type { Block } from '../../parsed-document.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { hasStyle, isOpenDocument, readOdf, styleChain, type OdfFile } from './package.js';
import { createParagraphReader, type ParagraphReader } from './paragraphs.js';
import { type Parser } from '../../parser.js';
import { slideBlocks, type Shape, type SlideText } from '../../slide-blocks.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';

const SHAPES: ReadonlySet<string> = new Set(
  ['frame', 'custom-shape', 'rect', 'ellipse', 'polygon', 'path', 'line', 'connector'].map(
    (name) => `draw:${name}`,
  ),
);
const CELLS: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell']);

type State = {
  blocks: Block[];
  pages: number;
  isHidden: boolean;
  shapes: Shape[];
  notes: SlideText[];
  shapeDepth: number;
  isFurniture: boolean;
  isInNotes: boolean;
  listDepth: number;
  cell: string[] | undefined;
};

/** ODP by its slides, each a page and a chapter, with tables and speaker's notes; hidden slides count as pages but are not read. */
export const odp: Parser = {
  name: 'odp',
  mimeType: 'application/vnd.oasis.opendocument.presentation',
  label: 'ODP',
  extensions: ['.odp'],
  recognises: { archive: isOpenDocument('presentation') },
  read: async ({ bytes }) => {
    const file = await readOdf(bytes);
    const state: State = {
      blocks: [],
      pages: 0,
      isHidden: false,
      shapes: [],
      notes: [],
      shapeDepth: 0,
      isFurniture: false,
      isInNotes: false,
      listDepth: 0,
      cell: undefined,
    };
    const reader = createParagraphReader({
      file,
      onParagraph: ({ text }) => placeParagraph(state, text),
    });
    readSlides(file, state, reader);
    return { blocks: state.blocks, pageCount: state.pages, hasPictures: file.hasPictures };
  },
};

const MAX_DEPTH = 5;

const placeParagraph = (state: State, text: string): void => {
  if (state.isFurniture) return;
  const depth = Math.min(MAX_DEPTH, Math.max(0, state.listDepth - 1));
  const paragraph = { text, isItem: state.listDepth > 0, depth };
  if (state.cell) state.cell.push(text);
  else if (state.isInNotes) state.notes.push({ ...paragraph, isItem: false });
  else state.shapes.at(-1)?.texts.push(paragraph);
};

const readSlides = (file: OdfFile, state: State, reader: ParagraphReader): void => {
  const isHiddenPage = (attributes: XmlAttributes): boolean => {
    const chain = styleChain(file.styles, 'drawing-page', attributes['draw:style-name']);
    return hasStyle(file.styles, chain, 'isHidden');
  };
  readXml(file.content, {
    open: (name, attributes) => {
      reader.open(name, attributes);
      if (reader.isSkipping()) return;
      if (name === 'draw:page') startSlide(state, isHiddenPage(attributes));
      openElement(state, name, attributes);
    },
    text: reader.text,
    close: (name) => {
      const wasSkipping = reader.isSkipping();
      reader.close(name);
      if (!wasSkipping) closeElement(state, name);
    },
  });
};

const startSlide = (state: State, isHidden: boolean): void => {
  if (state.pages >= PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
  Object.assign(state, { pages: state.pages + 1, isHidden, shapes: [], notes: [] });
};

const openElement = (state: State, name: string, attributes: XmlAttributes): void => {
  const rows = state.shapes.at(-1)?.rows;
  if (SHAPES.has(name)) startShape(state, attributes);
  if (name === 'presentation:notes') state.isInNotes = true;
  if (name === 'text:list') state.listDepth += 1;
  if (name === 'table:table') Object.assign(state.shapes.at(-1) ?? {}, { rows: [] });
  if (name === 'table:table-row') rows?.push([]);
  if (CELLS.has(name)) state.cell = [];
};

const FURNITURE: ReadonlySet<string> = new Set(['date-time', 'footer', 'header', 'page-number']);

const startShape = (state: State, attributes: XmlAttributes): void => {
  state.shapeDepth += 1;
  if (state.shapeDepth > 1) return;
  const use = attributes['presentation:class'] ?? '';
  state.isFurniture = FURNITURE.has(use);
  state.shapes.push({ isTitle: use === 'title' && !state.isInNotes, texts: [] });
};

const closeElement = (state: State, name: string): void => {
  if (SHAPES.has(name)) {
    state.shapeDepth -= 1;
    if (state.shapeDepth === 0) state.isFurniture = false;
  }
  if (name === 'presentation:notes') state.isInNotes = false;
  if (name === 'text:list') state.listDepth -= 1;
  if (CELLS.has(name)) {
    state.shapes
      .at(-1)
      ?.rows?.at(-1)
      ?.push((state.cell ?? []).join(' '));
    state.cell = undefined;
  }
  if (name === 'draw:page') endSlide(state);
};

const endSlide = ({ blocks, pages, isHidden, shapes, notes }: State): void => {
  if (!isHidden) blocks.push(...slideBlocks({ page: pages, shapes, notes }));
};
