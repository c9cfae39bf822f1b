import { slideBlocks, type Shape, type SlideText } from '../slide-blocks.js';
import {
  attribute,
  localName,
  readXml,
  readXmlPackage,
  requirePart,
  relationshipsOf,
  type XmlAttributes,
  type XmlPackage,
} from '../office-xml.js';
import type { Block } from '../parsed-document.js';
import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import type { Parser } from '../parser.js';

const READ_PARTS =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|notesSlides\/[^/]+\.xml)$/i;
const PRESENTATION = 'ppt/presentation.xml';

const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);

const MAX_DEPTH = 5;

type Draft = Shape & { placeholder: string | undefined };

type State = {
  shapes: Draft[];
  shape: Draft | undefined;
  paragraph: SlideText | undefined;
  cell: string[] | undefined;
  isText: boolean;
  isSkippedField: boolean;
  isMergedDown: boolean;
};

type Actions = Readonly<Record<string, (state: State, attributes: XmlAttributes) => void>>;

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
  readXml(xml, {
    open: (name, attributes) => {
      if (localName(name) !== 'sldId') return;
      // `id` is the slide's own number, `r:id` the relationship.
      const key = Object.keys(attributes).find((candidate) => candidate.endsWith(':id'));
      ids.push((key && attribute(attributes, key)) ?? '');
    },
  });
  return ids;
};

/** The shapes of a slide, or of a page of notes, in the order in which they lie on it; `isHidden` where its author hid it. */
const readSlide = (xml: string): { shapes: Shape[]; isHidden: boolean } => {
  const state: State = {
    shapes: [],
    shape: undefined,
    paragraph: undefined,
    cell: undefined,
    isText: false,
    isSkippedField: false,
    isMergedDown: false,
  };
  let isHidden = false;
  // A drawing may come twice, once for programs that do not know its newest form.
  let fallbackDepth = 0;
  readXml(xml, {
    open: (name, attributes) => {
      const local = localName(name);
      if (local === 'Fallback') fallbackDepth += 1;
      if (local === 'sld') isHidden = ['0', 'false'].includes(attributes['show'] ?? '');
      if (fallbackDepth === 0) open.get(local)?.(state, attributes);
    },
    text: (text) => {
      if (state.isText && !state.isSkippedField && state.paragraph) state.paragraph.text += text;
    },
    close: (name) => {
      const local = localName(name);
      if (fallbackDepth === 0) close.get(local)?.(state, {});
      if (local === 'Fallback') fallbackDepth -= 1;
    },
  });
  return { shapes: state.shapes, isHidden };
};

const notesOf = (archive: XmlPackage, slide: string): SlideText[] => {
  const notes = [...relationshipsOf(archive, slide).values()].find(
    ({ type }) => type === 'notesSlide',
  );
  const xml = notes && archive.parts.get(notes.target);
  if (xml === undefined) return [];
  return readSlide(xml).shapes.flatMap(({ texts }) =>
    texts.map((text) => ({ ...text, isItem: false })),
  );
};

const openShape = (state: State): void => {
  state.shape = { isTitle: false, texts: [], placeholder: undefined };
};

/** Repeated on every slide, or a picture of another one. */
const FURNITURE: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

const closeShape = (state: State): void => {
  const { shape } = state;
  if (shape && !FURNITURE.has(shape.placeholder ?? '')) state.shapes.push(shape);
  state.shape = undefined;
};

/** Placeholders whose paragraphs have a bullet unless they say otherwise. */
const BULLETED: ReadonlySet<string> = new Set(['body', 'obj', '']);

const openParagraph = (state: State): void => {
  const placeholder = state.shape?.placeholder;
  const isItem = placeholder !== undefined && BULLETED.has(placeholder);
  state.paragraph = { text: '', isItem, depth: 0 };
};

const closeParagraph = ({ shape, paragraph, cell }: State): void => {
  if (cell) cell.push(paragraph?.text ?? '');
  else if (paragraph) shape?.texts.push(paragraph);
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
    if (state.isMergedDown || isSet(attributes, 'hMerge')) state.isSkippedField = true;
  },
  p: openParagraph,
  pPr: ({ paragraph }, attributes) => {
    if (paragraph) paragraph.depth = Math.min(MAX_DEPTH, Number(attributes['lvl'] ?? 0) || 0);
  },
  buNone: ({ paragraph }) => {
    if (paragraph) paragraph.isItem = false;
  },
  buChar: ({ paragraph }) => {
    if (paragraph) paragraph.isItem = true;
  },
  buAutoNum: ({ paragraph }) => {
    if (paragraph) paragraph.isItem = true;
  },
  br: ({ paragraph }) => {
    if (paragraph) paragraph.text += ' ';
  },
  fld: (state, attributes) => {
    state.isSkippedField = /^(?:slidenum|datetime)/.test(attributes['type'] ?? '');
  },
  t: (state) => {
    state.isText = true;
  },
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
    state.isSkippedField = false;
  },
  p: (state) => {
    closeParagraph(state);
    state.paragraph = undefined;
  },
  fld: (state) => {
    state.isSkippedField = false;
  },
  t: (state) => {
    state.isText = false;
  },
};

// As maps, because a file may name an element like a property that every object has.
const open = new Map(Object.entries(ON_OPEN));
const close = new Map(Object.entries(ON_CLOSE));
