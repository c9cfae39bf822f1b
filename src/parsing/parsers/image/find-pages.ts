import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { ImageFile, ImagePage } from './image-page.js';
import { findTiffPages, readExif } from './tiff-directories.js';

/** Finds the pages of a picture file by reading only its headers. Throws a parse failure if it has none, or only huge ones. */
export const findImagePages = (file: ImageFile): ImagePage[] => {
  const pages = readHeaders(file);
  if (pages.length === 0) throw parseFailure('document_corrupt');
  if (pages.every(isHuge)) throw parseFailure('document_too_complex');
  return pages;
};

/** True if the picture has more pixels than are ever decoded. */
export const isHuge = ({ width, height }: ImagePage): boolean =>
  width * height > PARSER_LIMITS.picturePixels;

const readHeaders = ({ kind, bytes }: ImageFile): ImagePage[] => {
  if (kind === 'tiff') return findTiffPages(bytes);
  const page = { png: readPng, jpeg: readJpeg, webp: readWebp }[kind](bytes);
  return page !== null && page.width > 0 && page.height > 0 ? [page] : [];
};

const INCH_IN_METRES = 0.0254;
const PER_METRE = 1;

const readPng = (bytes: Buffer): ImagePage | null => {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const page: ImagePage = {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    orientation: 1,
    dpi: null,
  };
  for (const { name, content } of pngParts(bytes)) {
    if (name === 'IDAT') break;
    if (name === 'pHYs' && content.length >= 9 && content[8] === PER_METRE) {
      const [across, down] = [content.readUInt32BE(0), content.readUInt32BE(4)];
      page.dpi = { across: across * INCH_IN_METRES, down: down * INCH_IN_METRES };
    }
    if (name === 'eXIf') page.orientation = readExif(content).orientation;
  }
  return page;
};

type Part = { name: string; content: Buffer };

function* pngParts(bytes: Buffer): Generator<Part> {
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    yield { name, content: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const JFIF = Buffer.from('JFIF\0', 'latin1');
const START_OF_SCAN = 0xda;
/** True for the markers of frame headers, which state the size; three codes of that range mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const readJpeg = (bytes: Buffer): ImagePage | null => {
  const page: ImagePage = { width: 0, height: 0, orientation: 1, dpi: null };
  for (const { marker, content } of jpegSegments(bytes)) {
    if (content.subarray(0, JFIF.length).equals(JFIF)) page.dpi ??= readDensity(content);
    if (content.subarray(0, EXIF.length).equals(EXIF)) {
      const { orientation, dpi } = readExif(content.subarray(EXIF.length));
      page.orientation = orientation;
      page.dpi ??= dpi;
    }
    if (!isFrame(marker) || content.length < 6) continue;
    return { ...page, height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
  }
  return null;
};

function* jpegSegments(bytes: Buffer): Generator<{ marker: number; content: Buffer }> {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return;
    yield { marker, content: bytes.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
}

const readDensity = (content: Buffer): ImagePage['dpi'] => {
  if (content.length < 12) return null;
  const perInch = content[7] === 1 ? 1 : content[7] === 2 ? 2.54 : 0;
  const [across, down] = [content.readUInt16BE(8) * perInch, content.readUInt16BE(10) * perInch];
  return across > 0 && down > 0 ? { across, down } : null;
};

const readWebp = (bytes: Buffer): ImagePage | null => {
  const page: ImagePage = { width: 0, height: 0, orientation: 1, dpi: null };
  for (const { name, content } of webpParts(bytes)) {
    if (name === 'EXIF') {
      const block = content.subarray(0, EXIF.length).equals(EXIF)
        ? content.subarray(EXIF.length)
        : content;
      page.orientation = readExif(block).orientation;
    }
    if (page.width === 0) Object.assign(page, webpSize(name, content));
  }
  return page;
};

function* webpParts(bytes: Buffer): Generator<Part> {
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    yield {
      name: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 8 + length + (length % 2);
  }
}

/** Sizes have 14 bits, or 24 in an extended file. */
const webpSize = (name: string, content: Buffer): Pick<ImagePage, 'width' | 'height'> | null => {
  if (content.length < 10) return null;
  if (name === 'VP8X') {
    return { width: 1 + content.readUIntLE(4, 3), height: 1 + content.readUIntLE(7, 3) };
  }
  if (name === 'VP8L') {
    const packed = content.readUInt32LE(1);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  if (name !== 'VP8 ') return null;
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
};
