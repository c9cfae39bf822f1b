import { attribute, readLocalXml } from '../../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { addBlocks, oneLine } from '../../parser.js';
import type { Block } from '../../parsed-document.js';
import { withPage } from './pages.js';
import { integerAt, type OpenPdf } from './pdfium.js';
import type { XmlNode } from '../../office/xml-tree.js';

/** `NeedsRendering`: the pages only ask the reader to wait, and Adobe Reader replaces them with the form. */
const SHOWN_BY_READER_ALONE = 2;

/** True if the pages have form fields of their own, and so show the form. */
const SHOWN_ON_PAGES = 3;

/** The texts, fields and entries of an Adobe XFA form, in order; null for a PDF whose pages show everything. */
export const readXfaForm = (pdf: OpenPdf): Block[] | null => {
  const type = pdf.pdfium._FPDF_GetFormType(pdf.document);
  const isUnseen = type === SHOWN_BY_READER_ALONE || (type === SHOWN_ON_PAGES && !hasFields(pdf));
  if (!isUnseen) return null;
  const { templates, data } = readParts(readPackets(pdf));
  const blocks: Block[] = [];
  const place = { data, root: data, blocks, visits: { count: 0 } };
  for (const template of templates) {
    for (const node of template.children) visit(node, place);
  }
  return blocks;
};

const FIELD = 20;
const MAX_ANNOTATIONS = 10_000;

const hasFields = (pdf: OpenPdf): boolean => {
  const { pdfium, document } = pdf;
  const isField = (page: number, index: number): boolean => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) return false;
    const type = pdfium._FPDFAnnot_GetSubtype(annotation);
    pdfium._FPDFPage_CloseAnnot(annotation);
    return type === FIELD;
  };
  for (let number = 1; number <= pdfium._FPDF_GetPageCount(document); number += 1) {
    const found = withPage(pdf, number, (page) => {
      const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
      return Array.from({ length: count }, (_, at) => at).some((at) => isField(page, at));
    });
    if (found) return true;
  }
  return false;
};

const readPackets = ({ pdfium, document }: OpenPdf): string => {
  const packets: string[] = [];
  let bytes = 0;
  const count = pdfium._FPDF_GetXFAPacketCount(document);
  for (let index = 0; index < count; index += 1) {
    pdfium._FPDF_GetXFAPacketContent(document, index, 0, 0, pdfium.scratch);
    const length = integerAt(pdfium, 0);
    bytes += length;
    if (bytes > PARSER_LIMITS.archivePartBytes) throw parseFailure('document_too_complex');
    if (length <= 0) continue;
    const address = pdfium._malloc(length);
    try {
      pdfium._FPDF_GetXFAPacketContent(document, index, address, length, pdfium.scratch);
      packets.push(Buffer.from(pdfium.HEAPU8.subarray(address, address + length)).toString('utf8'));
    } finally {
      pdfium._free(address);
    }
  }
  return packets.join('\n');
};

type Parts = { templates: XmlNode[]; data: XmlNode | undefined };

const readParts = (xml: string): Parts => {
  const found: Parts = { templates: [], data: undefined };
  const open: XmlNode[] = [];
  let formatted: XmlNode | undefined;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const parent = open.at(-1);
      const node = { name, attributes, children: [], text: '' };
      // Formatted text: the contents of its elements are part of its text, in order.
      if (formatted === undefined) parent?.children.push(node);
      if (name === 'exData') formatted ??= node;
      if (name === 'template') found.templates.push(node);
      if (name === 'data' && parent?.name === 'datasets') found.data ??= node;
      open.push(node);
    },
    text: (text) => {
      const node = formatted ?? open.at(-1);
      if (node) node.text += text;
    },
    close: (name) => {
      if (open.pop() === formatted) formatted = undefined;
      else if (formatted && /^(?:p|br|li|div)$/u.test(name)) formatted.text += '\n';
    },
  });
  return found;
};

/** The part of the filled-in data that a part of the form shows, and where its first part begins. */
type Place = {
  data: XmlNode | undefined;
  root: XmlNode | undefined;
  blocks: Block[];
  visits: { count: number };
};

/** Nested parts that each repeat for all data would never end. */
const MAX_VISITS = 1_000_000;

const visit = (node: XmlNode, place: Place): void => {
  place.visits.count += 1;
  if (place.visits.count > MAX_VISITS) throw parseFailure('document_too_complex');
  if (/^(?:hidden|invisible|inactive)$/u.test(node.attributes['presence'] ?? '')) return;
  switch (node.name) {
    case 'subform':
    case 'subformSet':
    case 'area':
      for (const data of dataOf(node, place)) {
        for (const child of node.children) visit(child, { ...place, data });
      }
      return;
    case 'exclGroup':
      visitChoice(node, place);
      return;
    case 'draw':
      addText(place, paragraphsOf(child(node, 'value')));
      return;
    case 'field':
      addLine(place, fieldLine(node, place));
      return;
    default:
  }
};

