import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { Fragment, type ComponentChild, type ComponentChildren } from 'preact';

type Props = {
  text: string;
  /** Shows what stands for a mark such as [1] in the text. */
  renderMark: (number: number) => ComponentChild;
};

/** Markdown as elements; no string of HTML ever exists. HTML in it is text, and pictures are never loaded. */
export const Markdown = ({ text, renderMark }: Props) => {
  const tree = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return <>{renderChildren(tree, renderMark)}</>;
};

type RenderMark = Props['renderMark'];

const renderChildren = (node: Parents, mark: RenderMark): ComponentChildren =>
  node.children.map((child, index) => <Fragment key={index}>{renderNode(child, mark)}</Fragment>);

const renderNode = (node: Nodes, mark: RenderMark): ComponentChildren => {
  switch (node.type) {
    case 'text':
      return renderText(node.value, mark);
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
      return renderText(node.value, mark);
    case 'table':
      return renderTable(node, mark);
    case 'linkReference':
      return renderReference(node, mark);
    default:
      return 'children' in node ? renderChildren(node, mark) : null;
  }
};

const MARK = /\[(\d{1,3})\]/u;

const renderText = (value: string, mark: RenderMark): ComponentChildren =>
  value
    .split(MARK)
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 0 ? part : mark(Number(part))}</Fragment>
    ));

/** `[1][2]` reads as a link with a label; to us it is two marks. */
const renderReference = (
  node: Extract<Nodes, { type: 'linkReference' }>,
  mark: RenderMark,
): ComponentChildren => {
  const numbers = [node.label ?? ''].filter((label) => /^\d{1,3}$/u.test(label)).map(Number);
  return (
    <>
      {renderChildren(node, mark)}
      {numbers.map((number) => mark(number))}
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

const renderTable = (node: Extract<Nodes, { type: 'table' }>, mark: RenderMark) => {
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
