import { crc32, deflateSync } from 'node:zlib';

/** 24 by 16 pixels, white except for the 8 by 8 in the upper left corner; grey, stored to be turned by 90 degrees clockwise. */
export const TURNED_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAQABgBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwCYNOgD/9k=',
  'base64',
);

/** The same picture, upright. */
export const LOSSLESS_WEBP = Buffer.from(
  'UklGRigAAABXRUJQVlA4TBwAAAAvF8ADAA8w//M///MfeBALJvlL7w0hov8TENMP',
  'base64',
);
export const LOSSY_WEBP = Buffer.from(
  'UklGRjwAAABXRUJQVlA4IDAAAAAwAwCdASoYABAAPrVInkmnJCKhMAgA4BaJaQAAWp+ULDMAAP75wl/yFg/7GpRgAAA=',
  'base64',
);

const WIDTH = 24;
const HEIGHT = 16;
const DARK = 8;

/** The same picture, one byte a pixel. */
const pixelsOf = (): Buffer =>
  Buffer.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      at % WIDTH < DARK && at / WIDTH < DARK ? 0 : 255,
    ),
  );

const pngPart = (name: string, content: Buffer): Buffer => {
  const part = Buffer.alloc(content.length + 12);
  part.writeUInt32BE(content.length, 0);
  part.write(name, 4, 'latin1');
  part.set(content, 8);
  part.writeUInt32BE(crc32(part.subarray(4, content.length + 8)), content.length + 8);
  return part;
};

type Png = { width?: number; height?: number; bits?: number; kind?: number; rows?: Buffer };

/** A PNG; what its header says and what its rows are may differ. */
export const pngOf = ({
  width = WIDTH,
  height = HEIGHT,
  bits = 8,
  kind = 0,
  rows = toRows(),
}: Png = {}): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngPart('IHDR', header),
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
};

const toRows = (): Buffer =>
  Buffer.concat(
    Array.from({ length: HEIGHT }, (_, row) =>
      Buffer.concat([Buffer.alloc(1), pixelsOf().subarray(row * WIDTH, (row + 1) * WIDTH)]),
    ),
  );

/** A PNG whose pixels have an opacity: black, which is visible only in the dark corner. */
export const alphaPng = (): Buffer => {
  const pairs = [...pixelsOf()].map((value) => [0, 255 - value]);
  const rows = Array.from({ length: HEIGHT }, (_, row) => [
    0,
    ...pairs.slice(row * WIDTH, (row + 1) * WIDTH).flat(),
  ]);
  return pngOf({ kind: 4, rows: Buffer.from(rows.flat()) });
};

type Tiff = {
  /** One picture for each. */
  orientations?: readonly number[];
  width?: number;
  height?: number;
  dpi?: { across: number; down: number };
  /** The directory after the last one, by its place in the list from 0. */
  next?: number;
};

const HEAD = 8;
const ENTRIES = 12;
const DIRECTORY = 2 + ENTRIES * 12 + 4;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/** A TIFF of uncompressed pictures, all with the same pixels. */
export const tiffOf = ({
  orientations = [1],
  width = WIDTH,
  height = HEIGHT,
  dpi,
  next,
}: Tiff = {}): Buffer => {
  const pixels = pixelsOf();
  const first = HEAD + 16 + pixels.length;
  const file = Buffer.alloc(first + orientations.length * DIRECTORY);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(first, 4);
  [dpi?.across ?? 0, 1, dpi?.down ?? 0, 1].forEach((value, at) =>
    file.writeUInt32LE(value, HEAD + 4 * at),
  );
  file.set(pixels, HEAD + 16);
  orientations.forEach((orientation, at) => {
    const place = first + at * DIRECTORY;
    const entries = [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8],
      [259, SHORT, 1],
      [262, SHORT, 1],
      [273, LONG, HEAD + 16],
      [274, SHORT, orientation],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, pixels.length],
      [282, RATIONAL, HEAD],
      [283, RATIONAL, HEAD + 8],
    ] as const;
    file.writeUInt16LE(entries.length, place);
    entries.forEach(([tag, type, value], entry) => {
      const start = place + 2 + entry * 12;
      file.writeUInt16LE(tag, start);
      file.writeUInt16LE(type, start + 2);
      file.writeUInt32LE(1, start + 4);
      file.writeUInt32LE(value, start + 8);
    });
    const isLast = at === orientations.length - 1;
    const following = isLast ? next : at + 1;
    const then = following === undefined ? 0 : first + following * DIRECTORY;
    file.writeUInt32LE(then, place + DIRECTORY - 4);
  });
  return file;
};
