import { addBlocks, linesInItem, oneLine, type Parser } from '../../parser.js';
import type { fromMarkdown } from 'mdast-util-from-markdown';
import type { Block } from '../../parsed-document.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { readText } from '../../decode-text.js';
import { isContentsTitle } from '../../mark-boilerplate.js';
import { MARKDOWN_LIMITS, refuseManyLines } from '../../line-limits.js';
import { LinkText } from '../../link-target.js';
import { lowerText, raiseText } from '../../raised-text.js';
import { toCell } from '../../table-blocks.js';
import { htmlToBlocks } from '../html/read-html.js';
import { STRUCK_WARNING } from '../html/unread.js';
import { withBarTables } from './pandoc-tables.js';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root['children'][number];
type Inline = Extract<Node, { type: 'paragraph' }>['children'][number];

const FRONT_MATTER = /^---\n(?:(?!---\n)[^\n]*\n){0,200}---\n/u;

export const read: Parser['read'] = async ({ bytes }) => {
  const { text: whole, warnings } = readText(bytes);
  refuseManyLines(whole, MARKDOWN_LIMITS);
  const source = withBarTables(whole.replace(FRONT_MATTER, ''));
  refuseDeep(source);
  const hasPictures = /!\[|<img[\s/>]/iu.test(source);
  const mayBeStruck = /~~|<(?:del|s|strike)[\s>]/iu.test(source);
  const body: Block[] = [];
  let isStruck = false;
  // Only one tree at a time is in memory.
  for (const piece of toPieces(source)) {
    const tree = await parseTree(piece);
    if (piece.includes('__')) restoreNames(tree, piece);
    const { children } = tree;
    addBlocks(body, children.flatMap(toBlocks));
    isStruck ||= mayBeStruck && hasStruck(children);
  }
  const headings = body.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
  const title = [readTitle(whole), ...headings].find(
    (named) => named !== undefined && !isContentsTitle(named),
  );
  return {
    blocks: [...frontMatter(whole), ...body],
    pageCount: null,
    hasPictures,
    title,
    warnings: isStruck ? [...warnings, STRUCK_WARNING] : warnings,
  };
};

const parseTree = async (source: string): Promise<Root> => {
  const [{ fromMarkdown }, table, { gfmTable }, strikethrough, { gfmStrikethrough }] =
    await Promise.all([
      import('mdast-util-from-markdown'),
      import('mdast-util-gfm-table'),
      import('micromark-extension-gfm-table'),
      import('mdast-util-gfm-strikethrough'),
      import('micromark-extension-gfm-strikethrough'),
    ]);
  return fromMarkdown(source, {
    // Some authors use one tilde to lower a letter, others for "about".
    extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false })],
    mdastExtensions: [table.gfmTableFromMarkdown(), strikethrough.gfmStrikethroughFromMarkdown()],
  });
};

/** The lines between the marks, such as the author and the version. */
const frontMatter = (source: string): Block[] => {
  const lines = FRONT_MATTER.exec(source)?.[0].split('\n').slice(1, -2) ?? [];
  const text = lines.filter((line) => line.trim() !== '' && !/^\s*#/u.test(line)).join('\n');
  return text === '' ? [] : [{ text, kind: 'paragraph', keepsLines: true }];
};

/** With or without quotation marks; a comment may follow. */
const TITLE =
  /^title:[ \t]{0,20}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'|>&*!{[#][^\n#]{0,300}))/imu;

const readTitle = (source: string): string | undefined => {
  const [, ...written] = TITLE.exec(FRONT_MATTER.exec(source)?.[0] ?? '') ?? [];
  return written.find(Boolean);
};

/** The list and quote markers at the start of a line; each of them opens a level. */
const CONTAINERS = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*/u;
const MARKER = />|[-*+](?=[ \t])|[.)](?=[ \t])/gu;
const MAX_DEPTH = 100;

/** Checked before the syntax tree is built, because that takes quadratic time in the depth. */
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
      return [{ text: headingOf(node.children), kind: 'heading', level: node.depth }];
    case 'paragraph':
      return [{ text: textOf(node.children), kind: 'paragraph' }];
    case 'code':
      return [{ text: node.value, kind: 'code' }];
    case 'list':
      return [
        {
          text: listLines(node, 0).join('\n'),
          kind: 'list',
          ...(isContents(node) && { isBoilerplate: true }),
        },
      ];
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

