import { posix } from 'node:path';
import { readChart } from '../../office/charts.js';
import { readDiagram } from '../../office/diagrams.js';
import { leftOutWarnings, type LeftOut } from '../../office/left-out.js';
import { marginBlock } from '../../office/margins.js';
import {
  linksOf,
  readMetadataTitle,
  readXmlPackage,
  relationshipsOf,
  requirePart,
  type XmlPackage,
} from '../../office-xml.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { addBlocks, type Parser } from '../../parser.js';
import { shownMargins } from './margins.js';
import { createNumbering } from './numbering.js';
import { createPages } from './pages.js';
import { readStories, type StoryContext } from './reader.js';
import { readStyles } from './styles.js';
import { MAIN_PARTS } from '../../office/main-parts.js';

const MAIN = MAIN_PARTS.docx;

const READ_PARTS =
  /^(?:word\/(?:_rels\/)?(?:document|styles|settings|numbering|footnotes|endnotes|(?:header|footer)[^/]*)\.xml(?:\.rels)?|word\/(?:charts|diagrams)\/[^/]+\.xml|docProps\/(?:app|core)\.xml)$/;

export const read: Parser['read'] = async ({ bytes }) => {
  const archive = await readXmlPackage(bytes, READ_PARTS);
  const { parts, hasPictures } = archive;
  const leftOut = new Set<LeftOut>();
  const blocks: Block[] = [];
  const { body, margins, pageCount } = readParts(archive, leftOut);
  addBlocks(blocks, marginBlock(margins, body));
  addBlocks(blocks, body);
  return {
    blocks: pageCount === null ? withoutPages(blocks) : blocks,
    pageCount,
    hasPictures,
    title: readMetadataTitle(parts.get('docProps/core.xml')),
    warnings: leftOutWarnings(leftOut),
  };
};

const readParts = (archive: XmlPackage, leftOut: Set<LeftOut>) => {
  const { parts } = archive;
  const main = requirePart(archive, MAIN);
  const styles = readStyles(parts.get('word/styles.xml'));
  const numbering = createNumbering(parts.get('word/numbering.xml'), styles);
  const pages = createPages(main, parts.get('docProps/app.xml'));
  const contextOf = (part: string): StoryContext => {
    const relationships = relationshipsOf(archive, part);
    const drawingOf = (id: string): readonly Block[] => {
      const target = relationships.get(id)?.target ?? '';
      return readDrawing(target, parts.get(target), leftOut);
    };
    const links = linksOf(archive, part);
    const linkOf = (id: string): string => links.get(id) ?? '';
    const shared = { styles, numbering, leftOut, drawingOf, linkOf };
    // Pages are counted in the body only.
    return { ...shared, pages: createPages('', ''), noteOf: () => [] };
  };
  const storiesOf = (part: string, each?: string): Map<string, Block[]> =>
    readStories(parts.get(part) ?? '', contextOf(part), each);
  const notes = new Map([
    ['footnote', storiesOf('word/footnotes.xml', 'footnote')],
    ['endnote', storiesOf('word/endnotes.xml', 'endnote')],
  ]);
  const relationships = relationshipsOf(archive, MAIN);
  const context = contextOf(MAIN);
  const body = readStories(main, {
    ...context,
    pages,
    noteOf: (kind, id) => onPage(notes.get(kind)?.get(id), pages.current),
    drawingOf: (id) => onPage(context.drawingOf(id), pages.current),
  });
  const margins = shownMargins(main, parts.get('word/settings.xml')).flatMap((id) => {
    const part = relationships.get(id)?.target ?? '';
    const found = readStories(parts.get(part) ?? '', {
      ...contextOf(part),
      marksPageNumbers: true,
    });
    return [...found.values()].flat();
  });
  return { body: [...body.values()].flat(), margins, pageCount: pages.count() };
};

const onPage = (blocks: readonly Block[] = [], page: number): Block[] =>
  blocks.map((block) => ({ ...block, page }));

const readDrawing = (
  path: string,
  xml: string | undefined,
  leftOut: Set<LeftOut>,
): readonly Block[] => {
  if (xml === undefined) return [];
  if (posix.basename(posix.dirname(path)) === 'diagrams') return readDiagram(xml);
  const { blocks, isEmpty } = readChart(xml);
  if (isEmpty) leftOut.add('emptyChart');
  return blocks;
};
