import { crc32, deflateSync } from 'node:zlib';
import { choosePalette } from './palette.js';
import type { Pixels } from './schema.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const GREY = 0;
const INDEXED = 3;
/** Compression level out of 9: one step more costs a third more time for a fiftieth of the size (pages of text at 892 pixels). */
const LEVEL = 4;

/** A picture with one byte a pixel: grey where nothing on it is coloured, else with at most 256 colours of its own. */
export const toPng = (pixels: Pixels): Buffer => {
  const colours = isGrey(pixels) ? null : choosePalette(pixels);
  const rows =
    colours === null ? toRows(pixels, (value) => value & 0xff) : toRows(pixels, colours.indexOf);
  return Buffer.concat([
    SIGNATURE,
    toPart('IHDR', toHeader(pixels, colours === null ? GREY : INDEXED)),
    ...(colours === null ? [] : [toPart('PLTE', colours.palette)]),
    toPart('IDAT', deflateSync(rows, { level: LEVEL })),
    toPart('IEND', Buffer.alloc(0)),
  ]);
};

/** Differences between the channels of a pixel that nobody sees. */
const SAME = 6;

const isGrey = ({ width, height, perRow, values }: Pixels): boolean => {
  let last = 0;
  for (let y = 0; y < height; y += 1) {
    for (let at = y * perRow, end = at + width; at < end; at += 1) {
      const value = values[at] ?? 0;
      if (value === last) continue;
      last = value;
      const green = (value >> 8) & 0xff;
      if (
        Math.abs((value & 0xff) - green) > SAME ||
        Math.abs(((value >> 16) & 0xff) - green) > SAME
      ) {
        return false;
      }
    }
  }
  return true;
};

/** Each row begins with the number of its filter, which is 0: none. A pixel like the one before it, as most are, is not looked up again. */
const toRows = (
  { width, height, perRow, values }: Pixels,
  toByte: (value: number) => number,
): Uint8Array => {
  const rows = new Uint8Array((width + 1) * height);
  let last = 0;
  let byte = toByte(last);
  for (let y = 0; y < height; y += 1) {
    let to = y * (width + 1) + 1;
    for (let from = y * perRow, end = from + width; from < end; from += 1) {
      const value = values[from] ?? 0;
      if (value !== last) {
        last = value;
        byte = toByte(value);
      }
      rows[to] = byte;
      to += 1;
    }
  }
  return rows;
};

const toHeader = ({ width, height }: Pixels, kind: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel; compression, filters and order of rows as every PNG has them.
  header.set([8, kind, 0, 0, 0], 8);
  return header;
};

const toPart = (name: string, content: Uint8Array): Buffer => {
  const part = Buffer.alloc(content.length + 12);
  part.writeUInt32BE(content.length, 0);
  part.write(name, 4, 'latin1');
  part.set(content, 8);
  part.writeUInt32BE(crc32(part.subarray(4, content.length + 8)), content.length + 8);
  return part;
};
