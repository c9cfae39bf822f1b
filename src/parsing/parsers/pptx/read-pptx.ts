import { readChart } from '../../office/charts.js';
import { readDiagram } from '../../office/diagrams.js';
import { leftOutWarnings, type LeftOut } from '../../office/left-out.js';
import {
  linksOf,
  readLocalXml,
  readXmlPackage,
  relationshipsOf,
  requirePart,
  type XmlPackage,
} from '../../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Block } from '../../parsed-document.js';
import { oneLine, type Parser } from '../../parser.js';
import { slideBlocks, type SlideText } from '../../slide-blocks.js';
import { readSlide, type Slide } from './slide.js';
import { MAIN_PARTS } from '../../office/main-parts.js';

const READ_PARTS =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|notesSlides\/[^/]+\.xml|(?:charts|diagrams)\/[^/]+\.xml)$/i;
const PRESENTATION = MAIN_PARTS.pptx;

export const read: Parser['read'] = async ({ bytes }) => {
  const archive = await readXmlPackage(bytes, READ_PARTS);
  const relationships = relationshipsOf(archive, PRESENTATION);
  const ids = slideIds(requirePart(archive, PRESENTATION));
  if (ids.length > PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
  const leftOut = new Set<LeftOut>();
  const footers = new Set<string>();
  const slides = ids.flatMap((id, index): Block[] => {
    const path = relationships.get(id)?.target ?? '';
    const slide = readPart(archive, path, leftOut);
    if (slide.isHidden) {
      leftOut.add('hiddenSlides');
      return [];
    }
    for (const footer of slide.footers) footers.add(oneLine(footer));
    const notes = notesOf(archive, path, leftOut);
    return slideBlocks({ page: index + 1, shapes: slide.shapes, notes });
  });
  return {
    blocks: [...footerBlock(footers, slides), ...slides],
    pageCount: ids.length,
    hasPictures: archive.hasPictures,
    warnings: leftOutWarnings(leftOut),
  };
};

/** Footers apply to all slides; one that a slide contains itself is not repeated. */
const footerBlock = (footers: ReadonlySet<string>, slides: readonly Block[]): Block[] => {
  const known = new Set(slides.map(({ text }) => text));
  const lines = [...footers].filter((footer) => footer !== '' && !known.has(footer));
  if (lines.length === 0 || slides.length === 0) return [];
  return [{ text: lines.join('\n'), kind: 'paragraph', keepsLines: true, page: 1 }];
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

const readPart = (archive: XmlPackage, path: string, leftOut: Set<LeftOut>): Slide => {
  const relationships = relationshipsOf(archive, path);
  const drawingOf = (id: string): Block[] => {
    const { type, target } = relationships.get(id) ?? { type: '', target: '' };
    const xml = archive.parts.get(target);
    if (xml === undefined) return [];
    if (type === 'diagramData') return readDiagram(xml);
    const { blocks, isEmpty } = readChart(xml);
    if (isEmpty) leftOut.add('emptyChart');
    return blocks;
  };
  const links = linksOf(archive, path);
  const linkOf = (id: string): string => links.get(id) ?? '';
  return readSlide(requirePart(archive, path), { drawingOf, linkOf, leftOut });
};

const notesOf = (archive: XmlPackage, slide: string, leftOut: Set<LeftOut>): SlideText[] => {
  const parts = [...relationshipsOf(archive, slide).values()];
  const notes = parts.find(({ type }) => type === 'notesSlide');
  if (notes === undefined || !archive.parts.has(notes.target)) return [];
  const texts = readPart(archive, notes.target, leftOut).shapes.flatMap((shape) => shape.texts);
  return texts.map((text) => ({ ...text, isItem: false }));
};
