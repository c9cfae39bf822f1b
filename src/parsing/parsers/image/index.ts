import type { Parser } from '../../parser.js';
import type { ImageKind } from './image-page.js';

/** The kind of a picture by its first bytes; null for any other file. */
export const imageKindOf = (bytes: Buffer): ImageKind | null => {
  const startsWith = (mark: string): boolean => bytes.toString('latin1', 0, mark.length) === mark;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith('\xff\xd8\xff')) return 'jpeg';
  if (startsWith('II*\0') || startsWith('MM\0*')) return 'tiff';
  return startsWith('RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
};

/** Pictures, such as scans and photos of pages. Their text is read by an OCR engine only, so without one they are refused. */
const readerOf =
  (kind: ImageKind): Parser['read'] =>
  async (input) =>
    (await import('./read-image.js')).read(kind, input);

export const png: Parser = {
  name: 'png',
  mimeType: 'image/png',
  label: 'PNG',
  extensions: ['.png'],
  recognises: { bytes: (bytes) => imageKindOf(bytes) === 'png' },
  read: readerOf('png'),
};

export const jpeg: Parser = {
  name: 'jpeg',
  mimeType: 'image/jpeg',
  label: 'JPEG',
  extensions: ['.jpg', '.jpeg'],
  recognises: { bytes: (bytes) => imageKindOf(bytes) === 'jpeg' },
  read: readerOf('jpeg'),
};

/** Each picture of the file is a page. */
export const tiff: Parser = {
  name: 'tiff',
  mimeType: 'image/tiff',
  label: 'TIFF',
  extensions: ['.tif', '.tiff'],
  recognises: { bytes: (bytes) => imageKindOf(bytes) === 'tiff' },
  read: readerOf('tiff'),
};

export const webp: Parser = {
  name: 'webp',
  mimeType: 'image/webp',
  label: 'WebP',
  extensions: ['.webp'],
  recognises: { bytes: (bytes) => imageKindOf(bytes) === 'webp' },
  read: readerOf('webp'),
};
