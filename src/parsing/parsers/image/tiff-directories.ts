import { PARSER_LIMITS, parseFailure } from '../../parse-failure.js';
import { TURNS, type ImagePage, type Orientation } from './image-page.js';

/** A directory of a TIFF describes one picture; cameras describe a JPEG in the same way (EXIF). */
type Directory = {
  at: number;
  width: number;
  height: number;
  orientation: Orientation;
  dpi: ImagePage['dpi'];
  /** A preview of another picture. */
  isReduced: boolean;
};

/** The pictures of a TIFF, in the order of the file. */
export const findTiffPages = (bytes: Buffer): ImagePage[] =>
  readDirectories(bytes)
    .filter(({ isReduced, width, height }) => !isReduced && width > 0 && height > 0)
    // The decoder turns these pictures itself.
    .map(({ at, width, height, orientation, dpi }) => {
      const isTurned = orientation >= 5;
      const upright = isTurned ? { width: height, height: width } : { width, height };
      return { ...upright, dpi: isTurned ? swap(dpi) : dpi, orientation: 1, directory: at };
    });

/** What a camera wrote about its picture; a picture without it is upright. */
export const readExif = (block: Buffer): Pick<ImagePage, 'orientation' | 'dpi'> => {
  const reader = createReader(block);
  const first = reader === null ? null : readDirectory(reader, reader.long(4));
  return { orientation: first?.orientation ?? 1, dpi: first?.dpi ?? null };
};

const swap = (dpi: ImagePage['dpi']): ImagePage['dpi'] =>
  dpi === null ? null : { across: dpi.down, down: dpi.across };

const readDirectories = (bytes: Buffer): Directory[] => {
  const reader = createReader(bytes);
  if (reader === null) return [];
  const found: Directory[] = [];
  // A directory may name an earlier one as the next.
  const seen = new Set<number>();
  for (let at = reader.long(4); at !== 0 && !seen.has(at);) {
    if (seen.size >= PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
    seen.add(at);
    const directory = readDirectory(reader, at);
    if (directory === null) break;
    found.push(directory);
    at = reader.long(at + COUNT_BYTES + reader.short(at) * ENTRY_BYTES);
  }
  return found;
};

const COUNT_BYTES = 2;
const ENTRY_BYTES = 12;
const HEADER_BYTES = 8;

/** Numbers in the byte order of the file; 0 beyond its end. */
type Reader = { size: number; short: (at: number) => number; long: (at: number) => number };

const createReader = (bytes: Buffer): Reader | null => {
  if (bytes.length < HEADER_BYTES) return null;
  const isLittle = bytes[0] === 'I'.charCodeAt(0);
  const within = (at: number, length: number): boolean => at >= 0 && at + length <= bytes.length;
  return {
    size: bytes.length,
    short: (at) =>
      !within(at, 2) ? 0 : isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at),
    long: (at) => (!within(at, 4) ? 0 : isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  };
};

const TAGS = {
  subfile: 254,
  width: 256,
  height: 257,
  orientation: 274,
  across: 282,
  down: 283,
  unit: 296,
} as const;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const CENTIMETRES = 3;
const REDUCED = 1;
/** No program writes more entries. */
const MAX_ENTRIES = 1000;

const readDirectory = (reader: Reader, at: number): Directory | null => {
  const count = reader.short(at);
  if (at < HEADER_BYTES || count === 0 || count > MAX_ENTRIES) return null;
  if (at + COUNT_BYTES + count * ENTRY_BYTES > reader.size) return null;
  const values = new Map<number, number>();
  for (let entry = 0; entry < count; entry += 1) {
    const place = at + COUNT_BYTES + entry * ENTRY_BYTES;
    values.set(reader.short(place), readValue(reader, place));
  }
  const valueOf = (tag: number): number => values.get(tag) ?? 0;
  const perInch = valueOf(TAGS.unit) === CENTIMETRES ? 2.54 : 1;
  const across = valueOf(TAGS.across) * perInch;
  const down = valueOf(TAGS.down) * perInch;
  return {
    at,
    width: valueOf(TAGS.width),
    height: valueOf(TAGS.height),
    orientation: TURNS.find((turn) => turn === valueOf(TAGS.orientation)) ?? 1,
    dpi: across > 0 && down > 0 ? { across, down } : null,
    isReduced: (valueOf(TAGS.subfile) & REDUCED) !== 0,
  };
};

const readValue = ({ short, long }: Reader, place: number): number => {
  const type = short(place + 2);
  if (type === SHORT) return short(place + 8);
  if (type === LONG) return long(place + 8);
  if (type !== RATIONAL) return 0;
  const at = long(place + 8);
  const divisor = long(at + 4);
  return divisor === 0 ? 0 : long(at) / divisor;
};
