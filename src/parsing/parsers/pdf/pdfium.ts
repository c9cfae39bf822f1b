import type { Readings } from '../../ocr/readings.js';
import { parseFailure } from '../../parse-failure.js';

/** The functions of PDFium that we call. Every handle and every address is a number; 0 means none. */
const FUNCTIONS = [
  'PDFium_Init',
  'FPDF_LoadMemDocument FPDF_CloseDocument FPDF_GetLastError FPDF_GetPageCount FPDF_GetMetaText',
  'FPDF_LoadPage FPDF_ClosePage FPDF_GetPageBoundingBox FPDFPage_CountObjects FPDFPage_GetObject',
  'FPDFText_LoadPage FPDFText_ClosePage FPDFText_CountChars FPDFText_GetUnicode FPDFText_GetFontSize',
  'FPDFText_IsGenerated FPDFText_HasUnicodeMapError FPDFText_GetTextObject FPDFText_GetMatrix',
  'FPDFText_GetCharOrigin FPDFText_GetLooseCharBox',
  'FPDFPageObj_GetType FPDFPageObj_GetBounds FPDFPageObj_GetMatrix FPDFPageObj_GetFillColor',
  'FPDFPageObj_HasTransparency FPDFPageObj_GetStrokeWidth FPDFFormObj_CountObjects FPDFFormObj_GetObject',
  'FPDFImageObj_GetImageDataRaw FPDFTextObj_GetFont FPDFTextObj_GetTextRenderMode FPDFFont_GetFlags',
  'FPDFPath_GetDrawMode FPDFPath_CountSegments FPDFPath_GetPathSegment',
  'FPDFPathSegment_GetPoint FPDFPathSegment_GetType FPDFPathSegment_GetClose',
  'FPDFDoc_GetAttachmentCount FPDF_GetFormType FPDF_GetXFAPacketCount FPDF_GetXFAPacketContent',
  'FPDFBookmark_GetFirstChild FPDFBookmark_GetNextSibling FPDFBookmark_GetTitle FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction FPDFAction_GetDest FPDFDest_GetDestPageIndex FPDFAction_GetType',
  'FPDFAnnot_GetLink FPDFLink_GetAction FPDFAction_GetURIPath',
  'FPDFDOC_InitFormFillEnvironment FPDFDOC_ExitFormFillEnvironment',
  'FPDFPage_GetAnnotCount FPDFPage_GetAnnot FPDFPage_CloseAnnot FPDFAnnot_GetSubtype FPDFAnnot_GetRect',
  'FPDFAnnot_GetFlags FPDFAnnot_GetStringValue FPDFAnnot_CountAttachmentPoints',
  'FPDFAnnot_GetAttachmentPoints FPDFAnnot_GetFormFieldType FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldName FPDFAnnot_GetFormFieldAlternateName FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_IsChecked FPDFAnnot_GetOptionCount FPDFAnnot_GetOptionLabel FPDFAnnot_IsOptionSelected',
  'FPDFPageObj_CountMarks FPDFPageObj_GetMark FPDFPageObj_RemoveMark FPDFPageObj_SetIsActive',
  'FPDFPageObjMark_GetParamStringValue FPDFPageObjMark_GetName FPDFPageObjMark_GetParamIntValue FPDFPageObjMark_SetIntParam',
  'FPDF_GetPageWidthF FPDF_GetPageHeightF FPDF_PageToDevice FPDF_RenderPageBitmap FPDF_FFLDraw',
  'FPDFBitmap_CreateEx FPDFBitmap_FillRect FPDFBitmap_GetBuffer FPDFBitmap_GetStride FPDFBitmap_Destroy',
] as const;

type Words<List extends string> = List extends `${infer First} ${infer Others}`
  ? First | Words<Others>
  : List;
type FunctionName = Words<(typeof FUNCTIONS)[number]>;

type Memory = {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAP32: Int32Array;
  _malloc: (size: number) => number;
  _free: (address: number) => void;
};

type Functions = Record<`_${FunctionName}`, (...values: number[]) => number>;

export type Pdfium = Functions &
  Memory & {
    /** Memory for the values that a function returns by address. */
    scratch: number;
  };

/** An open document, and the form environment for reading its fields. */
export type OpenPdf = {
  pdfium: Pdfium;
  document: number;
  form: number;
  layers: Layers;
  /** What was read in the pictures of its pages, by their numbers. */
  readings?: Readings;
};

/** What is known about the layers of a document (optional content), and how many objects were drawn to find out. */
type Layers = {
  /** By the numbers of the layers that an object is in: true if one of them is switched off. */
  off: Map<string, boolean>;
  count: number;
  drawn: number;
  /** A form may be in a layer as a whole. */
  mayHoldForms: boolean;
};

const PASSWORD_ERROR = 4;

