import type { Citation } from './citation.js';

type Cited = Pick<Citation, 'documentId' | 'charStart' | 'charEnd' | 'url'>;

/**
 * The address of the console page that shows the cited passage in its document, or of the page that a tool read; null for other sources.
 */
export const addressOf = (cited: Cited, base: string): string | null => {
  const { documentId, charStart = null, charEnd = null, url } = cited;
  if (documentId !== undefined) {
    const place = charStart === null ? '' : `?start=${charStart}&end=${charEnd ?? charStart}`;
    return `${base}/d/${documentId}${place}`;
  }
  if (url === undefined) return null;
  return url.startsWith('/') ? `${base}${url}` : url;
};
