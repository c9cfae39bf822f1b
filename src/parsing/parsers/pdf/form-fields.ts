import { oneLine } from '../../parser.js';
import type { Box } from './frames.js';
import type { PageLink } from './links.js';
import { floatAt, readBytes, readString, withKey, type OpenPdf, type Pdfium } from './pdfium.js';

/** A text that was typed into a field or onto the page, with its place. */
export type Entry = Box & {
  text: string;
  /** The name of the field, for a field without printed words next to it. */
  name: string;
};

export type Annotations = {
  entries: Entry[];
  struck: Box[];
  links: PageLink[];
  /** A sign on the page indicates an attached file. */
  hasFiles: boolean;
};

const LINK = 2;
const FREE_TEXT = 3;
const STRIKE_OUT = 12;
const FILE = 17;
const WIDGET = 20;
/** Flags of annotations that are hidden or not meant to be viewed. */
const UNSEEN_FLAGS = 2 | 32;
const MAX_ANNOTATIONS = 5_000;

/** Reads what people have added to a page: the values of its fields, texts typed onto it, and marks that strike out words. */
export const readAnnotations = (pdf: OpenPdf, page: number): Annotations => {
  const { pdfium } = pdf;
  const found: Annotations = { entries: [], struck: [], links: [], hasFiles: false };
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      readAnnotation(pdf, annotation, found);
    } finally {
      pdfium._FPDFPage_CloseAnnot(annotation);
    }
  }
  return found;
};

const readAnnotation = (pdf: OpenPdf, annotation: number, found: Annotations): void => {
  const { pdfium } = pdf;
  if ((pdfium._FPDFAnnot_GetFlags(annotation) & UNSEEN_FLAGS) !== 0) return;
  const type = pdfium._FPDFAnnot_GetSubtype(annotation);
  if (type === FILE) found.hasFiles = true;
  if (type === STRIKE_OUT) found.struck.push(...readMarks(pdfium, annotation));
  if (type === LINK) found.links.push(...readLink(pdf, annotation));
  if (type !== FREE_TEXT && type !== WIDGET) return;
  const text =
    type === WIDGET ? readField(pdf, annotation) : readKey(pdfium, annotation, 'Contents');
  const entry = {
    ...readBox(pdfium, annotation),
    name: type === WIDGET ? nameOf(pdf, annotation) : '',
  };
  if (text.trim() !== '') found.entries.push({ ...entry, text });
};

/** The type of an action that opens an address. */
const URI = 3;

/** Empty for a place in the same file. */
const readLink = ({ pdfium, document }: OpenPdf, annotation: number): PageLink[] => {
  const action = pdfium._FPDFLink_GetAction(pdfium._FPDFAnnot_GetLink(annotation));
  if (action === 0 || pdfium._FPDFAction_GetType(action) !== URI) return [];
  const target = readBytes(pdfium, (address, length) =>
    pdfium._FPDFAction_GetURIPath(document, action, address, length),
  );
  return target === '' ? [] : [{ ...readBox(pdfium, annotation), target }];
};

const readKey = (pdfium: Pdfium, annotation: number, name: 'Contents' | 'AS'): string =>
  withKey(pdfium, name, (key) =>
    readString(pdfium, (address, length) =>
      pdfium._FPDFAnnot_GetStringValue(annotation, key, address, length),
    ),
  );

const CHECK_BOX = 2;
const RADIO = 3;
const CHOICE = 4;
const LIST = 5;
const TEXT = 6;
const PASSWORD = 1 << 13;

/** The signs for a ticked box and for an unticked one. */
const TICKED = '☑';
const UNTICKED = '☐';

const readField = ({ pdfium, form }: OpenPdf, annotation: number): string => {
  const type = pdfium._FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === CHECK_BOX || type === RADIO) {
    return isTicked({ pdfium, form }, annotation) ? TICKED : UNTICKED;
  }
  if (type !== TEXT && type !== CHOICE && type !== LIST) return '';
  const isSecret = (pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0;
  if (isSecret && type === TEXT) return '';
  const selected = type === TEXT ? [] : readSelected({ pdfium, form }, annotation);
  if (selected.length > 0) return selected.join(', ');
  return readString(pdfium, (address, length) =>
    pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, address, length),
  );
};

/** Decided by how the box is painted, which is what a reader sees; by its value if the file does not say. */
const isTicked = ({ pdfium, form }: Fields, annotation: number): boolean => {
  const painted = readKey(pdfium, annotation, 'AS');
  if (painted !== '') return painted !== 'Off';
  return pdfium._FPDFAnnot_IsChecked(form, annotation) === 1;
};

type Fields = Pick<OpenPdf, 'pdfium' | 'form'>;

const MAX_OPTIONS = 1_000;

/** The labels of the chosen options, because the value alone may be only a code. */
const readSelected = ({ pdfium, form }: Fields, annotation: number): string[] => {
  const count = Math.min(pdfium._FPDFAnnot_GetOptionCount(form, annotation), MAX_OPTIONS);
  const chosen: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (pdfium._FPDFAnnot_IsOptionSelected(form, annotation, index) !== 1) continue;
    chosen.push(
      readString(pdfium, (address, length) =>
        pdfium._FPDFAnnot_GetOptionLabel(form, annotation, index, address, length),
      ),
    );
  }
  return chosen;
};

/** The author's name for a field: the description for people, or without one the name for programs. */
const nameOf = ({ pdfium, form }: OpenPdf, annotation: number): string => {
  const spoken = readString(pdfium, (address, length) =>
    pdfium._FPDFAnnot_GetFormFieldAlternateName(form, annotation, address, length),
  );
  if (spoken.trim() !== '') return oneLine(spoken);
  return oneLine(
    readString(pdfium, (address, length) =>
      pdfium._FPDFAnnot_GetFormFieldName(form, annotation, address, length),
    ),
  );
};

const readBox = (pdfium: Pdfium, annotation: number): Box => {
  pdfium._FPDFAnnot_GetRect(annotation, pdfium.scratch);
  const [left, top, right, bottom] = [0, 1, 2, 3].map((at) => floatAt(pdfium, at)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    left: Math.min(left, right),
    right: Math.max(left, right),
    bottom: Math.min(top, bottom),
    top: Math.max(top, bottom),
  };
};

const MAX_MARKS = 200;

/** One box for each line that the mark runs through. */
const readMarks = (pdfium: Pdfium, annotation: number): Box[] => {
  const count = Math.min(pdfium._FPDFAnnot_CountAttachmentPoints(annotation), MAX_MARKS);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    pdfium._FPDFAnnot_GetAttachmentPoints(annotation, index, pdfium.scratch);
    const points = Array.from({ length: 8 }, (__, at) => floatAt(pdfium, at));
    const [xs, ys] = [0, 1].map((axis) => points.filter((___, at) => at % 2 === axis));
    return {
      left: Math.min(...(xs ?? [])),
      right: Math.max(...(xs ?? [])),
      bottom: Math.min(...(ys ?? [])),
      top: Math.max(...(ys ?? [])),
    };
  });
};