/** A part is shown once for each of its name in the data; if there are none because the form is empty, it is shown once. */
const dataOf = (node: XmlNode, { data, root }: Place): (XmlNode | undefined)[] => {
  const { name } = node.attributes;
  const bind = child(node, 'bind')?.attributes ?? {};
  if (name === undefined || bind['match'] === 'none') return [data];
  const found =
    bind['match'] === 'dataRef' ? refer(bind['ref'], { data, root }) : named(data, name);
  if (found.length > 0) return found;
  const isOptional = child(node, 'occur')?.attributes['min'] === '0';
  return isOptional && root !== undefined ? [] : [undefined];
};

const named = (data: XmlNode | undefined, name: string): XmlNode[] =>
  data?.children.filter((one) => one.name === name) ?? [];

/** `$.customer.name[*]` from here, `$record.customer` from the start of the data. */
const refer = (ref = '', { data, root }: Pick<Place, 'data' | 'root'>): XmlNode[] => {
  const [start = '', ...names] = ref.replace(/\[[^\]]*\]/gu, '').split('.');
  if (!start.startsWith('$')) names.unshift(start);
  const begin = /^\$(?:record|data)$/u.test(start) ? root?.children[0] : data;
  return names.reduce<XmlNode[]>(
    (found, name) => found.flatMap((one) => named(one, name)),
    begin === undefined ? [] : [begin],
  );
};

const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((one) => one.name === name);

/** The lines of a value, plain or formatted. */
const paragraphsOf = (value: XmlNode | undefined): string[] =>
  (value?.children ?? [])
    .filter(({ name }) => name !== 'image')
    .flatMap(({ text }) => text.split('\n'))
    .map(oneLine)
    .filter((line) => line !== '');

const TICKED = '☑';
const UNTICKED = '☐';

const fieldLine = (field: XmlNode, place: Place): string => {
  const control = child(field, 'ui')?.children.map(({ name }) => name) ?? [];
  if (control.includes('button') || control.includes('passwordEdit')) return '';
  const caption = captionOf(field);
  const value = valueOf(field, place);
  if (control.includes('checkButton')) {
    const isTicked = value !== '' && value === (itemsOf(field, '1')[0] ?? itemsOf(field)[0] ?? '1');
    return `${isTicked ? TICKED : UNTICKED} ${caption}`;
  }
  const shown = displayed(field, value);
  if (caption === '' || shown === '') return caption + shown;
  return `${caption.replace(/\s*:$/u, '')}: ${shown}`;
};

const captionOf = (field: XmlNode): string =>
  paragraphsOf(child(child(field, 'caption'), 'value')).join(' ');

const valueOf = (field: XmlNode, place: Place): string => {
  const [entered] = dataOf(field, place);
  const isEntered = entered !== undefined && entered !== place.data;
  const lines = isEntered ? [entered.text] : paragraphsOf(child(field, 'value'));
  return oneLine(lines.join(' '));
};

/** The choices of a list: the texts that are shown, or (`save`) the values that are stored for them. */
const itemsOf = (field: XmlNode, save?: '1'): string[] =>
  field.children
    .filter(({ name, attributes }) => name === 'items' && attribute(attributes, 'save') === save)
    .flatMap(({ children }) => children.map(({ text }) => oneLine(text)));

const displayed = (field: XmlNode, value: string): string =>
  itemsOf(field)[itemsOf(field, '1').indexOf(value)] ?? value;

const visitChoice = (group: XmlNode, place: Place): void => {
  const [chosen] = dataOf(group, place);
  const value = chosen === undefined || chosen === place.data ? '' : oneLine(chosen.text);
  for (const field of group.children.filter(({ name }) => name === 'field')) {
    const isChosen = value !== '' && itemsOf(field).includes(value);
    addLine(place, `${isChosen ? TICKED : UNTICKED} ${captionOf(field)}`);
  }
};

const addText = ({ blocks }: Place, paragraphs: readonly string[]): void =>
  addBlocks(
    blocks,
    paragraphs.map((text) => ({ text, kind: 'paragraph' })),
  );

/** Fields below each other become one list. */
const addLine = ({ blocks }: Place, line: string): void => {
  if (line.trim() === '') return;
  const last = blocks.at(-1);
  if (last?.kind === 'list') last.text += `\n${line}`;
  else addBlocks(blocks, [{ text: line, kind: 'list' }]);
};
