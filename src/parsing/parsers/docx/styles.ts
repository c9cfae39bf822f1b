import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import { symbolFontOf } from '../../office/symbol-fonts.js';
import type { Position } from '../../office/run-text.js';

/** The properties of a run that matter to its text; undefined means not set here. */
export type RunProperties = {
  isHidden?: boolean;
  isStruck?: boolean;
  position?: Position | 'level';
  /** The symbol font it uses; empty for a font of letters. */
  symbolFont?: string;
};

export type ParagraphProperties = {
  style?: string;
  /** Counted from 0; 9 means body text. */
  outline?: number;
  numbering?: string;
  level?: number;
  breaksBefore?: boolean;
};

type Style = ParagraphProperties & {
  id: string;
  name: string;
  basedOn?: string;
  run: RunProperties;
};

export type Styles = ReturnType<typeof readStyles>;

/** The styles of a document, and the properties that a paragraph or run gets from its style and the styles it is based on. */
export const readStyles = (xml: string | undefined) => {
  const { styles, defaultParagraph } = collectStyles(xml);
  const chains = new Map<string, Style[]>();
  const chainOf = (id: string | undefined): Style[] => {
    const key = id ?? defaultParagraph ?? '';
    const known = chains.get(key);
    if (known) return known;
    const chain: Style[] = [];
    let style = styles.get(key);
    while (style && chain.length < MAX_ANCESTORS) {
      chain.push(style);
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
    }
    chains.set(key, chain);
    return chain;
  };
  const runs = new Map<string, RunProperties>();
  return {
    /** The nearest style that numbers its paragraphs. */
    numberingOf: (
      id: string | undefined,
    ): { style: string; numbering: string; level?: number } | undefined => {
      const chain = chainOf(id);
      const found = chain.find(({ numbering }) => numbering !== undefined);
      if (found?.numbering === undefined) return undefined;
      const level = chain.find((style) => style.level !== undefined)?.level;
      return {
        style: found.id,
        numbering: found.numbering,
        ...(level !== undefined && { level }),
      };
    },
    /** The level of a heading, counted from 1; undefined if the paragraph is not a heading. */
    headingLevelOf: ({ style, outline }: ParagraphProperties): number | undefined =>
      toLevel(outline ?? outlineOf(chainOf(style))),
    breaksBefore: ({ style, breaksBefore }: ParagraphProperties): boolean =>
      breaksBefore ??
      chainOf(style).find((one) => one.breaksBefore !== undefined)?.breaksBefore ??
      false,
    isListParagraph: (id: string | undefined): boolean =>
      chainOf(id).some(({ name }) => /^list (?:paragraph|continue)/iu.test(name)),
    /** The properties of runs in this style, from the style itself and those that it is based on. */
    runOf: (id: string | undefined): RunProperties => {
      const key = id ?? defaultParagraph ?? '';
      let merged = runs.get(key);
      if (!merged) {
        merged = Object.assign(
          {},
          ...chainOf(id)
            .map(({ run }) => run)
            .reverse(),
        ) as RunProperties;
        runs.set(key, merged);
      }
      return merged;
    },
  };
};

const MAX_ANCESTORS = 20;
const MAX_LEVEL = 6;

const HEADING_NAME = /^heading (\d)$/iu;

const outlineOf = (chain: readonly Style[]): number | undefined => {
  for (const { name, outline } of chain) {
    if (outline !== undefined) return outline;
    const level = HEADING_NAME.exec(name)?.[1];
    if (level !== undefined) return Number(level) - 1;
    if (/^title$/iu.test(name)) return 0;
  }
  return undefined;
};

const toLevel = (outline: number | undefined): number | undefined =>
  outline === undefined || outline >= MAX_LEVEL ? undefined : outline + 1;

const collectStyles = (xml = '') => {
  const styles = new Map<string, Style>();
  let defaultParagraph: string | undefined;
  let current: Style | undefined;
  // What a table's style says about its first row applies to tables only.
  let tableDepth = 0;
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'style') {
        current = { id: attribute(attributes, 'styleId') ?? '', name: '', run: {} };
        styles.set(current.id, current);
        const isDefault = isOn(attribute(attributes, 'default') ?? '0');
        if (isDefault && attribute(attributes, 'type') === 'paragraph')
          defaultParagraph = current.id;
      }
      if (name === 'tblStylePr') tableDepth += 1;
      if (!current || tableDepth > 0) return;
      if (name === 'name') current.name = attribute(attributes, 'val') ?? '';
      const base = attribute(attributes, 'val');
      if (name === 'basedOn' && base !== undefined) current.basedOn = base;
      readParagraphProperty(current, name, attributes);
      readRunProperty(current.run, name, attributes);
    },
    close: (name) => {
      if (name === 'style') current = undefined;
      if (name === 'tblStylePr') tableDepth -= 1;
    },
  });
  return { styles, defaultParagraph };
};

/** Stores what an element in `w:pPr` says. */
export const readParagraphProperty = (
  properties: ParagraphProperties,
  name: string,
  attributes: XmlAttributes,
): void => {
  if (!PARAGRAPH_PROPERTIES.has(name)) return;
  const value = attribute(attributes, 'val');
  if (name === 'pageBreakBefore') properties.breaksBefore = isOn(value);
  if (value === undefined) return;
  if (name === 'pStyle') properties.style = value;
  if (name === 'outlineLvl') properties.outline = Number(value);
  if (name === 'numId') properties.numbering = value;
  if (name === 'ilvl') properties.level = Number(value);
};

const PARAGRAPH_PROPERTIES = new Set(['pStyle', 'outlineLvl', 'numId', 'ilvl', 'pageBreakBefore']);

/** Stores what an element in `w:rPr` says. */
export const readRunProperty = (
  run: RunProperties,
  name: string,
  attributes: XmlAttributes,
): void => {
  if (!RUN_PROPERTIES.has(name)) return;
  const value = attribute(attributes, 'val');
  if (name === 'vanish') run.isHidden = isOn(value);
  if (name === 'strike' || name === 'dstrike') run.isStruck = run.isStruck === true || isOn(value);
  if (name === 'vertAlign') run.position = POSITIONS.get(value ?? '') ?? 'level';
  if (name === 'position') run.position ??= positionOf(Number(value ?? 0));
  if (name === 'rFonts') {
    const font = attribute(attributes, 'ascii') ?? attribute(attributes, 'hAnsi');
    if (font !== undefined) run.symbolFont = symbolFontOf(font) ?? '';
  }
};

const RUN_PROPERTIES = new Set(['vanish', 'strike', 'dstrike', 'vertAlign', 'position', 'rFonts']);

const POSITIONS: ReadonlyMap<string, Position> = new Map([
  ['superscript', 'raised'],
  ['subscript', 'lowered'],
]);

/** In half points; text that is shifted by less is only being aligned with other text. */
const LEAST_SHIFT = 5;

const positionOf = (shift: number): Position | 'level' =>
  shift >= LEAST_SHIFT ? 'raised' : shift <= -LEAST_SHIFT ? 'lowered' : 'level';

/** A switch is on if it is present, unless its value says otherwise. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || !['0', 'false', 'off', 'none'].includes(value);
