import type { GreyPicture, ReadText } from './schema.js';

export type Turned = ReadText['turned'];

/** Rotates a picture clockwise by this many degrees. */
export const turnPicture = (picture: GreyPicture, turned: Turned): GreyPicture => {
  if (turned === 0) return picture;
  const { width, height, grey } = picture;
  const isAcross = turned !== 180;
  const [newWidth, newHeight] = isAcross ? [height, width] : [width, height];
  const pixels = new Uint8Array(grey.length);
  let to = 0;
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      pixels[to] = grey[sourceOf({ x, y }, picture, turned)] ?? 0;
      to += 1;
    }
  }
  return { width: newWidth, height: newHeight, grey: pixels };
};

type Place = { x: number; y: number };

/** The place of a pixel of the rotated picture in the original. */
const sourceOf = ({ x, y }: Place, { width, height }: GreyPicture, turned: Turned): number => {
  if (turned === 90) return (height - 1 - x) * width + y;
  if (turned === 270) return x * width + (width - 1 - y);
  return (height - 1 - y) * width + (width - 1 - x);
};
