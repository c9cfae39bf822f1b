import { oneLine, type Parser } from '../parser.js';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Block } from '../parsed-document.js';
import { parseFailure } from '../parse-failure.js';
import { decodeText } from '../decode-text.js';
import { htmlToBlocks } from './html.js';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root['children'][number];
type Inline = Extract<Node, { type: 'paragraph' }>['children'][number];

const FRONT_MATTER = /^---\n(?:(?!---\n)[^\n]*\n){0,200}---\n/u;

/** Markdown (CommonMark and tables) by its syntax tree; front matter is dropped. */
export const markdown: Parser = async ({ bytes }) => {
  const source = decodeText(bytes).replace(FRONT_MATTER, '');
  refuseDeep(source);
  const tree = fromMarkdown(source, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const hasPictures = /!\[|<img[\s/>]/iu.test(source);
  return { blocks: tree.children.flatMap(toBlocks), pageCount: null, hasPictures };
};

/** The markers of lists and quotes in front of a line, which open one level each. */
const CONTAINERS = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*/u;
const MARKER = />|[-*+](?=[ \t])|[.)](?=[ \t])/gu;
const MAX_DEPTH = 100;

/** Looked at before the syntax tree, which takes a time that grows with the square of the depth. */
const refuseDeep = (source: string): void => {
  for (const line of source.split('\n')) {
    const prefix = CONTAINERS.exec(line)?.[0] ?? '';
    const markers = prefix.match(MARKER)?.length ?? 0;
    const indent = markers > 0 ? prefix.length - prefix.trimStart().length : 0;
    if (markers + indent / 2 > MAX_DEPTH) throw parseFailure('document_too_complex');
  }
};

const toBlocks = (node: Node): Block[] => {
  switch (node.type) {
    case 'heading':
      return [{ text: textOf(node.children), kind: 'heading', level: node.depth }];
    case 'paragraph':
      return [{ text: textOf(node.children), kind: 'paragraph' }];
    case 'code':
      return [{ text: node.value, kind: 'code' }];
    case 'list':
      return [{ text: listLines(node, 0).join('\n'), kind: 'list' }];
    case 'table':
      return [{ text: tableLines(node).join('\n'), kind: 'table' }];
    case 'blockquote':
      return node.children.flatMap(toBlocks);
    case 'html':
      return htmlToBlocks(node.value).blocks;
    default:
      return [];
  }
};

const textOf = (children: readonly Inline[]): string => oneLine(children.map(inlineText).join(''));

const inlineText = (node: Inline): string => {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if ('children' in node) return node.children.map(inlineText).join('');
  if (node.type === 'break') return ' ';
  return 'alt' in node ? (node.alt ?? '') : '';
};

const listLines = (list: Extract<Node, { type: 'list' }>, depth: number): string[] =>
  list.children.flatMap((item, position) => {
    const marker = list.ordered ? `${(list.start ?? 1) + position}. ` : '- ';
    let isFirst = true;
    return item.children.flatMap((child) => {
      if (child.type === 'list') return listLines(child, depth + 1);
      return toBlocks(child).map(({ text }) => {
        const line = '  '.repeat(depth) + (isFirst ? marker : '  ') + text.replace(/\n/gu, ' ');
        isFirst = false;
        return line;
      });
    });
  });

const tableLines = (table: Extract<Node, { type: 'table' }>): string[] =>
  table.children.map((row) => row.children.map((cell) => textOf(cell.children)).join(' | '));
