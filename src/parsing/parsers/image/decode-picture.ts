import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseFailure } from '../../parse-failure.js';

/** Pixels row by row, each one byte of grey, or red, green and blue. */
export type DecodedPicture = { width: number; height: number; channels: 1 | 3; pixels: Buffer };

type Request = {
  /** For a TIFF: the offset of the directory of the wanted picture. */
  directory?: number | undefined;
  /** The picture is scaled down by a whole factor, but its longer side keeps at least this many pixels. */
  longSide: number;
};

/**
 * Decodes one picture with Leptonica, the library inside the OCR engine, in WebAssembly memory that is released afterwards. Throws a parse
 * failure if the picture is damaged or the engine is not installed. The caller must have checked the picture's size.
 */
export const decodePicture = async (
  bytes: Buffer,
  { directory, longSide }: Request,
): Promise<DecodedPicture> => {
  const { core, memory } = await load();
  const address = core._malloc(bytes.length);
  if (address === 0) throw parseFailure('parser_out_of_memory');
  const copy = new Uint8Array(memory.buffer, address, bytes.length);
  copy.set(bytes);
  if (directory !== undefined) putFirst(copy, directory);
  const picture = core._pixReadMem(address, bytes.length);
  if (picture === 0) throw parseFailure('document_corrupt');
  return shrink(toSource(core, memory, picture), longSide);
};

/** Makes the header point to this directory, because the decoder always reads the first picture of a TIFF. */
const putFirst = (file: Uint8Array, directory: number): void => {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  view.setUint32(4, directory, file[0] === 'I'.charCodeAt(0));
};

/** The functions that are called here. Addresses are numbers; 0 is the null pointer. */
type Core = Record<
  | '_malloc'
  | '_pixReadMem'
  | '_emscripten_bind_Pix_get_w_0'
  | '_emscripten_bind_Pix_get_h_0'
  | '_emscripten_bind_Pix_get_d_0'
  | '_emscripten_bind_Pix_get_spp_0'
  | '_emscripten_bind_Pix_get_wpl_0'
  | '_emscripten_bind_Pix_get_data_0'
  | '_emscripten_bind_Pix_get_colormap_0'
  | '_emscripten_bind_PixColormap_get_n_0'
  | '_emscripten_bind_PixColormap_get_array_0',
  (...values: number[]) => number
>;

const LoadCore = z.custom<(options: object) => Promise<Core>>(
  (value) => typeof value === 'function',
);

/** The types of Node.js do not contain WebAssembly. */
type Memory = { buffer: ArrayBuffer };
type Instance = { exports: Readonly<Record<string, unknown>> };
const Wasm = z.custom<{
  compile: (bytes: Uint8Array) => Promise<object>;
  instantiate: (module: object, imports: object) => Promise<Instance>;
  Memory: new (limits: { initial: number }) => Memory;
}>((value) => typeof value === 'object');

const CORE = 'tesseract-core-simd-lstm';

let compiled: Promise<object> | undefined;

/** Each picture gets a new instance, so that it cannot see what an earlier one left in memory. */
const load = async (): Promise<{ core: Core; memory: Memory }> => {
  const wasm = Wasm.parse(Reflect.get(globalThis, 'WebAssembly'));
  const require = createRequire(import.meta.url);
  const folder = findCore(require);
  const module = await (compiled ??= wasm.compile(readFileSync(join(folder, `${CORE}.wasm`))));
  const start = LoadCore.parse(require(join(folder, `${CORE}.js`)));
  let memory: Memory | undefined;
  const core = await start({
    TesseractProgress: () => undefined,
    print: () => undefined,
    printErr: () => undefined,
    // The pixels are read from the instance's memory, which the package does not expose.
    instantiateWasm: (imports: object, receive: (instance: Instance) => void) => {
      void wasm.instantiate(module, imports).then((instance) => {
        const isMemory = (value: unknown): value is Memory => value instanceof wasm.Memory;
        memory = Object.values(instance.exports).find(isMemory);
        receive(instance);
      });
      return {};
    },
  });
  if (memory === undefined) throw parseFailure('parser_crashed');
  return { core, memory };
};

const findCore = (require: NodeJS.Require): string => {
  try {
    return dirname(require.resolve('tesseract.js-core/package.json'));
  } catch (cause) {
    throw parseFailure('document_image_only', cause);
  }
};

/** A decoded picture whose colours are read one by one, as 0xRRGGBB. */
type Source = {
  width: number;
  height: number;
  isGrey: boolean;
  colourAt: (x: number, y: number) => number;
};

