import type { Box } from './frames.js';
import { createLayerTest, type LayerTest } from './layers.js';
import { floatAt, integerAt, type OpenPdf, type Pdfium } from './pdfium.js';

/** Red, green, blue, each up to 255. */
export type Colour = readonly [number, number, number];

/** A straight line parallel to one of the page's sides: part of a table, or under or through words. */
export type Rule = Box & { isAcross: boolean };

/** An area in one colour; a higher `order` is above a lower one. */
export type Fill = Box & { colour: Colour; order: number };

/** How a piece of text that a program wrote in one go is painted. */
export type Ink = {
  order: number;
  colour: Colour | null;
  isDrawn: boolean;
  /** In a layer that is switched off. */
  isOff?: true;
};

export type Drawings = {
  rules: Rule[];
  fills: Fill[];
  /** `object` is valid as long as the page is open. */
  pictures: (Box & { order: number; object: number })[];
  /** Areas whose colour is not known at every place. */
  tints: (Box & { order: number })[];
  inks: Map<number, Ink>;
  /** Paths that are more than lines and boxes, such as letters without a text. */
  shapes: number;
};

const TEXT = 1;
const PATH = 2;
const PICTURE = 3;
const SHADING = 4;
const FORM = 5;

const MAX_DEPTH = 6;
/** A page with more than this is a map or a plan, not a page to be read. */
const MAX_OBJECTS = 200_000;
const MAX_SEGMENTS = 40_000;

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

type Walk = {
  pdfium: Pdfium;
  layers: LayerTest;
  found: Drawings;
  objects: number;
  segments: number;
  /** The colours of text that was painted on the page. */
  painted: Set<string>;
  /** The colour that unpainted text would have; null before there is any. */
  unpainted: string | null;
  hasChanged: boolean;
};

/** Everything on a page except the letters themselves, and how its texts are painted. */
export const readDrawings = (pdf: OpenPdf, page: number): Drawings => {
  const { pdfium } = pdf;
  const found: Drawings = {
    rules: [],
    fills: [],
    pictures: [],
    tints: [],
    inks: new Map(),
    shapes: 0,
  };
  const layers = createLayerTest(pdf, page);
  const walk: Walk = {
    pdfium,
    layers,
    found,
    objects: 0,
    segments: 0,
    painted: new Set(),
    unpainted: null,
    hasChanged: false,
  };
  try {
    const count = pdfium._FPDFPage_CountObjects(page);
    for (let index = 0; index < count && walk.objects < MAX_OBJECTS; index += 1) {
      visit(walk, pdfium._FPDFPage_GetObject(page, index), TOP);
    }
  } finally {
    layers.close();
  }
  return found;
};

/** `parents`: the forms that contain an object, the outermost first. */
type Level = { matrix: Matrix; parents: readonly number[]; isOff: boolean };
const TOP: Level = { matrix: IDENTITY, parents: [], isOff: false };

const visit = (walk: Walk, object: number, level: Level): void => {
  const { pdfium, found } = walk;
  walk.objects += 1;
  const order = walk.objects;
  const type = pdfium._FPDFPageObj_GetType(object);
  const isOff = level.isOff || isSwitchedOff(walk, object, { type, level });
  if (type === TEXT) {
    found.inks.set(object, isOff ? { order, ...OFF } : { order, ...readInk(walk, object) });
  } else if (type === FORM && level.parents.length < MAX_DEPTH) {
    readForm(walk, object, { ...level, isOff });
  } else if (isOff) return;
  else if (type === PATH) readPath(walk, object, level.matrix);
  else if (type === PICTURE) {
    found.pictures.push({ ...boundsOf(pdfium, object, level.matrix), order, object });
  } else if (type === SHADING) {
    found.tints.push({ ...boundsOf(pdfium, object, level.matrix), order });
  }
};

const OFF = { colour: null, isDrawn: false, isOff: true } as const;

type Place = { type: number; level: Level };

const isSwitchedOff = ({ layers }: Walk, object: number, { type, level }: Place): boolean =>
  layers.isOff(object, level.parents) || (type === FORM && layers.isFormOff(object, level.parents));

const readForm = (walk: Walk, object: number, level: Level): void => {
  const { pdfium } = walk;
  const matrix = multiply(matrixOf(pdfium, object), level.matrix);
  const parents = [...level.parents, object];
  const count = pdfium._FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && walk.objects < MAX_OBJECTS; index += 1) {
    const inner = pdfium._FPDFFormObj_GetObject(object, index);
    visit(walk, inner, { matrix, parents, isOff: level.isOff });
  }
};

const matrixOf = (pdfium: Pdfium, object: number): Matrix => {
  if (pdfium._FPDFPageObj_GetMatrix(object, pdfium.scratch) === 0) return IDENTITY;
  const [a = 1, b = 0, c = 0, e = 1, x = 0, y = 0] = [0, 1, 2, 3, 4, 5].map((at) =>
    floatAt(pdfium, at),
  );
  return [a, b, c, e, x, y];
};

const multiply = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
];

const apply = (x: number, y: number, [a, b, c, d, e, f]: Matrix): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

const boundsOf = (pdfium: Pdfium, object: number, matrix: Matrix): Box => {
  const { scratch } = pdfium;
  pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [left, bottom, right, top] = [0, 1, 2, 3].map((at) => floatAt(pdfium, at)) as [
    number,
    number,
    number,
    number,
  ];
  return boxAround([apply(left, bottom, matrix), apply(right, top, matrix)]);
};

const boxAround = (points: readonly (readonly [number, number])[]): Box => {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box;
};

