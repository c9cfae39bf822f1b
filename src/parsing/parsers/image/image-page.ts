export type ImageKind = 'png' | 'jpeg' | 'tiff' | 'webp';

export type ImageFile = { kind: ImageKind; bytes: Buffer };

/** How the stored rows of a picture lie on its page, as EXIF numbers it: 1 is upright, 6 has to be turned by 90 degrees clockwise. */
export const TURNS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Orientation = (typeof TURNS)[number];

/** One picture of a file, as its header describes it. */
export type ImagePage = {
  /** In pixels, as they are stored. */
  width: number;
  height: number;
  orientation: Orientation;
  /** Pixels per inch; null if the file does not say. */
  dpi: { across: number; down: number } | null;
  /** Of a TIFF: where the description of this picture begins. */
  directory?: number;
};
