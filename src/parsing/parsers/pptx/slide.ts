import { isAlternativeText } from '../../office/alternative-text.js';
import { withoutEscapes } from '../../office/escapes.js';
import { officeFormula } from '../../office/formulas.js';
import type { LeftOut } from '../../office/left-out.js';
import { RunText, type Position } from '../../office/run-text.js';
import { createSlideNumbering } from '../../office/slide-numbers.js';
import { symbolFontOf, symbolText } from '../../office/symbol-fonts.js';
import { createTreeBuilder } from '../../office/xml-tree.js';
import { spreadMerged } from '../../merged-cells.js';
import { LinkText } from '../../link-target.js';
import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import type { Block } from '../../parsed-document.js';
import { wordSet } from '../../parser.js';
import type { Shape, SlideText } from '../../slide-blocks.js';

export type SlideContext = {
  /** The blocks of a chart or a diagram, by the id of its relationship. */
  drawingOf: (id: string) => Block[];
  /** The address of a link, by the id of its relationship; empty if it has none. */
  linkOf: (id: string) => string;
  leftOut: Set<LeftOut>;
};

/** The shapes of a slide, or of a page of notes, in their order on it; `isHidden` if its author hid it. */
export type Slide = { shapes: Shape[]; footers: string[]; isHidden: boolean };

export const readSlide = (xml: string, context: SlideContext): Slide => {
  const state = new SlideState(context);
  let isHidden = false;
  // A drawing may be stored twice, once for programs that do not know its newest form.
  let fallbackDepth = 0;
  let formula: ReturnType<typeof createTreeBuilder> | undefined;
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'Fallback') fallbackDepth += 1;
      if (name === 'sld') isHidden = ['0', 'false'].includes(attributes['show'] ?? '');
      if (fallbackDepth > 0) return;
      if (name === 'oMath') formula ??= createTreeBuilder();
      if (formula) formula.open(name, attributes);
      else open.get(name)?.(state, attributes);
    },
    text: (text) => {
      if (formula) formula.text(text);
      else if (state.isText) state.write(withoutEscapes(text));
    },
    close: (name) => {
      if (fallbackDepth === 0 && formula) {
        const tree = formula.close();
        if (tree) {
          formula = undefined;
          state.write(officeFormula(tree), 'formula');
        }
      } else if (fallbackDepth === 0) close.get(name)?.(state, {});
      if (name === 'Fallback') fallbackDepth -= 1;
    },
  });
  return { shapes: state.shapes, footers: state.footers, isHidden };
};

type Paragraph = Omit<SlideText, 'text'> & {
  text: RunText;
  number?: { type: string; start: number };
};
type Run = { position?: Position; isStruck: boolean; font?: string; link?: string };
type OpenShape = Shape & {
  placeholder?: string;
  /** The rows of its table. */
  rows?: (string | undefined)[][];
  numbering: ReturnType<typeof createSlideNumbering>;
};

const newParagraph = (isItem: boolean): Paragraph => ({ text: new RunText(), isItem, depth: 0 });

class SlideState {
  readonly context: SlideContext;
  readonly shapes: Shape[] = [];
  readonly footers: string[] = [];
  shape: OpenShape | undefined;
  /** The open paragraph; outside of paragraphs, one whose text is dropped. */
  paragraph = newParagraph(false);
  run: Run = { isStruck: false };
  cell: string[] | undefined;
  isText = false;
  isPicture = false;
  /** Inside a field that the program fills in, or a cell that another one covers. */
  isSkipped = false;
  isMergedDown = false;
  isMergedAcross = false;
  /** The link of the runs that were read last. */
  private link: { id: string; text: LinkText } | undefined;

  constructor(context: SlideContext) {
    this.context = context;
  }

  write(text: string, height?: Position): void {
    const { position, isStruck, font } = this.run;
    if (this.isSkipped) return;
    if (isStruck && text.trim() !== '') this.context.leftOut.add('struckText');
    if (isStruck) return;
    if (this.run.link !== this.link?.id) this.endLink();
    if (this.run.link !== undefined) {
      const { link: id } = this.run;
      this.link ??= { id, text: new LinkText(this.context.linkOf(id)) };
      this.link.text.add(text);
    }
    this.paragraph.text.add(font ? symbolText(text, font) : text, height ?? position);
  }

  /** A link may span several runs; its target is written after the last of them. */
  endLink(): void {
    const { suffix = '' } = this.link?.text ?? {};
    this.link = undefined;
    if (suffix !== '') this.paragraph.text.add(suffix);
  }
}

type Actions = Readonly<Record<string, (state: SlideState, attributes: XmlAttributes) => void>>;

const TITLES = wordSet('title ctrTitle');
/** Repeated on every slide, or a picture of another one. */
const FURNITURE = wordSet('dt ftr sldNum hdr sldImg');
/** Placeholders whose paragraphs have a bullet unless they say otherwise. */
const BULLETED: ReadonlySet<string | undefined> = new Set(['body', 'obj', '']);

const MAX_DEPTH = 5;

const openShape = (state: SlideState): void => {
  state.shape = { isTitle: false, texts: [], numbering: createSlideNumbering() };
};

