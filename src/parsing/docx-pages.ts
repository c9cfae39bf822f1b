const RENDERED_BREAK = /<w:lastRenderedPageBreak\s{0,4}\/>/g;
const EXPLICIT_BREAK = /<w:br\s[^<>]{0,200}w:type="page"[^<>]{0,200}\/>/g;
const PAGE_BREAK = '<w:br w:type="page"/>';

const STATED_PAGES = /<Pages>(\d{1,6})<\/Pages>/;

const RUN_END = '</w:r>';
const HIDDEN = /<w:vanish(?:\s+w:val="(?:1|true|on)")?\s{0,4}\/>/;

/** Word notes where its own pages ended when it last saved; those marks are better than the breaks that authors set. */
export const markPages = (
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

const PROPERTIES_END = '</w:pPr>';
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
export const dropHiddenRuns = (xml: string): string =>
  HIDDEN.test(xml)
    ? xml
        .split(RUN_END)
        .map((part, at, { length }) => {
          const start = Math.max(part.lastIndexOf('<w:r>'), part.lastIndexOf('<w:r '));
          if (at === length - 1) return part;
          return start !== -1 && HIDDEN.test(part.slice(start))
            ? part.slice(0, start)
            : part + RUN_END;
        })
        .join('')
    : xml;
