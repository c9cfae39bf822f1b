import { parseFailure } from '../../parse-failure.js';
import { decodePicture, type DecodedPicture } from './decode-picture.js';
import { findImagePages, isHuge } from './find-pages.js';
import type { ImageFile, ImagePage, Orientation } from './image-page.js';

/**
 * Makes a PDF with one page per picture, so that the code for pages of a PDF also handles pictures. Only the page to be drawn contains its
 * pixels; the others have the right size and are empty.
 */
export const toPdf = async (
  file: ImageFile,
  drawn?: { page: number; longSide: number },
): Promise<Buffer> => {
  const pages = findImagePages(file);
  const shown = drawn === undefined ? undefined : pages[drawn.page - 1];
  if (drawn === undefined || shown === undefined) return writePdf(pages, null);
  if (isHuge(shown)) throw parseFailure('document_too_complex');
  const { directory } = shown;
  const picture = await decodePicture(file.bytes, { directory, longSide: drawn.longSide });
  return writePdf(pages, { page: drawn.page, picture });
};

const UNITS_PER_INCH = 72;

/** The width and height of the upright page, in units of a PDF (1/72 inch). */
const sizeOf = ({ width, height, orientation, dpi }: ImagePage): [number, number] => {
  const { across, down } = isCredible(dpi) ? dpi : guessDpi(Math.max(width, height));
  const size: [number, number] = [
    (width * UNITS_PER_INCH) / across,
    (height * UNITS_PER_INCH) / down,
  ];
  return orientation >= 5 ? [size[1], size[0]] : size;
};

/** Programs that do not know the real resolution write 72 or 96. */
const MIN_DPI = 97;
const MAX_DPI = 2400;
/** Old fax machines have half as many rows as columns. */
const MAX_DISTORTION = 2.5;

const isCredible = (dpi: ImagePage['dpi']): dpi is NonNullable<ImagePage['dpi']> => {
  if (dpi === null) return false;
  const [less, more] = [Math.min(dpi.across, dpi.down), Math.max(dpi.across, dpi.down)];
  return more >= MIN_DPI && more <= MAX_DPI && more <= MAX_DISTORTION * less;
};

/** The assumed longer side of a photographed page, in inches: slightly more than A4, because its surroundings are visible. */
const PHOTO_INCHES = 13;
const SCAN_DPI = 200;
/** Letters on a screen are half as large, in pixels, as those of a scan. */
const SCREEN_DPI = 100;
const MAX_SCREEN = 1500;

const guessDpi = (longSide: number): NonNullable<ImagePage['dpi']> => {
  const dpi = longSide <= MAX_SCREEN ? SCREEN_DPI : Math.max(SCAN_DPI, longSide / PHOTO_INCHES);
  return { across: dpi, down: dpi };
};

/** A tiny picture for a page that is not drawn. It contains the page number, because a picture on many pages would count as background. */
const placeholder = (page: number): DecodedPicture => {
  const pixels = Buffer.alloc(4);
  pixels.writeUInt32BE(page);
  return { width: pixels.length, height: 1, channels: 1, pixels };
};

const CATALOG = 1;
const TREE = 2;
const FIRST_PAGE = 3;
/** The objects per page: the page itself, its content and its picture. */
const OBJECTS = 3;

type Shown = { page: number; picture: DecodedPicture } | null;

const writePdf = (pages: readonly ImagePage[], shown: Shown): Buffer => {
  const writer = createWriter();
  const kids = pages.map((_, at) => `${FIRST_PAGE + OBJECTS * at} 0 R`).join(' ');
  writer.add(CATALOG, `<</Type/Catalog/Pages ${TREE} 0 R>>`);
  writer.add(TREE, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  for (const [at, page] of pages.entries()) {
    const number = FIRST_PAGE + OBJECTS * at;
    const [width, height] = sizeOf(page);
    const box = `/MediaBox[0 0 ${width.toFixed(3)} ${height.toFixed(3)}]`;
    const resources = `/Resources<</XObject<</P ${number + 2} 0 R>>>>`;
    writer.add(
      number,
      `<</Type/Page/Parent ${TREE} 0 R${box}${resources}/Contents ${number + 1} 0 R>>`,
    );
    const place = placeOf(page.orientation, width, height).map((value) => value.toFixed(3));
    const content = `q ${place.join(' ')} cm /P Do Q`;
    writer.add(number + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`);
    const isShown = shown?.page === at + 1;
    writer.add(number + 2, ...toStream(isShown ? shown.picture : placeholder(at + 1)));
  }
  return writer.end();
};

const toStream = ({
  width,
  height,
  channels,
  pixels,
}: DecodedPicture): [string, Buffer, string] => [
  `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8` +
    `/ColorSpace/${channels === 1 ? 'DeviceGray' : 'DeviceRGB'}/Length ${pixels.length}>>stream\n`,
  pixels,
  '\nendstream',
];

/** Returns the matrix that places the stored picture upright on a page of this size. */
const placeOf = (orientation: Orientation, width: number, height: number): number[] => {
  const places: Record<Orientation, number[]> = {
    1: [width, 0, 0, height, 0, 0],
    2: [-width, 0, 0, height, width, 0],
    3: [-width, 0, 0, -height, width, height],
    4: [width, 0, 0, -height, 0, height],
    5: [0, -height, -width, 0, width, height],
    6: [0, -height, width, 0, 0, height],
    7: [0, height, width, 0, 0, 0],
    8: [0, height, -width, 0, width, 0],
  };
  return places[orientation];
};

/** The caller must add the objects in the order of their numbers, from 1. */
const createWriter = () => {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const places: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const put = (piece: string | Buffer): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    pieces.push(bytes);
    length += bytes.length;
  };
  return {
    add: (number: number, ...content: readonly (string | Buffer)[]): void => {
      places.push(length);
      for (const piece of [`${number} 0 obj\n`, ...content, '\nendobj\n']) put(piece);
    },
    end: (): Buffer => {
      const start = length;
      const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
      put(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
      put(
        `trailer\n<</Size ${places.length + 1}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF`,
      );
      return Buffer.concat(pieces);
    },
  };
};