const WHITE = 255;

const toSource = (core: Core, { buffer }: Memory, picture: number): Source => {
  const [width, height] = [
    core._emscripten_bind_Pix_get_w_0(picture),
    core._emscripten_bind_Pix_get_h_0(picture),
  ];
  const depth = core._emscripten_bind_Pix_get_d_0(picture);
  const perRow = core._emscripten_bind_Pix_get_wpl_0(picture);
  const words = new Uint32Array(
    buffer,
    core._emscripten_bind_Pix_get_data_0(picture),
    perRow * height,
  );
  const size = { width, height };
  if (depth === 32) {
    const hasAlpha = core._emscripten_bind_Pix_get_spp_0(picture) === 4;
    const wordAt = (x: number, y: number): number => words[y * perRow + x] ?? 0;
    const colourAt = hasAlpha
      ? (x: number, y: number) => overWhite(wordAt(x, y))
      : (x: number, y: number) => wordAt(x, y) >>> 8;
    return { ...size, isGrey: false, colourAt };
  }
  const colours = readColours(core, buffer, { picture, depth });
  const mask = 2 ** depth - 1;
  const valueAt = (x: number, y: number): number => {
    const bit = x * depth;
    const word = words[y * perRow + (bit >> 5)] ?? 0;
    return (word >>> (32 - depth - (bit & 31))) & mask;
  };
  if (colours === null) {
    const colourAt = (x: number, y: number): number => toGrey(valueAt(x, y) >> 8);
    return { ...size, isGrey: true, colourAt };
  }
  return {
    ...size,
    isGrey: colours.every((colour) => toGrey(colour & 0xff) === colour),
    colourAt: (x, y) => colours[valueAt(x, y)] ?? 0,
  };
};

const toGrey = (value: number): number => value * 0x01_01_01;

const overWhite = (word: number): number => {
  const alpha = word & 0xff;
  const colour = word >>> 8;
  if (alpha === WHITE) return colour;
  const rest = WHITE * (WHITE - alpha);
  const red = (((colour >> 16) * alpha + rest) / WHITE) | 0;
  const green = ((((colour >> 8) & 0xff) * alpha + rest) / WHITE) | 0;
  const blue = (((colour & 0xff) * alpha + rest) / WHITE) | 0;
  return (red << 16) | (green << 8) | blue;
};

/** Maps each pixel value to its colour; null for pictures with 16 bits, which have too many values. */
const readColours = (
  core: Core,
  buffer: ArrayBufferLike,
  { picture, depth }: { picture: number; depth: number },
): number[] | null => {
  if (depth > 8) return null;
  const map = core._emscripten_bind_Pix_get_colormap_0(picture);
  if (map === 0) {
    const last = 2 ** depth - 1;
    return Array.from({ length: last + 1 }, (_, value) =>
      // With one bit, 1 is black.
      toGrey(Math.round((WHITE * (depth === 1 ? last - value : value)) / last)),
    );
  }
  const count = core._emscripten_bind_PixColormap_get_n_0(map);
  const quads = new Uint8Array(
    buffer,
    core._emscripten_bind_PixColormap_get_array_0(map),
    4 * count,
  );
  return Array.from({ length: count }, (_, at) => {
    const [blue = 0, green = 0, red = 0] = quads.subarray(4 * at, 4 * at + 3);
    return (red << 16) | (green << 8) | blue;
  });
};

/** Each pixel of the result is the mean of a square of pixels. */
const shrink = ({ width, height, isGrey, colourAt }: Source, longSide: number): DecodedPicture => {
  const step = Math.max(1, Math.floor(Math.max(width, height) / longSide));
  const size = {
    width: Math.max(1, Math.floor(width / step)),
    height: Math.max(1, Math.floor(height / step)),
  };
  const channels = isGrey ? 1 : 3;
  const pixels = Buffer.allocUnsafe(size.width * size.height * channels);
  const area = step * step;
  let to = 0;
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let down = 0; down < step; down += 1) {
        for (let across = 0; across < step; across += 1) {
          const colour = colourAt(
            Math.min(width - 1, x * step + across),
            Math.min(height - 1, y * step + down),
          );
          red += colour >> 16;
          green += (colour >> 8) & 0xff;
          blue += colour & 0xff;
        }
      }
      pixels[to] = Math.round(red / area);
      if (channels === 3) {
        pixels[to + 1] = Math.round(green / area);
        pixels[to + 2] = Math.round(blue / area);
      }
      to += channels;
    }
  }
  return { ...size, channels, pixels };
};
