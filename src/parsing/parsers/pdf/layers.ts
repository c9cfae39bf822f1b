import { parseFailure } from '../../parse-failure.js';
import { integerAt, withKey, type OpenPdf, type Pdfium } from './pdfium.js';

/** For the objects of one page: whether the file switches off the layer (optional content) that they belong to. */
export type LayerTest = {
  /** The last of `parents` is the form that contains the object; the first one is on the page itself. */
  isOff: (object: number, parents: readonly number[]) => boolean;
  /** True for a form that is in a switched-off layer as a whole: the sign is that none of its text is drawn. */
  isFormOff: (object: number, parents: readonly number[]) => boolean;
  close: () => void;
};

const TEXT = 1;
const FORM = 5;
const MAX_DEPTH = 6;
const MAX_OBJECTS = 200_000;
/** How many objects of a document are drawn alone; layers that are still unknown then count as shown. */
const MAX_DRAWN = 1_000;

/**
 * PDFium draws only what is shown, but has no function that says what that is. So the first object of a layer is drawn alone: if the page
 * stays blank, but drawing it without its layer shows something, the layer is off. The result is stored for the whole document.
 */
export const createLayerTest = (pdf: OpenPdf, page: number): LayerTest => {
  const { pdfium, layers } = pdf;
  const layerOf = createNames(pdf);
  let canvas: Canvas | undefined;
  const showsAlone = (object: number, parents: readonly number[]): boolean => {
    layers.drawn += 1;
    canvas ??= createCanvas(pdf, page);
    return canvas.hasInk([...parents, object]);
  };
  return {
    isOff: (object, parents) => {
      const count = pdfium._FPDFPageObj_CountMarks(object);
      if (count <= 0) return false;
      const marks = Array.from({ length: count }, (_, at) =>
        pdfium._FPDFPageObj_GetMark(object, at),
      );
      const own = marks.filter((mark) => layerOf(object, mark) !== undefined);
      if (own.length === 0) return false;
      const key = own.map((mark) => layerOf(object, mark)).join(' ');
      const known = layers.off.get(key);
      if (known !== undefined || layers.drawn >= MAX_DRAWN) return known ?? false;
      if (showsAlone(object, parents)) layers.off.set(key, false);
      else {
        for (const mark of own) pdfium._FPDFPageObj_RemoveMark(object, mark);
        // If it is blank without a layer as well, it is white space or cut off, and another object has to decide.
        if (showsAlone(object, parents)) layers.off.set(key, true);
      }
      return layers.off.get(key) ?? false;
    },
    isFormOff: (object, parents) => {
      if (!layers.mayHoldForms || layers.drawn >= MAX_DRAWN) return false;
      const inner = [...withInner(pdfium, object)];
      return (
        inner.some((one) => isPainted(pdfium, one)) && !showsAlone(object, [...parents, ...inner])
      );
    },
    close: () => canvas?.close(),
  };
};

/** Letters that are painted; those below the picture of a scan are not. */
const isPainted = (pdfium: Pdfium, object: number): boolean =>
  pdfium._FPDFPageObj_GetType(object) === TEXT &&
  !UNPAINTED.has(pdfium._FPDFTextObj_GetTextRenderMode(object));

const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);

const NAME_BYTES = 64;

/** The number of the layer that a mark puts an object into; undefined for any other mark. */
const createNames = ({ pdfium, document, layers }: OpenPdf) => {
  const names = new Map<number, number | undefined>();
  return (object: number, mark: number): number | undefined => {
    if (names.has(mark)) return names.get(mark);
    const isLayer = markName(pdfium, mark) === 'OC';
    const number = isLayer ? withKey(pdfium, TAG, (key) => numberOf(key, mark, object)) : undefined;
    names.set(mark, number);
    return number;
  };
  /** All marks of a layer share one dictionary: a number written into it identifies the layer. */
  function numberOf(key: number, mark: number, object: number): number | undefined {
    const { scratch } = pdfium;
    if (pdfium._FPDFPageObjMark_GetParamIntValue(mark, key, scratch) === 1) {
      return integerAt(pdfium, 0);
    }
    layers.count += 1;
    pdfium._FPDFPageObjMark_SetIntParam(document, object, mark, key, layers.count);
    return layers.count;
  }
};

const TAG = 'LayerNumber';

const markName = (pdfium: Pdfium, mark: number): string => {
  const { scratch } = pdfium;
  const [text, length] = [scratch + 8, scratch];
  if (pdfium._FPDFPageObjMark_GetName(mark, text, NAME_BYTES, length) === 0) return '';
  const bytes = Math.min(integerAt(pdfium, 0), NAME_BYTES);
  return Buffer.from(pdfium.HEAPU8.subarray(text, text + bytes))
    .toString('utf16le')
    .replace(/\0.*$/su, '');
};

type Canvas = {
  /** True if these objects alone draw anything. */
  hasInk: (objects: readonly number[]) => boolean;
  close: () => void;
};

/** In dots, for the longer side. */
const CANVAS_SIDE = 1_200;
const BGRA = 4;

/** The page without any of its objects; some of them are drawn on it at a time. */
const createCanvas = ({ pdfium }: OpenPdf, page: number): Canvas => {
  const [width, height] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)];
  const scale = CANVAS_SIDE / Math.max(width, height, 1);
  const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const [across = 1, up = 1] = size;
  const bitmap = pdfium._FPDFBitmap_CreateEx(across, up, BGRA, 0, 0);
  if (bitmap === 0) throw parseFailure('parser_out_of_memory');
  const all = [...onPage(pdfium, page)];
  const setActive = (objects: readonly number[], isActive: 0 | 1): void => {
    for (const object of objects) pdfium._FPDFPageObj_SetIsActive(object, isActive);
  };
  setActive(all, 0);
  return {
    hasInk: (objects) => {
      setActive(objects, 1);
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, across, up, 0);
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, up, 0, 0);
      setActive(objects, 0);
      const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
      const dots = (pdfium._FPDFBitmap_GetStride(bitmap) / 4) * up;
      return new Uint32Array(pdfium.HEAPU8.buffer, start, dots).some((dot) => dot !== 0);
    },
    close: () => {
      setActive(all, 1);
      pdfium._FPDFBitmap_Destroy(bitmap);
    },
  };
};

function* onPage(pdfium: Pdfium, page: number): Generator<number> {
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS);
  const budget = { left: MAX_OBJECTS };
  for (let index = 0; index < count; index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    yield object;
    yield* withInner(pdfium, object, { budget, depth: 0 });
  }
}

type Bounds = { budget: { left: number }; depth: number };

/** What a form contains, and what the forms in it contain. */
function* withInner(
  pdfium: Pdfium,
  form: number,
  { budget, depth }: Bounds = { budget: { left: MAX_OBJECTS }, depth: 0 },
): Generator<number> {
  if (depth > MAX_DEPTH || pdfium._FPDFPageObj_GetType(form) !== FORM) return;
  const count = pdfium._FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count && budget.left > 0; index += 1) {
    budget.left -= 1;
    const object = pdfium._FPDFFormObj_GetObject(form, index);
    yield object;
    yield* withInner(pdfium, object, { budget, depth: depth + 1 });
  }
}
