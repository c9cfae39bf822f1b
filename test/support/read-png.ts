import { inflateSync } from 'node:zlib';

/** Reads what our own pictures are: one byte a pixel, no filter, grey or indexed. */
export const readPng = (bytes: Buffer) => {
  const parts = new Map<string, Buffer[]>();
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    parts.set(name, [...(parts.get(name) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  const header = parts.get('IHDR')?.[0] ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(Buffer.concat(parts.get('IDAT') ?? []));
  const palette = parts.get('PLTE')?.[0];
  const colourAt = (x: number, y: number): [number, number, number] => {
    const value = rows[y * (width + 1) + 1 + x] ?? 0;
    if (palette === undefined) return [value, value, value];
    return [palette[value * 3] ?? 0, palette[value * 3 + 1] ?? 0, palette[value * 3 + 2] ?? 0];
  };
  let dark = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (colourAt(x, y)[1] < 128) dark += 1;
  }
  return {
    width,
    height,
    colourAt,
    isGrey: palette === undefined,
    darkShare: dark / (width * height),
  };
};
