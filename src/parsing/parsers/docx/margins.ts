import { attribute, readLocalXml } from '../../office-xml.js';
import { SECTION } from './pages.js';

/**
 * The relationships of the headers, then of the footers, that are shown. One for the first page or for even pages counts only if that is
 * switched on.
 */
export const shownMargins = (main: string, settings = ''): string[] => {
  const hasEven = /<\w{1,20}:evenAndOddHeaders(?:\s*\/>|\s+\w{1,20}:val="(?:1|true|on)")/u.test(
    settings,
  );
  const headers = new Set<string>();
  const footers = new Set<string>();
  for (const section of main.match(SECTION) ?? []) {
    const hasFirst = /<w:titlePg(?:\s*\/>|\s+w:val="(?:1|true|on)")/u.test(section);
    readLocalXml(section, {
      open: (name, attributes) => {
        const type = attribute(attributes, 'type') ?? 'default';
        const isShown = type === 'default' || (type === 'even' ? hasEven : hasFirst);
        const id = attribute(attributes, 'id');
        if (!isShown || id === undefined) return;
        if (name === 'headerReference') headers.add(id);
        if (name === 'footerReference') footers.add(id);
      },
    });
  }
  return [...headers, ...footers];
};
