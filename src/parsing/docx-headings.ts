import { attribute, localName, readXml } from './xml.js';

const PROPERTIES_END = '</w:pPr>';
const STYLE = /<w:pStyle\s+w:val="([^"]{1,255})"\s{0,4}\/>/;
const OUTLINE = /<w:outlineLvl\s+w:val="(\d)"\s{0,4}\/>/;
const MAX_LEVEL = 6;
/** Word's number for a paragraph that is no heading, whatever its style says. */
const BODY_TEXT = 9;

const LEVELS = Array.from({ length: MAX_LEVEL }, (_, at) => at);

type Style = { outline: number | undefined; basedOn: string | undefined };

/**
 * Gives every paragraph with an outline level, its own or by a style of the author's own, a style that mammoth is told to take for a
 * heading: by itself it knows headings only by the names that Word gives its styles.
 */
export const markHeadings = (xml: string, stylesXml: string | undefined): string => {
  if (!xml.includes('<w:outlineLvl') && !stylesXml?.includes('<w:outlineLvl')) return xml;
  const styles = readStyles(stylesXml ?? '');
  const mark = (part: string): string => {
    const start = Math.max(part.lastIndexOf('<w:pPr>'), part.lastIndexOf('<w:pPr '));
    if (start === -1) return part;
    const properties = part.slice(start);
    const [element = '', style] = STYLE.exec(properties) ?? [];
    const direct = OUTLINE.exec(properties)?.[1];
    const level = direct === undefined ? style && outlineOf(styles, style) : Number(direct);
    if (typeof level !== 'number' || (level >= MAX_LEVEL && level !== BODY_TEXT)) return part;
    const marked = `<w:pStyle w:val="${styleOf(level)}"/>`;
    const rest = properties.slice(properties.indexOf('>') + 1).replace(element, '');
    return `${part.slice(0, start)}<w:pPr>${marked}${rest}`;
  };
  const parts = xml.split(PROPERTIES_END);
  const tail = parts.pop() ?? '';
  return [...parts.map(mark), tail].join(PROPERTIES_END);
};

const readStyles = (xml: string): Map<string, Style> => {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  readXml(xml, {
    open: (name, attributes) => {
      const local = localName(name);
      if (local === 'style') {
        current = { outline: undefined, basedOn: undefined };
        styles.set(attribute(attributes, 'styleId') ?? '', current);
      }
      const value = attribute(attributes, 'val');
      if (current && local === 'basedOn') current.basedOn = value;
      if (current && local === 'outlineLvl') current.outline = Number(value);
    },
    close: (name) => {
      if (localName(name) === 'style') current = undefined;
    },
  });
  return styles;
};

const MAX_ANCESTORS = 20;

/** The outline level of a style, its own or that of the style it is based on. */
const outlineOf = (styles: ReadonlyMap<string, Style>, id: string): number | undefined => {
  let style = styles.get(id);
  for (let depth = 0; style && depth < MAX_ANCESTORS; depth += 1) {
    if (style.outline !== undefined) return style.outline;
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return undefined;
};

const styleOf = (level: number): string => `OutlineLevel${level}`;

/** Makes headings of the paragraphs that `markHeadings` has given these styles. */
export const HEADING_STYLE_MAP: readonly string[] = [
  ...LEVELS.map((level) => `p.${styleOf(level)} => h${level + 1}:fresh`),
  `p.${styleOf(BODY_TEXT)} => p:fresh`,
];
