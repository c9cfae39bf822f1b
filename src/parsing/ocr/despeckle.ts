import type { GreyPicture } from './schema.js';

/**
 * Removes specks of dirt if a picture is full of them, because the engine reads them as full stops and accents, or loses whole words. A
 * clean picture stays unchanged, because filtering would damage thin strokes.
 */
export const despeckle = (picture: GreyPicture): GreyPicture => {
  const pixels = picture.grey.length;
  return countSpecks(picture) > MAX_SPECKS * pixels ? withoutSpecks(picture) : picture;
};

/**
 * Measured at 200 dpi: pages of letters, as small as 6 points and with the traces of JPEG, have at most 0.00016 such points a pixel; one
 * speck on 330 pixels makes 0.0026.
 */
const MAX_SPECKS = 0.0006;
/** A speck is darker than each of its neighbours by more than this. */
const DARKER = 60;

const countSpecks = ({ width, height, grey }: GreyPicture): number => {
  const around = neighboursOf(width);
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const limit = (grey[at] ?? 0) + DARKER;
      if (around.every((step) => (grey[at + step] ?? 0) > limit)) count += 1;
    }
  }
  return count;
};

const neighboursOf = (width: number): readonly number[] => [
  -width - 1,
  -width,
  -width + 1,
  -1,
  1,
  width - 1,
  width,
  width + 1,
];

/** Replaces each pixel by the median of itself and its eight neighbours. */
const withoutSpecks = ({ width, height, grey }: GreyPicture): GreyPicture => {
  const around = neighboursOf(width);
  const filtered = Uint8Array.from(grey);
  const sorted = new Uint8Array(around.length + 1);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      sorted[0] = grey[at] ?? 0;
      for (let place = 1; place < sorted.length; place += 1) {
        insert(sorted, place, grey[at + (around[place - 1] ?? 0)] ?? 0);
      }
      filtered[at] = sorted[around.length / 2] ?? 0;
    }
  }
  return { width, height, grey: filtered };
};

/** Inserts a value into the sorted values before this place. */
const insert = (sorted: Uint8Array, place: number, value: number): void => {
  let to = place;
  for (; to > 0 && (sorted[to - 1] ?? 0) > value; to -= 1) sorted[to] = sorted[to - 1] ?? 0;
  sorted[to] = value;
};
