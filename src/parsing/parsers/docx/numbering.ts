import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import { formatListNumber } from '../../office/number-formats.js';
import type { ParagraphProperties, Styles } from './styles.js';

type Level = {
  start: number;
  format: string;
  /** `%1.%2`, each for the number of a level. */
  text: string;
  /** The level, counted from 1, after which it starts anew; 0 for none. Undefined: after any that is higher. */
  restart?: number;
  style?: string;
  isDecimal?: boolean;
};

type Abstract = { levels: Map<number, Level>; link?: string };
type Instance = { abstract: string; starts: Map<number, number>; levels: Map<number, Level> };

/** The mark in front of a paragraph: its number as Word shows it; empty for a bullet. */
export type ListMark = { label: string; level: number };

export type Numbering = ReturnType<typeof createNumbering>;

const MAX_LEVELS = 9;

/** Counts the numbered paragraphs of a document in their order, as Word does. */
export const createNumbering = (xml: string | undefined, styles: Styles) => {
  const definitions = readNumbering(xml);
  /** By abstract list, which several lists count on together. */
  const counts = new Map<string, (number | undefined)[]>();
  const started = new Set<string>();

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
    if (!(level >= 0 && level < MAX_LEVELS)) return undefined;
    return {
      number,
      instance,
      id,
      level,
      levelOf: (at: number) => instance.levels.get(at) ?? levels.get(at),
    };
  };

  return {
    /** Counts a paragraph; undefined where it is in no list. */
    markOf: (properties: ParagraphProperties): ListMark | undefined => {
      const place = placeOf(properties);
      if (!place) return undefined;
      const { number, instance, id, level, levelOf } = place;
      const own = counts.get(id) ?? [];
      counts.set(id, own);
      const start = (at: number): number => instance.starts.get(at) ?? levelOf(at)?.start ?? 1;
      for (const [at] of instance.starts) {
        const key = `${number}/${at}`;
        if (at <= level && !started.has(key)) own[at] = undefined;
        if (at <= level) started.add(key);
      }
      own[level] = own[level] === undefined ? start(level) : own[level] + 1;
      for (let below = level + 1; below < MAX_LEVELS; below += 1) {
        const restart = levelOf(below)?.restart;
        if (restart === undefined || (restart !== 0 && level < restart)) own[below] = undefined;
      }
      const definition = levelOf(level);
      if (!definition) return { label: '', level };
      const numberOf = (at: number): string => {
        const format =
          definition.isDecimal === true ? 'decimal' : (levelOf(at)?.format ?? 'decimal');
        return formatListNumber(own[at] ?? start(at), format);
      };
      return { label: labelOf(definition, numberOf), level };
    },
  };
};

const labelOf = ({ format, text }: Level, numberOf: (level: number) => string): string =>
  format === 'bullet'
    ? ''
    : text.replace(/%([1-9])/gu, (_, level: string) => numberOf(Number(level) - 1)).trim();

const readNumbering = (xml = '') => {
  const abstracts = new Map<string, Abstract>();
  const instances = new Map<string, Instance>();
  let abstract: Abstract | undefined;
  let instance: Instance | undefined;
  let level: Level | undefined;
  let override = 0;
  // A format of the author's own comes twice, once for programs that do not know it.
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

/** A format of the author's own shows its first numbers: `001, 002, 003, ...`. */
const formatOf = (value: string, shown: string | undefined): string => {
  const zeros = value === 'custom' ? /^(0+)1,/u.exec(shown ?? '')?.[1]?.length : undefined;
  if (zeros === undefined) return value;
  return zeros === 1 ? 'decimalZero' : `decimalZero${Math.min(5, zeros + 1)}`;
};
