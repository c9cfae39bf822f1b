import { createHash } from 'node:crypto';
import type { OcrMode, PageToRead, PictureArea } from '../../ocr/schema.js';
import type { Drawings } from './drawings.js';
import type { Box } from './frames.js';
import type { Glyph } from './glyphs.js';
import type { Line } from './lines.js';
import type { PageAxes } from './page-axes.js';
import { pictureShare } from './visible-text.js';
import type { Pdfium } from './pdfium.js';

/** How much a page says in its text layer, up to what matters here, and how much else it shows. */
export type PageLook = {
  letters: number;
  digits: number;
  /** Drawings that may be letters. */
  shapes: number;
  pictures: LargePicture[];
};

/** `name` is the same for all pages that show the same picture; null if it is not known. `area` is set if there is no text over it. */
type LargePicture = { name: string | null; share: number; area: PictureArea | null };

type PageParts = {
  lines: readonly Line[];
  glyphs: readonly Glyph[];
  drawings: Drawings;
  box: Box;
  toPicture: PageAxes['toPicture'];
};

/** Describes how pages look; a page must be open when it is asked for. */
export const createPageLooks = (pdfium: Pdfium): ((parts: PageParts) => PageLook) => {
  const nameOf = createNames(pdfium);
  return ({ lines, glyphs, drawings, box, toPicture }) => ({
    ...countSigns(lines),
    shapes: drawings.shapes + drawings.inks.size,
    pictures: drawings.pictures.map((picture) => {
      const share = pictureShare([picture], box);
      const isFree = share >= MIN_AREA && !glyphs.some((glyph) => lies(glyph, picture));
      return {
        share,
        name: share < MIN_PICTURE ? null : nameOf(picture.object),
        area: isFree ? toArea(picture, toPicture) : null,
      };
    }),
  });
};

/** A picture next to text that covers less of the page is a logo. */
const MIN_AREA = 0.05;

const lies = ({ x, right, y, size, run }: Glyph, box: Box): boolean => {
  const { cos, sin, left, bottom } = run.frame;
  const [along, up] = [(x + right) / 2 - left, y + size / 4 - bottom];
  const [pageX, pageY] = [along * cos - up * sin, along * sin + up * cos];
  return pageX >= box.left && pageX <= box.right && pageY >= box.bottom && pageY <= box.top;
};

const toArea = (box: Box, toPicture: PageAxes['toPicture']): PictureArea => {
  const corners = [toPicture(box.left, box.bottom), toPicture(box.right, box.top)];
  const [xs, ys] = [corners.map(([x]) => clamp(x)), corners.map(([, y]) => clamp(y))];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
};

const clamp = (fraction: number): number => Math.min(1, Math.max(0, fraction));

/** Stops counting early: for most pages the first line is enough. */
const countSigns = (lines: readonly Line[]): Pick<PageLook, 'letters' | 'digits'> => {
  let [letters, digits] = [0, 0];
  for (const { text } of lines) {
    letters += text.match(/\p{L}/gu)?.length ?? 0;
    digits += text.match(/\p{N}/gu)?.length ?? 0;
    if (letters > 0 && letters + digits >= MIN_SIGNS) break;
  }
  return { letters, digits };
};

/** In bytes: for one picture, and for all that are compared in a document. */
const MAX_PICTURE = 16_000_000;
const MAX_PICTURES = 256_000_000;

/** Names pictures by what the file says about them, which is the same on every page that shows one again. */
const createNames = (pdfium: Pdfium) => {
  let left = MAX_PICTURES;
  return (picture: number): string | null => {
    const length = pdfium._FPDFImageObj_GetImageDataRaw(picture, 0, 0);
    if (length <= 0 || length > Math.min(MAX_PICTURE, left)) return null;
    left -= length;
    const address = pdfium._malloc(length);
    if (address === 0) return null;
    try {
      pdfium._FPDFImageObj_GetImageDataRaw(picture, address, length);
      const data = pdfium.HEAPU8.subarray(address, address + length);
      return createHash('sha256').update(data).digest('base64');
    } finally {
      pdfium._free(address);
    }
  };
};

/** Finds the pages that show something from which no text could be read; they are counted from 1. */
export const findUnread = (pages: readonly PageLook[]): number[] => {
  const backgrounds = findBackgrounds(pages);
  return pages.flatMap((page, at) => {
    const share = page.pictures
      .filter(({ name }) => name === null || !backgrounds.has(name))
      .reduce((sum, picture) => sum + picture.share, 0);
    return isUnread(page, share) ? [at + 1] : [];
  });
};

const MAX_AREAS = 20;

/** Finds the pages whose pictures an engine has to read; `unknown` are those whose text consists mostly of unknown characters. */
export const findPagesToRead = (
  pages: readonly PageLook[],
  { unknown, mode }: { unknown: readonly number[]; mode: OcrMode },
): PageToRead[] => {
  const unread = new Set(findUnread(pages));
  const broken = new Set(unknown);
  const backgrounds = findBackgrounds(pages);
  return pages.flatMap(({ pictures }, at): PageToRead[] => {
    const page = at + 1;
    if (unread.has(page)) return [{ page }];
    if (broken.has(page)) return [{ page, hasText: true }];
    const areas = pictures.flatMap(({ name, area }) =>
      area !== null && (name === null || !backgrounds.has(name)) ? [area] : [],
    );
    return mode === 'all' && areas.length > 0 ? [{ page, areas: areas.slice(0, MAX_AREAS) }] : [];
  });
};

const MIN_BACKGROUND_PAGES = 3;

/** Pictures that many pages show, with text on at least one of these pages; a scan is a different picture on every page. */
const findBackgrounds = (pages: readonly PageLook[]): ReadonlySet<string> => {
  const shownOn = new Map<string, PageLook[]>();
  for (const page of pages) {
    for (const name of new Set(page.pictures.map((picture) => picture.name))) {
      if (name === null) continue;
      const own = shownOn.get(name);
      if (own) own.push(page);
      else shownOn.set(name, [page]);
    }
  }
  const isBackground = (on: readonly PageLook[]): boolean =>
    on.length >= MIN_BACKGROUND_PAGES && on.some((page) => !isBare(page));
  return new Set([...shownOn].flatMap(([name, on]) => (isBackground(on) ? [name] : [])));
};

/** A page with fewer letters and digits has only a stamp or its number in text; the rest is in its picture. */
const MIN_SIGNS = 30;
const MIN_PAGE_PICTURE = 0.5;
/** A picture of this size may contain text if there is no other text on the page. */
const MIN_PICTURE = 0.04;
/** Letters that were turned into drawings, or whose font is not in the file; fewer shapes are a logo. */
const MIN_SHAPES = 60;
/** This many digits may be the page number. */
const MAX_PAGE_NUMBER = 4;

const isUnread = (page: PageLook, share: number): boolean =>
  isBare(page)
    ? share >= MIN_PICTURE || page.shapes >= MIN_SHAPES
    : page.letters + page.digits < MIN_SIGNS && share >= MIN_PAGE_PICTURE;

const isBare = ({ letters, digits }: PageLook): boolean =>
  letters === 0 && digits <= MAX_PAGE_NUMBER;