const textOf = (children: readonly Inline[]): string => oneLine(inlineText(children));

type AnyNode = { type: string; value?: string; children?: readonly AnyNode[] };

const hasStruck = (nodes: readonly AnyNode[]): boolean =>
  nodes.some(
    ({ type, value = '', children = [] }) =>
      type === 'delete' || (type === 'html' && STRUCK_TAG.test(value)) || hasStruck(children),
  );

const STRUCK_TAG = /<(?:del|s|strike)[\s>]/iu;

/** A badge next to the name of a project does not belong to the name, and neither does its anchor. */
const headingOf = (children: readonly Inline[]): string =>
  (textOf(withoutLinks(children.filter((node) => !isPicture(node)))) || textOf(children)).replace(
    ANCHOR,
    '',
  );

/** `{#fees}` and `{#fees .wide}`, as Pandoc, Hugo and Docusaurus write them after a title. */
const ANCHOR = /(?<=\S)\s*\{#[\w:.-]{1,100}(?:\s+[.#][\w:.-]{1,100})*\s*\}$/u;

/** A title is a name, without the targets of its links. */
const withoutLinks = (children: readonly Inline[]): Inline[] =>
  children.flatMap((node) => (node.type === 'link' ? withoutLinks(node.children) : [node]));

const isPicture = (node: Inline): boolean =>
  node.type === 'image' ||
  node.type === 'imageReference' ||
  ((node.type === 'link' || node.type === 'linkReference') && node.children.every(isPicture));

/** Markdown handles the tags in a paragraph one by one; if there are any, the paragraph is read as HTML. */
const inlineText = (children: readonly Inline[]): string => {
  const written = (node: Inline, at: number): string => {
    const sign = signOf(children, at);
    return `${sign}${plainText(node)}${sign}`;
  };
  if (!children.some(({ type }) => type === 'html')) return children.map(written).join('');
  const source = children.map((node, at) =>
    node.type === 'html' ? node.value : escape(written(node, at)),
  );
  return htmlToBlocks(source.join(''))
    .blocks.map(({ text }) => text)
    .join(' ');
};

/** Asterisks that are signs and not emphasis: `40*30*25 cm`, `2**8**2`, `l*b*h`. */
const signOf = (children: readonly Inline[], at: number): string => {
  const [before, node, after] = [children[at - 1], children[at], children[at + 1]];
  const sign = node?.type === 'emphasis' ? '*' : node?.type === 'strong' ? '**' : '';
  if (!node || sign === '' || before?.type !== 'text' || after?.type !== 'text') return '';
  const isBetween = (letters: RegExp, next: RegExp): boolean =>
    letters.test(before.value) && next.test(after.value);
  const isFactor = isBetween(/[\p{L}\p{N})]$/u, /^[\p{L}\p{N}(]/u) && FACTOR.test(plainText(node));
  return isFactor || isBetween(/\p{N}$/u, /^\p{N}/u) ? sign : '';
};

const FACTOR = /^[\p{L}\p{N}]{1,3}$/u;

/** Names in programs that begin and end with underscores, which Markdown reads as emphasis: `__retry_limit__`, `__init__.py`. */
const restoreNames = ({ children }: { children?: PlacedNode[] }, source: string): void => {
  for (const [at, node] of (children ?? []).entries()) {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const written = node.type === 'strong' ? source.slice(start, end) : '';
    const isName = NAME.test(written) || (WORD.test(written) && CALL.test(source.slice(end)));
    if (children && isName) children[at] = { type: 'text', value: written };
    else restoreNames(node, source);
  }
};

type Offset = { offset?: number | undefined };

type PlacedNode = {
  type: string;
  value?: string;
  children?: PlacedNode[];
  position?: { start: Offset; end: Offset } | undefined;
};

/** With an underscore inside it is a name; without one only what follows can show that, because it may be a bold word. */
const NAME = /^__[a-z]\w*_\w*__$/iu;
const WORD = /^__[a-z]\w*__$/iu;
const CALL = /^(?:\(|\.[a-z])/iu;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plainText = (node: Inline): string => {
  if (node.type === 'text') return shiftScripts(node.value);
  if ('value' in node) return node.value;
  if (node.type === 'delete') return '';
  if ('children' in node) return inlineText(node.children) + targetOf(node);
  if (node.type === 'break') return ' ';
  return 'alt' in node ? (node.alt ?? '') : '';
};

/** The target of a link that contains words; a link that contains only pictures is a badge. */
const targetOf = (node: Inline): string => {
  if (node.type !== 'link' || isPicture(node)) return '';
  const link = new LinkText(node.url);
  link.add(inlineText(node.children));
  return link.suffix;
};

/** `9^3^` and `H~2~O`, as Pandoc writes them. */
const shiftScripts = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\p{N})])\^([\p{L}\p{N}+−-]{1,12})\^/gu, (_, raised: string) =>
      raiseText(raised),
    )
    .replace(/(?<=\p{L})~(\d{1,3})~/gu, (_, lowered: string) => lowerText(lowered));

