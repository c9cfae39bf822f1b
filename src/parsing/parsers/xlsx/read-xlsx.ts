import { readChart } from '../../office/charts.js';
import { readDiagram } from '../../office/diagrams.js';
import { leftOutWarnings, uncalculatedWarnings, type LeftOut } from '../../office/left-out.js';
import { marginBlock, PAGE_NUMBER } from '../../office/margins.js';
import {
  linksOf,
  readXmlPackage,
  relationshipsOf,
  requirePart,
  type XmlPackage,
} from '../../office-xml.js';
import { parseFailure } from '../../parse-failure.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import type { Parser } from '../../parser.js';
import { slideBlocks } from '../../slide-blocks.js';
import { sheetBlocks } from '../../sheet-blocks.js';
import { readSlide } from '../pptx/slide.js';
import { readSheet } from './sheet.js';
import { readSharedStrings, readStyles, readWorkbook, type Workbook } from './workbook.js';
import { MAIN_PARTS } from '../../office/main-parts.js';

const READ_PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml|(?:worksheets|drawings)\/_rels\/[^/]+\.rels|(?:drawings|charts|diagrams)\/[^/]+\.xml)$/i;
const WORKBOOK = MAIN_PARTS.xlsx;

export const read: Parser['read'] = async ({ bytes }) => {
  const archive = await readXmlPackage(bytes, READ_PARTS);
  const { sheets, is1904, hasHidden } = readWorkbook(requirePart(archive, WORKBOOK));
  const relationships = relationshipsOf(archive, WORKBOOK);
  const leftOut = new Set<LeftOut>(hasHidden ? ['hiddenCells'] : []);
  const workbook: Workbook = {
    is1904,
    leftOut,
    strings: readSharedStrings(archive.parts.get('xl/sharedStrings.xml') ?? '', leftOut),
    styles: readStyles(archive.parts.get('xl/styles.xml') ?? ''),
  };
  const margins: Block[] = [];
  let uncalculated = 0;
  const blocks = sheets.flatMap(({ name, relationship }): Block[] => {
    const target = relationships.get(relationship);
    if (!target) throw parseFailure('document_corrupt');
    if (target.type !== 'worksheet') return [];
    const links = linksOf(archive, target.target);
    const sheet = readSheet(requirePart(archive, target.target), workbook, links);
    uncalculated += sheet.uncalculated;
    const content = [...sheetBlocks(sheet.cells), ...drawnOn(archive, target.target, leftOut)];
    if (content.length === 0) return [];
    for (const margin of sheet.margins)
      margins.push({ text: marginText(margin), kind: 'paragraph' });
    return [{ text: name, kind: 'heading', level: 1, opens: 'sheet' }, ...content];
  });
  const printed = withoutPages(marginBlock(margins, blocks));
  return {
    blocks: [...printed, ...blocks],
    pageCount: null,
    hasPictures: archive.hasPictures,
    warnings: [...leftOutWarnings(leftOut), ...uncalculatedWarnings(uncalculated)],
  };
};

/** Codes in headers and footers: `&C` begins the middle, `&"Arial,Bold"` and `&12` are fonts, `&K00-020` is a colour, `&P` is the page. */
const marginText = (margin: string): string =>
  margin
    .replace(/&[LCR]/gu, '\n')
    .replace(/&"[^"]*"|&\d{1,3} ?|&K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|&[BIUESXYOHGDTFZA]/giu, '')
    .replace(/&[PN](?:[+-]\d+)?/gu, PAGE_NUMBER)
    .replaceAll('&&', '&');

/** The charts, diagrams, text boxes and picture texts above the cells. */
const drawnOn = (archive: XmlPackage, sheet: string, leftOut: Set<LeftOut>): Block[] => {
  const drawings = [...relationshipsOf(archive, sheet).values()].filter(
    ({ type }) => type === 'drawing',
  );
  return drawings.flatMap(({ target }) => {
    const xml = archive.parts.get(target);
    if (xml === undefined) return [];
    const parts = relationshipsOf(archive, target);
    const drawingOf = (id: string): Block[] => {
      const part = parts.get(id) ?? { type: '', target: '' };
      const content = archive.parts.get(part.target);
      if (content === undefined) return [];
      if (part.type === 'diagramData') return readDiagram(content);
      const { blocks, isEmpty } = readChart(content);
      if (isEmpty) leftOut.add('emptyChart');
      return blocks;
    };
    const links = linksOf(archive, target);
    const linkOf = (id: string): string => links.get(id) ?? '';
    const { shapes } = readSlide(xml, { drawingOf, linkOf, leftOut });
    // The first block is a heading, which the sheet already has.
    return withoutPages(slideBlocks({ page: 1, shapes, notes: [] }).slice(1));
  });
};