const closeShape = (state: SlideState): void => {
  const { shape } = state;
  const { placeholder = '' } = shape ?? {};
  if (shape?.rows) shape.table = { rows: spreadMerged(shape.rows) };
  if (shape && !FURNITURE.has(placeholder)) state.shapes.push(shape);
  if (shape && (placeholder === 'ftr' || placeholder === 'hdr')) {
    state.footers.push(...shape.texts.map(({ text }) => text));
  }
  state.shape = undefined;
};

const describe = (state: SlideState, attributes: XmlAttributes): void => {
  const text = attributes['descr'] ?? '';
  if (!isAlternativeText(text)) return;
  const described = { text, isItem: false, depth: 0 };
  if (state.isPicture) state.shapes.push({ isTitle: false, texts: [described] });
};

const draw = (state: SlideState, attributes: XmlAttributes, key: string): void => {
  const id = attribute(attributes, key);
  const { shape } = state;
  if (!shape || id === undefined) return;
  shape.drawn = [...(shape.drawn ?? []), ...state.context.drawingOf(id)];
};

const isSet = (attributes: XmlAttributes, name: string): boolean =>
  ['1', 'true'].includes(attributes[name] ?? '');

const setFont = ({ run }: SlideState, attributes: XmlAttributes): void => {
  const font = symbolFontOf(attributes['typeface']);
  if (font !== undefined) run.font = font;
};

const readRun = (attributes: XmlAttributes): Run => {
  const shift = Number.parseFloat(attributes['baseline'] ?? '0') || 0;
  const strike = attributes['strike'] ?? 'noStrike';
  return {
    isStruck: strike !== 'noStrike',
    ...(shift !== 0 && { position: shift > 0 ? ('raised' as const) : ('lowered' as const) }),
  };
};

/** The action of each element when it opens, by its local name. */
const ON_OPEN: Actions = {
  sp: openShape,
  graphicFrame: openShape,
  pic: (state) => (state.isPicture = true),
  cNvPr: describe,
  chart: (state, attributes) => draw(state, attributes, 'id'),
  relIds: (state, attributes) => draw(state, attributes, 'dm'),
  oleObj: ({ context }) => context.leftOut.add('embeddedObject'),
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
    state.isMergedAcross = isSet(attributes, 'hMerge');
    if (state.isMergedDown || state.isMergedAcross) state.isSkipped = true;
  },
  p: (state) => (state.paragraph = newParagraph(BULLETED.has(state.shape?.placeholder))),
  pPr: ({ paragraph }, attributes) =>
    (paragraph.depth = Math.min(MAX_DEPTH, Number(attributes['lvl'] ?? 0) || 0)),
  buNone: ({ paragraph }) => (paragraph.isItem = false),
  buChar: ({ paragraph }) => (paragraph.isItem = true),
  buAutoNum: ({ paragraph }, attributes) => {
    paragraph.isItem = true;
    const start = Number(attributes['startAt'] ?? 1) || 1;
    paragraph.number = { type: attributes['type'] ?? 'arabicPeriod', start };
  },
  r: (state) => (state.run = { isStruck: false }),
  rPr: (state, attributes) => (state.run = readRun(attributes)),
  latin: setFont,
  sym: setFont,
  br: ({ paragraph }) => paragraph.text.add(' '),
  hlinkClick: ({ run }, attributes) => {
    run.link = attribute(attributes, 'id') ?? '';
  },
  fld: (state, attributes) => {
    state.isSkipped = /^(?:slidenum|datetime)/.test(attributes['type'] ?? '');
    state.run = { isStruck: false };
  },
  t: (state) => (state.isText = true),
};

const closeParagraph = (state: SlideState): void => {
  state.endLink();
  const { paragraph, shape, cell } = state;
  const { text: runs, number, ...described } = paragraph;
  const text = runs.value;
  state.paragraph = newParagraph(false);
  const isEmpty = text.trim() === '';
  const { isItem, depth } = described;
  if (shape && isItem && !number && !isEmpty) shape.numbering.interrupt(depth);
  if (shape && !isItem && !isEmpty) shape.numbering.interrupt(0);
  const label = shape && number && !isEmpty ? shape.numbering.next(depth, number) : undefined;
  if (cell) cell.push(label === undefined ? text : `${label} ${text}`);
  else shape?.texts.push({ text, ...described, ...(label !== undefined && { label }) });
};

const ON_CLOSE: Actions = {
  sp: closeShape,
  graphicFrame: closeShape,
  pic: (state) => (state.isPicture = false),
  tc: (state) => {
    const rows = state.shape?.rows ?? [];
    const row = rows.at(-1);
    // A cell merged downwards is repeated in each of its rows, so that every row makes sense on its own.
    const above = state.isMergedDown ? rows.at(-2)?.[row?.length ?? 0] : undefined;
    row?.push(state.isMergedAcross ? undefined : (above ?? (state.cell ?? []).join(' ')));
    state.cell = undefined;
    state.isSkipped = false;
  },
  p: closeParagraph,
  r: (state) => (state.run = { isStruck: false }),
  fld: (state) => (state.isSkipped = false),
  t: (state) => (state.isText = false),
};

// As maps, because an element in a file may have the name of a property that every object has.
const open = new Map(Object.entries(ON_OPEN));
const close = new Map(Object.entries(ON_CLOSE));