/** Opens a document while `work` runs. */
export const withPdf = async <Result>(
  bytes: Buffer,
  work: (pdf: OpenPdf) => Result,
): Promise<Result> => {
  const pdfium = await (loading ??= load());
  try {
    return withDocument(pdfium, bytes, work);
  } catch (error) {
    // After a trap its memory cannot be relied on.
    if (error instanceof Error && error.name === 'RuntimeError') loading = undefined;
    throw error;
  }
};

let loading: Promise<Pdfium> | undefined;

const SCRATCH_BYTES = 256;

const load = async (): Promise<Pdfium> => {
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const pdfium: object = await PDFiumModule({});
  if (!hasFunctions(pdfium)) throw parseFailure('parser_crashed');
  pdfium._PDFium_Init();
  return Object.assign(pdfium, { scratch: pdfium._malloc(SCRATCH_BYTES) });
};

/** The package declares types for only a few functions; the name of its memory is the same in each build of this kind. */
const hasFunctions = (pdfium: object): pdfium is Functions & Memory =>
  FUNCTIONS.flatMap((names) => names.split(' ')).every(
    (name) => typeof Reflect.get(pdfium, `_${name}`) === 'function',
  );

const withDocument = <Result>(
  pdfium: Pdfium,
  bytes: Buffer,
  work: (pdf: OpenPdf) => Result,
): Result => {
  const content = pdfium._malloc(bytes.length);
  if (content === 0) throw parseFailure('parser_out_of_memory');
  pdfium.HEAPU8.set(bytes, content);
  const document = pdfium._FPDF_LoadMemDocument(content, bytes.length, 0);
  try {
    if (document === 0) {
      const isLocked = pdfium._FPDF_GetLastError() === PASSWORD_ERROR;
      throw parseFailure(isLocked ? 'document_encrypted' : 'document_corrupt');
    }
    const layers = { off: new Map(), count: 0, drawn: 0, mayHoldForms: namesLayer(bytes) };
    return withForm({ pdfium, document, layers }, work);
  } finally {
    if (document !== 0) pdfium._FPDF_CloseDocument(document);
    pdfium._free(content);
  }
};

/** True for a file in which a form or a picture names its layer: their dictionaries are never compressed. */
const namesLayer = (bytes: Buffer): boolean => {
  for (let at = bytes.indexOf('/OC'); at !== -1; at = bytes.indexOf('/OC', at + 1)) {
    if (/[\s\d<]/u.test(String.fromCharCode(bytes[at + 3] ?? 0))) return true;
  }
  return false;
};

/** Memory for the structure that lists what a viewer can do; zeros mean that it can do nothing. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

const withForm = <Result>(
  { pdfium, document, layers }: Omit<OpenPdf, 'form'>,
  work: (pdf: OpenPdf) => Result,
): Result => {
  const info = pdfium._malloc(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAP32[info >> 2] = FORM_INFO_VERSION;
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  try {
    return work({ pdfium, document, form, layers });
  } finally {
    if (form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
    pdfium._free(info);
  }
};

/** No real title, name or value is longer. */
const MAX_STRING_BYTES = 400_000;

/** Writes a text to an address, and returns its length in bytes. */
type WriteText = (address: number, length: number) => number;

/** A text in UTF-16 that ends with a zero. */
export const readString = (pdfium: Pdfium, write: WriteText): string =>
  readText(pdfium, write, 'utf16le');

/** A text with one byte per letter, such as an address. */
export const readBytes = (pdfium: Pdfium, write: WriteText): string =>
  readText(pdfium, write, 'utf8');

const readText = (pdfium: Pdfium, write: WriteText, encoding: 'utf16le' | 'utf8'): string => {
  const length = write(0, 0);
  if (length < 2 || length > MAX_STRING_BYTES) return '';
  const address = pdfium._malloc(length);
  try {
    write(address, length);
    const written = Buffer.from(pdfium.HEAPU8.subarray(address, address + length));
    return written.toString(encoding).replace(/\0+$/u, '');
  } finally {
    pdfium._free(address);
  }
};

/** The same for functions that take the name of a key, which is ASCII. */
export const withKey = <Result>(
  pdfium: Pdfium,
  key: string,
  work: (address: number) => Result,
): Result => {
  const address = pdfium._malloc(key.length + 1);
  try {
    pdfium.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), address);
    return work(address);
  } finally {
    pdfium._free(address);
  }
};

/** The single-precision number at a place in the scratch memory, counted in steps of four bytes. */
export const floatAt = (pdfium: Pdfium, index: number): number =>
  pdfium.HEAPF32[(pdfium.scratch >> 2) + index] ?? 0;

/** The double-precision number at a place in the scratch memory, counted in steps of eight bytes. */
export const doubleAt = (pdfium: Pdfium, index: number): number =>
  pdfium.HEAPF64[(pdfium.scratch >> 3) + index] ?? 0;

export const integerAt = (pdfium: Pdfium, index: number): number =>
  pdfium.HEAP32[(pdfium.scratch >> 2) + index] ?? 0;
