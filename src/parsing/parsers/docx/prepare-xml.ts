import { attribute, readLocalXml } from '../../office-xml.js';

/** The part that holds the text. */
export const MAIN = 'word/document.xml';
const STYLES = 'word/styles.xml';
const PROPERTIES = 'docProps/app.xml';

const RENDERED_BREAK = /<w:lastRenderedPageBreak\s{0,4}\/>/g;
const EXPLICIT_BREAK = /<w:br\s[^<>]{0,200}w:type="page"[^<>]{0,200}\/>/g;
const PAGE_BREAK = '<w:br w:type="page"/>';

const STATED_PAGES = /<Pages>(\d{1,6})<\/Pages>/;

const HIDDEN = /<w:vanish(?:\s+w:val="(?:1|true|on)")?\s{0,4}\/>/;

const PROPERTIES_END = '</w:pPr>';

const STYLE = /<w:pStyle\s+w:val="([^"]{1,255})"\s{0,4}\/>/;
const OUTLINE = /<w:outlineLvl\s+w:val="(\d)"\s{0,4}\/>/;
const MAX_LEVEL = 6;
/** Word's number for a paragraph that is no heading, whatever its style says. */
const BODY_TEXT = 9;

type Style = { outline: number | undefined; basedOn: string | undefined };

/** What puts a formula into a line of its own. */
const FORMULA_LINE = /<\/?m:oMathPara>/g;
const FORMULA_TEXT = /<m:t(?:\s[^<>]{0,100})?>([^<]*)<\/m:t>/g;

/** What mammoth never looks at in styles.xml, and what fills most of it: formatting and Word's list of unused styles. */
const UNREAD = ['w:rPr', 'w:tblPr', 'w:tcPr', 'w:tblStylePr', 'w:latentStyles'];

/**
 * Writes what mammoth does not know of a document in ways it knows: headings by their outline level, pages, formulas and hidden text.
 * `hasPages` says whether the ends of all pages are known.
 */
export const prepareXml = (parts: Map<string, string>, main: string): { hasPages: boolean } => {
  const full = parts.get(STYLES);
  const styles = full === undefined ? undefined : slimStyles(full);
  if (styles !== undefined) parts.set(STYLES, styles);
  const { xml, hasPages } = markPages(dropHiddenRuns(main), parts.get(PROPERTIES));
  parts.set(MAIN, markHeadings(spellOutFormulas(xml), styles));
  return { hasPages };
};

/** Word notes where its own pages ended when it last saved; those marks are better than the breaks that authors set. */
const markPages = (
  xml: string,
  properties: string | undefined,
): { xml: string; hasPages: boolean } => {
  if (xml.includes('<w:lastRenderedPageBreak')) {
    const marked = xml.replace(EXPLICIT_BREAK, '').replace(RENDERED_BREAK, PAGE_BREAK);
    return { xml: marked, hasPages: true };
  }
  const spelledOut = spellOutBreaks(xml);
  const pages = (spelledOut.match(EXPLICIT_BREAK)?.length ?? 0) + 1;
  const stated = Number(STATED_PAGES.exec(properties ?? '')?.[1] ?? 0);
  // More pages than set breaks: where the others end is unknown, and a wrong page is worse than none.
  return { xml: spelledOut, hasPages: pages > 1 && stated === pages };
};

const BREAK_BEFORE = /<w:pageBreakBefore(?:\s+w:val="(?:1|true|on)")?\s{0,4}\/>/;
const SECTION = /<w:sectPr[\s>](?:(?!<\/w:sectPr>)[\s\S])*<\/w:sectPr>/g;

const PARAGRAPH_END = '</w:p>';

/** Writes the page breaks that paragraphs and sections bring along as the break that mammoth knows. */
const spellOutBreaks = (xml: string): string => {
  const sections = xml.match(SECTION) ?? [];
  let sectionsSeen = 0;
  let isBreakDue = false;
  return xml
    .split(PROPERTIES_END)
    .map((part, at, { length }) => {
      let shown = part;
      if (isBreakDue)
        shown = part.replace(PARAGRAPH_END, `<w:r>${PAGE_BREAK}</w:r>${PARAGRAPH_END}`);
      if (at === length - 1) return shown;
      const properties = part.slice(Math.max(0, part.lastIndexOf('<w:pPr')));
      const endsSection = properties.includes('<w:sectPr');
      if (endsSection) sectionsSeen += 1;
      // A section's kind of start is noted at its own end.
      isBreakDue = endsSection && breaksPage(sections[sectionsSeen]);
      const isFirst = at === 0 && !part.includes('<w:t');
      const breaks = BREAK_BEFORE.test(properties) && !isFirst;
      return `${shown}${PROPERTIES_END}${breaks ? `<w:r>${PAGE_BREAK}</w:r>` : ''}`;
    })
    .join('');
};

