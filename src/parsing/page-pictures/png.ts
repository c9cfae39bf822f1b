import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './schema.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const GREY = 0;
const INDEXED = 3;
/** Compression level out of 9: one step more takes a third more time and saves a fiftieth of the size (pages of text at 892 pixels). */
const LEVEL = 4;

/** A picture with one byte per pixel: grey if nothing on it is coloured, otherwise with at most 256 colours of its own. */
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

/** Invisible differences between the channels of a pixel. */
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

/**
 * Each row begins with the number of its filter, which is 0: none. Most pixels are equal to the one before, and are not looked up again.
 */
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
  // Eight bits per pixel; compression, filters and row order as in every PNG.
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

/** Colours are told apart by the upper five bits of each channel. */
const BINS = 1 << 15;
const MAX_COLOURS = 256;

/** The mean of all pixels that share one colour of the palette. */
type Bin = { bin: number; count: number; channels: [red: number, green: number, blue: number] };

/** At most 256 colours of a picture, by median cut (Heckbert 1982), as a PNG palette, with a function that finds a pixel's colour in it. */
const choosePalette = (pixels: Pixels): { palette: Buffer; indexOf: (value: number) => number } => {
  const boxes = cut(countBins(pixels));
  const palette = Buffer.alloc(boxes.length * 3);
  const places = new Uint8Array(BINS);
  for (const [at, bins] of boxes.entries()) {
    const count = bins.reduce((sum, bin) => sum + bin.count, 0);
    for (const channel of [0, 1, 2] as const) {
      const sum = bins.reduce((all, bin) => all + bin.channels[channel] * bin.count, 0);
      palette[at * 3 + channel] = Math.round(sum / count);
    }
    for (const { bin } of bins) places[bin] = at;
  }
  return { palette, indexOf: (value) => places[binOf(value)] ?? 0 };
};

const binOf = (value: number): number =>
  ((value >> 9) & 0x7c00) | ((value >> 6) & 0x3e0) | ((value >> 3) & 0x1f);

const countBins = ({ width, height, perRow, values }: Pixels): Bin[] => {
  const counts = new Uint32Array(BINS);
  const sums = new Float64Array(BINS * 3);
  const add = (value: number, count: number): void => {
    const bin = binOf(value);
    counts[bin] = (counts[bin] ?? 0) + count;
    const first = bin * 3;
    sums[first] = (sums[first] ?? 0) + ((value >> 16) & 0xff) * count;
    sums[first + 1] = (sums[first + 1] ?? 0) + ((value >> 8) & 0xff) * count;
    sums[first + 2] = (sums[first + 2] ?? 0) + (value & 0xff) * count;
  };
  // Most of a page is one colour, so equal neighbours are counted together.
  let last = 0;
  let equal = 0;
  for (let y = 0; y < height; y += 1) {
    for (let at = y * perRow, end = at + width; at < end; at += 1) {
      const value = values[at] ?? 0;
      if (value === last) equal += 1;
      else {
        if (equal > 0) add(last, equal);
        last = value;
        equal = 1;
      }
    }
  }
  if (equal > 0) add(last, equal);
  return Array.from(counts).flatMap((count, bin): Bin[] => {
    const mean = (channel: number): number => (sums[bin * 3 + channel] ?? 0) / count;
    return count === 0 ? [] : [{ bin, count, channels: [mean(0), mean(1), mean(2)] }];
  });
};

/** Halves the set of colours that differ most, until the maximum number of sets is reached. */
const cut = (all: readonly Bin[]): Bin[][] => {
  const done: Bin[][] = [];
  const open = [toBox([...all])];
  while (open.length > 0 && open.length + done.length < MAX_COLOURS) {
    const widest = open.reduce((one, other) => (other.weight > one.weight ? other : one));
    open.splice(open.indexOf(widest), 1);
    if (widest.bins.length === 1) {
      done.push(widest.bins);
      continue;
    }
    const sorted = widest.bins.toSorted(
      (one, other) => one.channels[widest.channel] - other.channels[widest.channel],
    );
    const middle = middleOf(sorted);
    open.push(toBox(sorted.slice(0, middle)), toBox(sorted.slice(middle)));
  }
  return [...done, ...open.map(({ bins }) => bins)];
};

type Box = { bins: Bin[]; channel: 0 | 1 | 2; weight: number };

const toBox = (bins: Bin[]): Box => {
  const spreads = ([0, 1, 2] as const).map((channel) => {
    const values = bins.map(({ channels }) => channels[channel]);
    return { channel, spread: maximum(values) - minimum(values) };
  });
  const widest = spreads.reduce((one, other) => (other.spread > one.spread ? other : one));
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  // A colour of only a few pixels may be the one that a reader looks for, so the count has little weight.
  return { bins, channel: widest.channel, weight: widest.spread * Math.log2(1 + count) };
};

const maximum = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
const minimum = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), 255);

/** The index with half of the pixels on each side; never at an end. */
const middleOf = (bins: readonly Bin[]): number => {
  const half = bins.reduce((sum, { count }) => sum + count, 0) / 2;
  let sum = 0;
  const at = bins.findIndex(({ count }) => (sum += count) >= half);
  return Math.min(bins.length - 1, Math.max(1, at));
};
