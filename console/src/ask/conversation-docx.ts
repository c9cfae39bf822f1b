import type { Nodes, PhrasingContent } from 'mdast';
import { toTree } from '../ui/markdown-tree.js';
import type { Written } from './written-conversation.js';
import { toZip } from './zip.js';

/** The conversation as a Word document: a heading for each question, the answer's own structure below it, then its sources. */
export const toDocx = ({ title, turns }: Written, sources: string): Uint8Array<ArrayBuffer> => {
  const body = [
    paragraph(run(title), 'Title'),
    ...turns.flatMap(({ question, answer, sources: named }) => [
      paragraph(run(question), 'Heading1'),
      ...toTree(answer).children.flatMap((node) => toBlocks(node, '')),
      ...(named.length === 0 ? [] : [paragraph(run(sources), 'Heading2')]),
      ...named.map((one) => paragraph(run(one))),
    ]),
  ];
  const document = `${XML}<w:document xmlns:w="${WORD}"><w:body>${body.join('')}</w:body></w:document>`;
  return toZip([
    { name: '[Content_Types].xml', text: CONTENT_TYPES },
    { name: '_rels/.rels', text: relations('officeDocument', 'word/document.xml') },
    { name: 'word/_rels/document.xml.rels', text: relations('styles', 'styles.xml') },
    { name: 'word/styles.xml', text: STYLES },
    { name: 'word/document.xml', text: document },
  ]);
};

/** What has no place of its own in a letter, such as a rule, is left out; a table's cells stay cells. */
const toBlocks = (node: Nodes, before: string): string[] => {
  switch (node.type) {
    case 'paragraph':
      return [paragraph(run(before) + node.children.map((child) => inline(child, '')).join(''))];
    case 'heading':
      return [paragraph(node.children.map((child) => inline(child, '')).join(''), 'Heading2')];
    case 'code':
      return [paragraph(run(node.value, MONOSPACE))];
    case 'html':
      return [paragraph(run(node.value))];
    case 'list':
      return node.children.flatMap((item, index) =>
        item.children.flatMap((child, place) =>
          toBlocks(child, place > 0 ? '' : node.ordered ? `${(node.start ?? 1) + index}. ` : '• '),
        ),
      );
    case 'blockquote':
      return node.children.flatMap((child) => toBlocks(child, ''));
    case 'table':
      return [
        `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr>${node.children.map(tableRow).join('')}</w:tbl>`,
      ];
    default:
      return [];
  }
};

const tableRow = ({ children }: Extract<Nodes, { type: 'tableRow' }>): string =>
  `<w:tr>${children
    .map((cell) => {
      const text = cell.children.map((child) => inline(child, '')).join('');
      return `<w:tc>${paragraph(text)}</w:tc>`;
    })
    .join('')}</w:tr>`;

const inline = (node: PhrasingContent, properties: string): string => {
  switch (node.type) {
    case 'text':
    case 'html':
      return run(node.value, properties);
    case 'inlineCode':
      return run(node.value, properties + MONOSPACE);
    case 'strong':
      return node.children.map((child) => inline(child, `${properties}<w:b/>`)).join('');
    case 'emphasis':
      return node.children.map((child) => inline(child, `${properties}<w:i/>`)).join('');
    case 'link':
    case 'linkReference':
    case 'delete':
      return node.children.map((child) => inline(child, properties)).join('');
    case 'break':
      return '<w:r><w:br/></w:r>';
    case 'image':
    case 'imageReference':
      return run(node.alt ?? '', properties);
    default:
      return '';
  }
};

const MONOSPACE = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>';

const run = (text: string, properties = ''): string => {
  if (text === '') return '';
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escape(line)}</w:t>`);
  const look = properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
  return `<w:r>${look}${lines.join('<w:br/>')}</w:r>`;
};

const paragraph = (runs: string, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`;

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

// Control characters are not allowed in XML, however they are written.
const escape = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t]|\p{Surrogate}|[\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => NAMED[sign] ?? sign);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const relations = (type: string, target: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${PART}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${PART}.styles+xml"/></Types>`;

const style = (id: string, name: string, size: number): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:spacing w:before="240" w:after="80"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`;

const line = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:color="8D8F86"/>`;

const STYLES = `${XML}<w:styles xmlns:w="${WORD}">${style('Title', 'Title', 40)}${style('Heading1', 'heading 1', 30)}${style('Heading2', 'heading 2', 24)}<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(line).join('')}</w:tblBorders></w:tblPr></w:style></w:styles>`;