const SECTION_TYPE = /<w:type\s+w:val="(\w{1,20})"/;

const breaksPage = (section: string | undefined): boolean =>
  section !== undefined &&
  !['continuous', 'nextColumn'].includes(SECTION_TYPE.exec(section)?.[1] ?? 'nextPage');

/** Cuts out the runs that Word does not show. */
const dropHiddenRuns = (xml: string): string =>
  HIDDEN.test(xml) ? rewriteElements(xml, 'w:r', (run) => (HIDDEN.test(run) ? '' : run)) : xml;

/** Rewrites the elements of a name, of those that lie in one another the innermost. */
const rewriteElements = (
  xml: string,
  name: string,
  rewrite: (element: string) => string,
): string => {
  const end = `</${name}>`;
  const parts = xml.split(end);
  const rest = parts.pop() ?? '';
  const rewritten = parts.map((part) => {
    const start = Math.max(part.lastIndexOf(`<${name}>`), part.lastIndexOf(`<${name} `));
    return start === -1 ? part + end : part.slice(0, start) + rewrite(part.slice(start) + end);
  });
  return rewritten.join('') + rest;
};

/**
 * Gives every paragraph with an outline level, its own or by a style of the author's own, a style that mammoth is told to take for a
 * heading: by itself it knows headings only by the names that Word gives its styles.
 */
const markHeadings = (xml: string, stylesXml = ''): string => {
  if (!xml.includes('<w:outlineLvl') && !stylesXml.includes('<w:outlineLvl')) return xml;
  const styles = readStyles(stylesXml);
  return rewriteElements(xml, 'w:pPr', (properties) => {
    const [element = '', style] = STYLE.exec(properties) ?? [];
    const direct = OUTLINE.exec(properties)?.[1];
    const level = direct === undefined ? style && outlineOf(styles, style) : Number(direct);
    if (typeof level !== 'number' || (level >= MAX_LEVEL && level !== BODY_TEXT)) return properties;
    const rest = properties.slice(properties.indexOf('>') + 1).replace(element, '');
    return `<w:pPr><w:pStyle w:val="${styleOf(level)}"/>${rest}`;
  });
};

const readStyles = (xml: string): Map<string, Style> => {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'style') {
        current = { outline: undefined, basedOn: undefined };
        styles.set(attribute(attributes, 'styleId') ?? '', current);
      }
      const value = attribute(attributes, 'val');
      if (current && name === 'basedOn') current.basedOn = value;
      if (current && name === 'outlineLvl') current.outline = Number(value);
    },
    close: (name) => {
      if (name === 'style') current = undefined;
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

/** Writes formulas, which mammoth leaves out, as the characters that they hold. */
const spellOutFormulas = (xml: string): string =>
  rewriteElements(xml.replace(FORMULA_LINE, ''), 'm:oMath', (formula) => {
    const texts = [...formula.matchAll(FORMULA_TEXT)].map(([, text = '']) => text);
    return `<w:r><w:t xml:space="preserve">${texts.join('')}</w:t></w:r>`;
  });

/** Styles reduced to their names: the XML reader of mammoth took four fifths of a short document's time for the rest. */
const slimStyles = (xml: string): string =>
  UNREAD.reduce(
    // An element that runs over the end of its style is not as Word writes it, and stays.
    (rest, name) => rewriteElements(rest, name, (all) => (all.includes('</w:style>') ? all : '')),
    xml,
  );

/** Makes headings of the paragraphs that `markHeadings` has given these styles. */
export const HEADING_STYLE_MAP: readonly string[] = [
  ...Array.from({ length: MAX_LEVEL }, (_, level) => `p.${styleOf(level)} => h${level + 1}:fresh`),
  `p.${styleOf(BODY_TEXT)} => p:fresh`,
];
