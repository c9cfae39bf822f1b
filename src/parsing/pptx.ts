import type { Block } from './parsed-document.js';
import { parseFailure } from './parse-failure.js';
import { PARSER_LIMITS, type Parser } from './parser.js';
import { readSlide } from './pptx-slide.js';
import { relationshipsOf } from './relationships.js';
import { slideBlocks, type SlideText } from './slide-blocks.js';
import {
  attribute,
  localName,
  readXml,
  readXmlPackage,
  requirePart,
  type XmlPackage,
} from './xml.js';

const READ_PARTS =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|notesSlides\/[^/]+\.xml)$/i;
const PRESENTATION = 'ppt/presentation.xml';

/** PPTX by its slides, each a page and a chapter, with tables and speaker's notes; hidden slides count as pages but are not read. */
export const pptx: Parser = async ({ bytes }) => {
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
