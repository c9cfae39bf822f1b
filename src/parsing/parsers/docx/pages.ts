/** Counts the pages of a document if it says where they end. */
export type Pages = ReturnType<typeof createPages>;

const STATED_PAGES = /<Pages>(\d{1,6})<\/Pages>/u;
/** The properties of a section, at its end. */
export const SECTION = /<w:sectPr[\s>](?:(?!<\/w:sectPr>)[\s\S])*<\/w:sectPr>/gu;
const SECTION_TYPE = /<w:type\s+w:val="(\w{1,20})"/u;

/** Word notes where its own pages ended when it last saved; those marks are better than the breaks that authors set. */
export const createPages = (xml: string, properties: string | undefined) => {
  const isRendered = xml.includes('lastRenderedPageBreak');
  const sections = isRendered ? [] : (xml.match(SECTION) ?? []);
  let section = 0;
  let page = 1;
  let isStarted = false;
  return {
    get current(): number {
      return page;
    },
    /** Returns true if another page begins. */
    breakAsRendered: (): boolean => {
      page += 1;
      return true;
    },
    breakOnPurpose: (): boolean => {
      if (!isRendered) page += 1;
      return !isRendered;
    },
    /** A paragraph starts a page, unless it is the first. */
    breakBefore: (): void => {
      if (!isRendered && isStarted) page += 1;
    },
    noteText: (): void => {
      isStarted = true;
    },
    /** A section ends; how the next one starts is written at the end of that one. */
    endSection: (): void => {
      section += 1;
      if (!isRendered && breaksPage(sections[section])) page += 1;
    },
    /**
     * The number of pages, if their ends are known. If there may be more pages than breaks, a wrong page number would be worse than none.
     */
    count: (): number | null => {
      if (isRendered) return page;
      const stated = Number(STATED_PAGES.exec(properties ?? '')?.[1] ?? 0);
      return page > 1 && stated === page ? page : null;
    },
  };
};

const breaksPage = (section: string | undefined): boolean =>
  section !== undefined &&
  !['continuous', 'nextColumn'].includes(SECTION_TYPE.exec(section)?.[1] ?? 'nextPage');
