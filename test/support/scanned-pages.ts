import { deflateSync } from 'node:zlib';
import { lookAtPages } from '../../src/parsing/page-pictures/look-at-pages.js';
import type { GreyPicture } from '../../src/parsing/ocr/schema.js';
import { FIRST_OBJECT, pdfOf, streamOf, type PdfPage } from './pdf-pages.js';

const MAX_PIXELS = 25_000_000;

/** A page of a PDF as a scanner sees it. */
export const drawGrey = async (pdf: Buffer, page = 1): Promise<GreyPicture> => {
  const drawn = await lookAtPages(pdf, { look: 'scan', page, maxPixels: MAX_PIXELS });
  if (drawn.type !== 'scan') throw new Error('The page was not drawn.');
  return { width: drawn.width, height: drawn.height, grey: drawn.grey };
};

/** A picture as an object of a PDF. */
const pictureObject = ({ width, height, grey }: GreyPicture): string =>
  streamOf(
    deflateSync(grey).toString('latin1'),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
  );

type ScannedPage = PdfPage | { picture: GreyPicture; besides?: string };

/** A PDF of typed pages and of pages that are a picture from edge to edge. */
export const scannedPdf = (pages: readonly ScannedPage[]): Buffer => {
  const pictures = pages.flatMap((page) => (isScan(page) ? [page.picture] : []));
  const names = pictures.map((_, at) => `/P${at} ${FIRST_OBJECT + at} 0 R`).join('');
  let shown = 0;
  const drawn = pages.map((page): PdfPage => {
    if (!isScan(page)) return page;
    const [{ width, height }, name] = [page.picture, `P${shown}`];
    shown += 1;
    const scale = Math.min(595 / width, 842 / height);
    const size = `${(width * scale).toFixed(2)} 0 0 ${(height * scale).toFixed(2)}`;
    return [`q ${size} 0 0 cm /${name} Do Q`, page.besides ?? ''];
  });
  return pdfOf(drawn, {
    resources: `/XObject<<${names}>>`,
    objects: pictures.map(pictureObject),
  });
};

const isScan = (page: ScannedPage): page is { picture: GreyPicture; besides?: string } =>
  typeof page === 'object' && 'picture' in page;