/** The fill colour of an object; null if it is a pattern or lets what is below show through. */
const colourOf = (pdfium: Pdfium, object: number): { colour: Colour | null; alpha: number } => {
  const { scratch } = pdfium;
  const isTold = pdfium._FPDFPageObj_GetFillColor(
    object,
    ...([scratch, scratch + 4, scratch + 8, scratch + 12] as const),
  );
  if (isTold === 0) return { colour: null, alpha: 255 };
  const [red, green, blue] = [0, 1, 2].map((at) => integerAt(pdfium, at)) as [
    number,
    number,
    number,
  ];
  return { colour: [red, green, blue], alpha: integerAt(pdfium, 3) };
};

/** Two of the ways to paint letters: only their outlines, and not at all. */
const OUTLINE = 1;
const INVISIBLE = 3;

/**
 * Nobody chooses colours for text that is not painted. If the colour changes in the middle of such text and returns to that of earlier
 * painted text, the program that wrote the file forgot to switch painting on again. In any other colour such text stays hidden.
 */
const readInk = (walk: Walk, object: number): Omit<Ink, 'order'> => {
  const { pdfium } = walk;
  const mode = pdfium._FPDFTextObj_GetTextRenderMode(object);
  const { colour, alpha } = colourOf(pdfium, object);
  const isPainted = mode !== INVISIBLE;
  const own = String(colour);
  walk.hasChanged = !isPainted && (walk.hasChanged || own !== (walk.unpainted ?? own));
  walk.unpainted = isPainted ? null : own;
  if (isPainted) walk.painted.add(own);
  const wasForgotten = walk.hasChanged && walk.painted.has(own);
  return {
    colour: mode === OUTLINE ? null : colour,
    isDrawn: (isPainted || wasForgotten) && alpha > MIN_ALPHA,
  };
};

const MIN_ALPHA = 8;
/** A box thinner than this, in units of the page, is a line. */
const MAX_THICKNESS = 3;
const SLANT = 0.7;

const readPath = (walk: Walk, object: number, outer: Matrix): void => {
  const { pdfium, found } = walk;
  const { scratch } = pdfium;
  pdfium._FPDFPath_GetDrawMode(object, scratch, scratch + 4);
  const [isFilled, isStroked] = [integerAt(pdfium, 0) !== 0, integerAt(pdfium, 1) !== 0];
  if (!isFilled && !isStroked) return;
  const { colour, alpha } = isFilled ? colourOf(pdfium, object) : NO_COLOUR;
  const isOpaque =
    alpha === 255 && colour !== null && pdfium._FPDFPageObj_HasTransparency(object) === 0;
  const matrix = multiply(matrixOf(pdfium, object), outer);
  for (const points of readParts(walk, object, matrix)) {
    const box = boxAround(points);
    const [width, height] = [box.right - box.left, box.top - box.bottom];
    const isThin = Math.min(width, height) < MAX_THICKNESS;
    if (points.length > BOX_POINTS) found.shapes += 1;
    if (isThin && Math.max(width, height) > MAX_THICKNESS && (isFilled || points.length === 2)) {
      found.rules.push({ ...box, isAcross: width > height });
      const thickness = isStroked ? strokeWidth(pdfium, object) : 0;
      // A line as thick as the height of letters is an area behind them.
      if (thickness > MIN_AREA) {
        found.tints.push({ ...widen(box, thickness / 2), order: walk.objects });
      }
      continue;
    }
    if (isStroked && points.length <= BOX_POINTS) addSides(found.rules, points);
    if (!isFilled) continue;
    const isBox = isOpaque && points.length <= BOX_POINTS;
    if (isBox) found.fills.push({ ...box, colour, order: walk.objects });
    else found.tints.push({ ...box, order: walk.objects });
  }
};

const BOX_POINTS = 6;
const MIN_AREA = 5;

const strokeWidth = (pdfium: Pdfium, object: number): number =>
  pdfium._FPDFPageObj_GetStrokeWidth(object, pdfium.scratch) === 0 ? 0 : floatAt(pdfium, 0);

const widen = ({ left, bottom, right, top }: Box, by: number): Box => ({
  left: left - by,
  bottom: bottom - by,
  right: right + by,
  top: top + by,
});

const NO_COLOUR = { colour: null, alpha: 0 };

/** The straight sides of a drawn box or of a line with corners. */
const addSides = (rules: Rule[], points: readonly (readonly [number, number])[]): void => {
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    if (next === undefined) return;
    const box = boxAround([point, next]);
    const [width, height] = [box.right - box.left, box.top - box.bottom];
    const isStraight = Math.min(width, height) < SLANT && Math.max(width, height) > MAX_THICKNESS;
    if (isStraight) rules.push({ ...box, isAcross: width > height });
  }
};

const CURVE = 1;
const MOVE = 2;

/** The points of each part of a path; a curve counts with all of its points, so it is not taken for a box. */
function* readParts(
  walk: Walk,
  object: number,
  matrix: Matrix,
): Generator<(readonly [number, number])[]> {
  const { pdfium } = walk;
  const { scratch } = pdfium;
  const count = pdfium._FPDFPath_CountSegments(object);
  let points: (readonly [number, number])[] = [];
  for (let index = 0; index < count && walk.segments < MAX_SEGMENTS; index += 1) {
    walk.segments += 1;
    const segment = pdfium._FPDFPath_GetPathSegment(object, index);
    const type = pdfium._FPDFPathSegment_GetType(segment);
    if (type === MOVE && points.length > 0) {
      yield points;
      points = [];
    }
    pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const point = apply(floatAt(pdfium, 0), floatAt(pdfium, 1), matrix);
    points.push(point);
    // Three of them make one curve; the additional points keep it from being taken for the side of a box.
    if (type === CURVE) points.push(point, point);
    const [first] = points;
    if (pdfium._FPDFPathSegment_GetClose(segment) === 1 && first) points.push(first);
  }
  if (points.length > 1) yield points;
}
