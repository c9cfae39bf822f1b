import { readLocalXml, type XmlAttributes } from '../office-xml.js';

/** A small part of a file as a tree, with local names: a formula, a chart, a drawing made from data. */
export type XmlNode = {
  name: string;
  attributes: XmlAttributes;
  children: XmlNode[];
  /** The text directly in it. */
  text: string;
};

/** A whole part of a file as a tree. */
export const readXmlTree = (xml: string): XmlNode | undefined => {
  const builder = createTreeBuilder();
  let tree: XmlNode | undefined;
  readLocalXml(xml, {
    open: builder.open,
    text: builder.text,
    close: () => (tree = builder.close() ?? tree),
  });
  return tree;
};

/** Builds trees from what is read between the start of an element and its end. */
export const createTreeBuilder = () => {
  const open: XmlNode[] = [];
  return {
    open: (name: string, attributes: XmlAttributes): void => {
      const node: XmlNode = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    text: (text: string): void => {
      const node = open.at(-1);
      if (node) node.text += text;
    },
    /** Returns the outermost element once it is complete. */
    close: (): XmlNode | undefined => {
      const node = open.pop();
      return open.length === 0 ? node : undefined;
    },
  };
};

export const childOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.find((child) => child.name === name);

/** All elements with this name below a node, in order; of nested ones only the outermost. */
export const findAll = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => (child.name === name ? [child] : findAll(child, name)));

/** The first element at the end of a path of names. */
export const findPath = (node: XmlNode | undefined, path: string): XmlNode | undefined =>
  path.split('/').reduce<XmlNode | undefined>((found, name) => found && childOf(found, name), node);