type List = Extract<Node, { type: 'list' }>;

/** A list of several links to places in the same document, and nothing else. */
const isContents = (list: List): boolean => countAnchors(list) > 1;

/** NaN if an item, or an item of a list inside it, is more than one such link. */
const countAnchors = (list: List): number =>
  list.children
    .map(({ children: [first, ...rest] }) => {
      const inner = rest.map((node) => (node.type === 'list' ? countAnchors(node) : NaN));
      return inner.reduce((sum, count) => sum + count, isAnchor(first) ? 1 : NaN);
    })
    .reduce((sum, count) => sum + count, 0);

const isAnchor = (node: Node | undefined): boolean => {
  if (node?.type !== 'paragraph') return false;
  const [link, ...others] = node.children;
  return link?.type === 'link' && link.url.startsWith('#') && others.length === 0;
};

const listLines = (list: List, depth: number): string[] =>
  list.children.flatMap((item, position) => {
    const marker = list.ordered ? `${(list.start ?? 1) + position}. ` : '- ';
    let isFirst = true;
    return item.children.flatMap((child) => {
      if (child.type === 'list') return listLines(child, depth + 1);
      return toBlocks(child).flatMap(({ text, kind }) => {
        const hasLines = kind === 'code' || kind === 'table';
        const [line = '', ...others] = hasLines ? text.split('\n') : [text.replace(/\n/gu, ' ')];
        if (!isFirst && hasLines) return linesInItem([line, ...others], depth);
        const own = '  '.repeat(depth) + (isFirst ? marker : '  ') + line;
        isFirst = false;
        return [own, ...linesInItem(others, depth)];
      });
    });
  });

const tableLines = (table: Extract<Node, { type: 'table' }>): string[] =>
  table.children.map((row) =>
    row.children.map((cell) => toCell(textOf(cell.children))).join(' | '),
  );

/** A syntax tree takes up to 10 KB per line, so no tree has more than this many lines if a heading allows a split. */
const PIECE_LINES = 5_000;

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/u;
const HEADING = /^#{1,6}(?:[ \t]|$)/u;

/** The addresses that links refer to by name, anywhere in the text. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,2000}$/gmu;
const MAX_DEFINITIONS = 2_000;

/** A long Markdown text in pieces that begin at headings, each with all link definitions; refuses a text that cannot be split anywhere. */
const toPieces = (source: string): string[] => {
  const pieces = partAtHeadings(source);
  if (pieces.length === 1) return pieces;
  const definitions = (source.match(DEFINITION) ?? []).slice(0, MAX_DEFINITIONS).join('\n');
  return definitions === '' ? pieces : pieces.map((piece) => `${piece}\n\n${definitions}`);
};

const partAtHeadings = (source: string): string[] => {
  const pieces: string[] = [];
  let from = 0;
  let lines = 0;
  let isFenced = false;
  for (let start = 0; start < source.length;) {
    const next = source.indexOf('\n', start);
    const end = next === -1 ? source.length : next;
    const beginning = source.slice(start, Math.min(end, start + 10));
    if (FENCE.test(beginning)) isFenced = !isFenced;
    if (lines >= PIECE_LINES && !isFenced && HEADING.test(beginning)) {
      pieces.push(source.slice(from, start));
      from = start;
      lines = 0;
    }
    lines += 1;
    if (lines > PARSER_LIMITS.markdownLinesInOne) throw parseFailure('document_too_complex');
    start = end + 1;
  }
  return [...pieces, source.slice(from)];
};
