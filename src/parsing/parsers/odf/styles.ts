import type { Position } from '../../office/run-text.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';
import { readListLevel, type ListStyles } from './numbering.js';

type Style = {
  key: string;
  parent?: string;
  /** The name that users see. */
  shownName?: string;
  breaksBefore?: boolean;
  breaksAfter?: boolean;
  isHidden?: boolean;
  isStruck?: boolean;
  position?: Position | 'level';
  /** The list that its paragraphs are in; empty for none. */
  list?: string;
};

export type OdfStyles = {
  /** By family and name, `paragraph/Title`. */
  named: ReadonlyMap<string, Style>;
  lists: ListStyles;
};

/** The styles that a part defines, added to others that it knows. */
export const readStyles = (xml: string, known?: OdfStyles): OdfStyles => {
  const named = new Map(known?.named);
  const lists = new Map(known?.lists);
  let current: Style | undefined;
  let list = '';
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'style:style') {
        current = toStyle(attributes);
        named.set(current.key, current);
      } else if (name === 'text:list-style' || name === 'text:outline-style') {
        list = name === 'text:list-style' ? (attributes['style:name'] ?? '') : OUTLINE;
        lists.set(list, new Map());
      }
      if (list !== '') readListLevel(lists.get(list), name, attributes);
      if (current) readProperties(current, name, attributes);
    },
    close: (name) => {
      if (name === 'style:style') current = undefined;
      if (name === 'text:list-style' || name === 'text:outline-style') list = '';
    },
  });
  return { named, lists };
};

/** The list of a document's headings. */
const OUTLINE = 'Outline';

const toStyle = (attributes: XmlAttributes): Style => {
  const family = attributes['style:family'];
  const parent = attributes['style:parent-style-name'];
  const list = attributes['style:list-style-name'];
  const shownName = attributes['style:display-name'];
  return {
    key: styleKey(family, attributes['style:name']),
    ...(parent && { parent: styleKey(family, parent) }),
    ...(shownName !== undefined && { shownName }),
    ...(list !== undefined && { list }),
    // A paragraph that changes the page's design starts a page.
    breaksBefore: (attributes['style:master-page-name'] ?? '') !== '',
  };
};

const readProperties = (style: Style, name: string, attributes: XmlAttributes): void => {
  if (attributes['fo:break-before'] === 'page') style.breaksBefore = true;
  if (attributes['fo:break-after'] === 'page') style.breaksAfter = true;
  if (attributes['text:display'] === 'none' || attributes['table:display'] === 'false') {
    style.isHidden = true;
  }
  const line =
    attributes['style:text-line-through-type'] ?? attributes['style:text-line-through-style'];
  if (line !== undefined) style.isStruck = line !== 'none';
  const height = attributes['style:text-position'];
  if (height !== undefined) style.position = positionOf(height);
  if (name === 'style:drawing-page-properties') {
    style.isHidden = attributes['presentation:visibility'] === 'hidden';
  }
};

/** `super 58%`, or the shift upwards in percent. */
const positionOf = (height: string): Position | 'level' => {
  const shift = height.startsWith('super')
    ? 1
    : height.startsWith('sub')
      ? -1
      : Number.parseFloat(height);
  return shift > 0 ? 'raised' : shift < 0 ? 'lowered' : 'level';
};

const styleKey = (family = '', name = ''): string => `${family}/${name}`;

const MAX_ANCESTORS = 20;

/** The style with this name and those it is based on, nearest first. */
export const styleChain = (
  { named }: OdfStyles,
  family: string,
  name: string | undefined,
): Style[] => {
  const chain: Style[] = [];
  let key = name === undefined ? undefined : styleKey(family, name);
  while (key !== undefined && chain.length < MAX_ANCESTORS) {
    const style: Style = named.get(key) ?? { key };
    chain.push(style);
    key = style.parent;
  }
  return chain;
};

/** True if the style, or one that it is based on, hides its text. */
export const isHiddenStyle = (...style: Parameters<typeof styleChain>): boolean =>
  styleChain(...style).some(({ isHidden }) => isHidden);

/** The look of text by its own style; anything undefined comes from the styles around it. */
export type Look = { isHidden: boolean; isStruck?: boolean; position?: Position | 'level' };

export const lookOf = (chain: readonly Style[]): Look => {
  const isStruck = chain.find((style) => style.isStruck !== undefined)?.isStruck;
  const position = chain.find((style) => style.position !== undefined)?.position;
  return {
    isHidden: chain.some(({ isHidden }) => isHidden),
    ...(isStruck !== undefined && { isStruck }),
    ...(position !== undefined && { position }),
  };
};

/** Combines the looks of the styles around a text, the outermost first. */
export const shownLook = (looks: readonly Look[]) => {
  const position = looks.findLast((look) => look.position !== undefined)?.position;
  return {
    isHidden: looks.some(({ isHidden }) => isHidden),
    isStruck: looks.findLast((look) => look.isStruck !== undefined)?.isStruck === true,
    position: position === 'level' ? undefined : position,
  };
};

/** The names of heading styles in programs that write headings as paragraphs. */
const HEADING_NAME = /^heading(?:_20_|[ -])([1-6])$/iu;

/** The level of a paragraph that is a heading or the title by its style alone. */
export const headingLevel = (chain: readonly Style[]): number | undefined => {
  if (chain.some(({ key }) => key === 'paragraph/Title')) return 1;
  const names = chain.flatMap(({ key, shownName }) => [shownName, key.slice(key.indexOf('/') + 1)]);
  const level = names.map((name) => HEADING_NAME.exec(name ?? '')?.[1]).find(Boolean);
  return level === undefined ? undefined : Number(level);
};
