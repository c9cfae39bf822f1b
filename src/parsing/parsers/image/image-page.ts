export type ImageKind = 'png' | 'jpeg' | 'tiff' | 'webp';

export type ImageFile = { kind: ImageKind; bytes: Buffer };

/** The orientations of EXIF: 1 is upright, and a picture with 6 must be turned clockwise by 90 degrees. */
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
  /** For a TIFF: the offset of this picture's directory. */
  directory?: number;
};
