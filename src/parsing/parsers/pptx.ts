import {
  attribute,
  readLocalXml,
  readXmlPackage,
  relationshipsOf,
  requirePart,
  type XmlAttributes,
  type XmlPackage,
} from '../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import type { Block } from '../parsed-document.js';
import { wordSet, type Parser } from '../parser.js';
import { slideBlocks, type Shape, type SlideText } from '../slide-blocks.js';

const READ_PARTS =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|notesSlides\/[^/]+\.xml)$/i;
const PRESENTATION = 'ppt/presentation.xml';

/** PPTX by its slides, each a page and a chapter, with tables and speaker's notes; hidden slides count as pages but are not read. */
export const pptx: Parser = {
  name: 'pptx',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  label: 'PPTX',
  extensions: ['.pptx'],
  recognises: { archive: ({ names }) => names.includes(PRESENTATION) },
  read: async ({ bytes }) => {
    const archive = await readXmlPackage(bytes, READ_PARTS);
    const relationships = relationshipsOf(archive, PRESENTATION);
    const ids = slideIds(requirePart(archive, PRESENTATION));
    if (ids.length > PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
    const blocks = ids.flatMap((id, index): Block[] => {
      const path = relationships.get(id)?.target ?? '';
      const { shapes, isHidden } = readSlide(requirePart(archive, path));
      if (isHidden) return [];
      return slideBlocks({ page: index + 1, shapes, notes: notesOf(archive, path) });
    });
    return { blocks, pageCount: ids.length, hasPictures: archive.hasPictures };
  },
};

/** The slides' relationship ids in the order of the presentation. */
const slideIds = (xml: string): string[] => {
  const ids: string[] = [];
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name !== 'sldId') return;
      // `id` is the slide's own number, `r:id` the relationship.
      const key = Object.keys(attributes).find((candidate) => candidate.endsWith(':id'));
      ids.push((key && attributes[key]) ?? '');
    },
  });
  return ids;
};

const notesOf = (archive: XmlPackage, slide: string): SlideText[] => {
  const parts = [...relationshipsOf(archive, slide).values()];
  const notes = parts.find(({ type }) => type === 'notesSlide');
  const xml = notes && archive.parts.get(notes.target);
  if (xml === undefined) return [];
  const texts = readSlide(xml).shapes.flatMap((shape) => shape.texts);
  return texts.map((text) => ({ ...text, isItem: false }));
};

/** The shapes of a slide, or of a page of notes, in the order in which they lie on it; `isHidden` where its author hid it. */
const readSlide = (xml: string): { shapes: Shape[]; isHidden: boolean } => {
  const state = new SlideState();
  let isHidden = false;
  // A drawing may come twice, once for programs that do not know its newest form.
  let fallbackDepth = 0;
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'Fallback') fallbackDepth += 1;
      if (name === 'sld') isHidden = ['0', 'false'].includes(attributes['show'] ?? '');
      if (fallbackDepth === 0) open.get(name)?.(state, attributes);
    },
    text: (text) => {
      if (state.isText && !state.isSkipped) state.paragraph.text += text;
    },
    close: (name) => {
      if (fallbackDepth === 0) close.get(name)?.(state, {});
      if (name === 'Fallback') fallbackDepth -= 1;
    },
  });
  return { shapes: state.shapes, isHidden };
};

const NO_PARAGRAPH: SlideText = { text: '', isItem: false, depth: 0 };

class SlideState {
  readonly shapes: Shape[] = [];
  shape: (Shape & { placeholder?: string }) | undefined;
  /** The open paragraph; outside of any, one whose text is dropped. */
  paragraph: SlideText = { ...NO_PARAGRAPH };
  cell: string[] | undefined;
  isText = false;
  /** Inside a field that the program fills in, or a cell that another one lies over. */
  isSkipped = false;
  isMergedDown = false;
}

type Actions = Readonly<Record<string, (state: SlideState, attributes: XmlAttributes) => void>>;

const TITLES = wordSet('title ctrTitle');
/** Repeated on every slide, or a picture of another one. */
const FURNITURE = wordSet('dt ftr sldNum hdr sldImg');
/** Placeholders whose paragraphs have a bullet unless they say otherwise. */
const BULLETED: ReadonlySet<string | undefined> = new Set(['body', 'obj', '']);

const MAX_DEPTH = 5;

const openShape = (state: SlideState): void => {
  state.shape = { isTitle: false, texts: [] };
};

const closeShape = (state: SlideState): void => {
  const { shape } = state;
  if (shape && !FURNITURE.has(shape.placeholder ?? '')) state.shapes.push(shape);
  state.shape = undefined;
};

const isSet = (attributes: XmlAttributes, name: string): boolean =>
  ['1', 'true'].includes(attributes[name] ?? '');

/** What each element does where it opens, by its local name. */
const ON_OPEN: Actions = {
  sp: openShape,
  graphicFrame: openShape,
  ph: ({ shape }, attributes) => {
    if (!shape) return;
    shape.placeholder = attribute(attributes, 'type') ?? '';
    shape.isTitle = TITLES.has(shape.placeholder);
  },
  tbl: ({ shape }) => {
    if (shape) shape.rows = [];
  },
  tr: ({ shape }) => void shape?.rows?.push([]),
  tc: (state, attributes) => {
    state.cell = [];
    state.isMergedDown = isSet(attributes, 'vMerge');
    if (state.isMergedDown || isSet(attributes, 'hMerge')) state.isSkipped = true;
  },
  p: (state) => {
    const isItem = BULLETED.has(state.shape?.placeholder);
    state.paragraph = { text: '', isItem, depth: 0 };
  },
  pPr: ({ paragraph }, attributes) =>
    (paragraph.depth = Math.min(MAX_DEPTH, Number(attributes['lvl'] ?? 0) || 0)),
  buNone: ({ paragraph }) => (paragraph.isItem = false),
  buChar: ({ paragraph }) => (paragraph.isItem = true),
  buAutoNum: ({ paragraph }) => (paragraph.isItem = true),
  br: ({ paragraph }) => (paragraph.text += ' '),
  fld: (state, attributes) =>
    (state.isSkipped = /^(?:slidenum|datetime)/.test(attributes['type'] ?? '')),
  t: (state) => (state.isText = true),
};

const ON_CLOSE: Actions = {
  sp: closeShape,
  graphicFrame: closeShape,
  tc: (state) => {
    const rows = state.shape?.rows ?? [];
    const row = rows.at(-1);
    // A cell merged downwards stands for each of its rows, which makes sense of every row by itself.
    const above = state.isMergedDown ? rows.at(-2)?.[row?.length ?? 0] : undefined;
    row?.push(above ?? (state.cell ?? []).join(' '));
    state.cell = undefined;
    state.isSkipped = false;
  },
  p: (state) => {
    if (state.cell) state.cell.push(state.paragraph.text);
    else state.shape?.texts.push(state.paragraph);
    state.paragraph = { ...NO_PARAGRAPH };
  },
  fld: (state) => (state.isSkipped = false),
  t: (state) => (state.isText = false),
};

// As maps, because a file may name an element like a property that every object has.
const open = new Map(Object.entries(ON_OPEN));
const close = new Map(Object.entries(ON_CLOSE));
