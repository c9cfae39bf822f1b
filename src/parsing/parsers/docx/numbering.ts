import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import { createListCounter, MAX_LIST_LEVELS, type ListLevel } from '../../office/list-counter.js';
import type { ParagraphProperties, Styles } from './styles.js';

type Level = ListLevel & { style?: string };

type Abstract = { levels: Map<number, Level>; link?: string };
type Instance = { abstract: string; starts: Map<number, number>; levels: Map<number, Level> };

/** The mark before a paragraph: its number as Word shows it; empty for a bullet. */
export type ListMark = { label: string; level: number };

export type Numbering = ReturnType<typeof createNumbering>;

/** Counts the numbered paragraphs of a document in order, as Word does. */
export const createNumbering = (xml: string | undefined, styles: Styles) => {
  const definitions = readNumbering(xml);
  const counter = createListCounter();

  const abstractOf = ({ abstract }: Instance): { id: string; levels: Map<number, Level> } => {
    const found = definitions.abstracts.get(abstract);
    const linked =
      found?.link === undefined ? undefined : styles.numberingOf(found.link)?.numbering;
    const target = linked === undefined ? undefined : definitions.instances.get(linked)?.abstract;
    const id = target ?? abstract;
    return { id, levels: definitions.abstracts.get(id)?.levels ?? new Map<number, Level>() };
  };

  const placeOf = (properties: ParagraphProperties) => {
    const byStyle = styles.numberingOf(properties.style);
    const number = properties.numbering ?? byStyle?.numbering;
    const instance = number === undefined ? undefined : definitions.instances.get(number);
    if (number === undefined || instance === undefined) return undefined;
    const { id, levels } = abstractOf(instance);
    const isByStyle = properties.numbering === undefined;
    const linked = [...levels].find(([, { style }]) => style === byStyle?.style)?.[0];
    const level = properties.level ?? (isByStyle ? (linked ?? byStyle?.level) : undefined) ?? 0;
    if (!(level >= 0 && level < MAX_LIST_LEVELS)) return undefined;
    return {
      // Several lists that use one abstract list share their counts.
      id,
      list: number,
      level,
      starts: instance.starts,
      levelOf: (at: number) => instance.levels.get(at) ?? levels.get(at),
    };
  };

  return {
    /** Counts a paragraph; undefined if it is not in a list. */
    markOf: (properties: ParagraphProperties): ListMark | undefined => {
      const place = placeOf(properties);
      return place && { label: counter.next(place), level: place.level };
    },
  };
};

const readNumbering = (xml = '') => {
  const abstracts = new Map<string, Abstract>();
  const instances = new Map<string, Instance>();
  let abstract: Abstract | undefined;
  let instance: Instance | undefined;
  let level: Level | undefined;
  let override = 0;
  // A custom format is written twice, once for programs that do not know it.
  let fallbackDepth = 0;
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'Fallback') fallbackDepth += 1;
      if (fallbackDepth > 0) return;
      const value = attribute(attributes, 'val') ?? '';
      if (name === 'abstractNum') {
        abstract = { levels: new Map() };
        abstracts.set(attribute(attributes, 'abstractNumId') ?? '', abstract);
      }
      if (name === 'num') {
        instance = { abstract: '', starts: new Map(), levels: new Map() };
        instances.set(attribute(attributes, 'numId') ?? '', instance);
      }
      if (name === 'numStyleLink' && abstract) abstract.link = value;
      if (name === 'abstractNumId' && instance) instance.abstract = value;
      if (name === 'lvlOverride') override = Number(attribute(attributes, 'ilvl') ?? 0);
      if (name === 'startOverride') instance?.starts.set(override, Number(value) || 0);
      if (name === 'lvl') {
        level = { start: 0, format: 'decimal', text: '' };
        const at = Number(attribute(attributes, 'ilvl') ?? 0);
        (instance ?? abstract)?.levels.set(at, level);
      } else if (level) readLevel(level, name, attributes);
    },
    close: (name) => {
      if (name === 'Fallback') fallbackDepth -= 1;
      if (name === 'lvl') level = undefined;
      if (name === 'abstractNum') abstract = undefined;
      if (name === 'num') instance = undefined;
    },
  });
  return { abstracts, instances };
};

const readLevel = (level: Level, name: string, attributes: XmlAttributes): void => {
  const value = attribute(attributes, 'val') ?? '';
  if (name === 'start') level.start = Number(value) || 0;
  if (name === 'numFmt') level.format = formatOf(value, attribute(attributes, 'format'));
  if (name === 'lvlText') level.text = value;
  if (name === 'lvlRestart') level.restart = Number(value) || 0;
  if (name === 'pStyle') level.style = value;
  if (name === 'isLgl') level.isDecimal = !['0', 'false', 'off'].includes(value);
};

/** A custom format shows its first numbers: `001, 002, 003, ...`. */
const formatOf = (value: string, shown: string | undefined): string => {
  const zeros = value === 'custom' ? /^(0+)1,/u.exec(shown ?? '')?.[1]?.length : undefined;
  if (zeros === undefined) return value;
  return zeros === 1 ? 'decimalZero' : `decimalZero${Math.min(5, zeros + 1)}`;
};
