import type { Nodes, Parents } from 'mdast';
import { Fragment, type ComponentChild, type ComponentChildren } from 'preact';
import { toTree } from './markdown-tree.js';

/** A stretch of the text, as offsets in it, and how a piece of it is shown; it has several where emphasis or a mark interrupts it. */
export type Stretch = {
  start: number;
  end: number;
  show: (piece: ComponentChildren, place: { isFirst: boolean; isLast: boolean }) => ComponentChild;
};

type Props = {
  text: string;
  /** Shows what stands for a mark such as [1] in the text, at its offset. */
  renderMark: (number: number, at: number) => ComponentChild;
  /** In their order, none inside of another. */
  stretches?: readonly Stretch[];
};

/** Markdown as elements; no string of HTML ever exists. HTML in it is text, and pictures are never loaded. */
export const Markdown = ({ text, renderMark, stretches = [] }: Props) => {
  return <>{renderChildren(toTree(text), { renderMark, stretches })}</>;
};

type Shown = Required<Omit<Props, 'text'>>;

const renderChildren = (node: Parents, mark: Shown): ComponentChildren =>
  node.children.map((child, index) => <Fragment key={index}>{renderNode(child, mark)}</Fragment>);

const renderNode = (node: Nodes, mark: Shown): ComponentChildren => {
  switch (node.type) {
    case 'text':
      return renderText(node, mark);
    case 'paragraph':
      return <p>{renderChildren(node, mark)}</p>;
    case 'heading':
      return <h3>{renderChildren(node, mark)}</h3>;
    case 'emphasis':
      return <em>{renderChildren(node, mark)}</em>;
    case 'strong':
      return <strong>{renderChildren(node, mark)}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{renderChildren(node, mark)}</blockquote>;
    case 'list':
      return node.ordered === true ? (
        <ol start={node.start ?? 1}>{renderChildren(node, mark)}</ol>
      ) : (
        <ul>{renderChildren(node, mark)}</ul>
      );
    case 'listItem':
      return <li>{renderChildren(node, mark)}</li>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return renderLink(node.url, renderChildren(node, mark));
    case 'image':
      return node.alt ?? '';
    case 'html':
      return renderText(node, mark);
    case 'table':
      return renderTable(node, mark);
    case 'linkReference':
      return renderReference(node, mark);
    default:
      return 'children' in node ? renderChildren(node, mark) : null;
  }
};

const MARK = /\[(\d{1,3})\]/gu;

type TextNode = Extract<Nodes, { type: 'text' | 'html' }>;

/** A text, cut where a stretch begins or ends; one with escaped signs is not as long as it was written, and is not cut. */
const renderText = ({ value, position }: TextNode, mark: Shown): ComponentChildren => {
  const start = position?.start.offset ?? 0;
  const end = position?.end.offset ?? start + value.length;
  if (end - start !== value.length) return renderMarks(value, start, mark);
  const inside = mark.stretches.filter((one) => one.start < end && one.end > start);
  const cuts = [start, ...inside.flatMap((one) => [one.start, one.end]), end]
    .map((cut) => Math.min(Math.max(cut, start), end))
    .filter((cut, index, all) => all.indexOf(cut) === index);
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? start;
    const piece = renderMarks(value.slice(from - start, to - start), from, mark);
    const around = inside.find((one) => one.start <= from && to <= one.end);
    const place = { isFirst: from === around?.start, isLast: to === around?.end };
    return <Fragment key={from}>{around?.show(piece, place) ?? piece}</Fragment>;
  });
};

const renderMarks = (value: string, at: number, { renderMark }: Shown): ComponentChildren => {
  const pieces: ComponentChild[] = [];
  let end = 0;
  for (const match of value.matchAll(MARK)) {
    pieces.push(value.slice(end, match.index), renderMark(Number(match[1]), at + match.index));
    end = match.index + match[0].length;
  }
  return [...pieces, value.slice(end)].map((piece, index) => (
    <Fragment key={index}>{piece}</Fragment>
  ));
};

/** `[1][2]` reads as a link with a label; to us it is two marks. */
const renderReference = (
  node: Extract<Nodes, { type: 'linkReference' }>,
  mark: Shown,
): ComponentChildren => {
  const numbers = [node.label ?? ''].filter((label) => /^\d{1,3}$/u.test(label)).map(Number);
  return (
    <>
      {renderChildren(node, mark)}
      {numbers.map((number) => mark.renderMark(number, node.position?.start.offset ?? 0))}
    </>
  );
};

/** The web, mail and our own pages; any other address stays text. */
const renderLink = (url: string, content: ComponentChildren): ComponentChildren => {
  if (url.startsWith('/') && !url.startsWith('//')) return <a href={url}>{content}</a>;
  if (!/^(?:https?|mailto):/iu.test(url)) return content;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  );
};

const renderTable = (node: Extract<Nodes, { type: 'table' }>, mark: Shown) => {
  const [head, ...rows] = node.children;
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index} scope="col">
                {renderChildren(cell, mark)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.children.map((cell, index) => (
                <td key={index}>{renderChildren(cell, mark)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
