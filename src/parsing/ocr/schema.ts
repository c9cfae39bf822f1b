import { z } from 'zod';

const Fraction = z.number().min(-0.01).max(1.01);

/** A rectangle of a page's picture, in fractions of its width and height, from its upper left corner. */
export const PictureArea = z.object({
  left: Fraction,
  top: Fraction,
  right: Fraction,
  bottom: Fraction,
});
export type PictureArea = z.infer<typeof PictureArea>;

/** A page whose picture an engine has to read: all of it, or the areas that the page's own text leaves out. */
export const PageToRead = z.object({
  page: z.int().min(1),
  areas: z.array(PictureArea).max(20).optional(),
  /** The page has a text, which stays if the engine's reading is uncertain. */
  hasText: z.literal(true).optional(),
});
export type PageToRead = z.infer<typeof PageToRead>;

const ReadWord = PictureArea.extend({
  text: z.string().min(1).max(500),
  /** The engine's confidence, from 0 to 100. */
  confidence: z.number().min(0).max(100),
});
export type ReadWord = z.infer<typeof ReadWord>;

/** A printed line; its coordinates are those of the picture after it was rotated. */
const ReadLine = z.object({
  words: z.array(ReadWord).min(1).max(2_000),
  baseline: Fraction,
  /** From the lowest to the highest letters. */
  height: Fraction,
});
export type ReadLine = z.infer<typeof ReadLine>;

/** What an engine reads in one picture. */
export const ReadText = z.object({
  lines: z.array(ReadLine).max(5_000),
  confidence: z.number().min(0).max(100),
  /** Degrees, clockwise, by which the picture had to be rotated to be upright. */
  turned: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
});
export type ReadText = z.infer<typeof ReadText>;

/** A page that was read, or `text: null` for one that could not be. */
export const PageReading = PageToRead.extend({ text: ReadText.nullable() });
export type PageReading = z.infer<typeof PageReading>;

/**
 * Stored readings. One that does not have this shape, for example from another system's archive, is left out, and its page is read again.
 */
export const parseReadings = (stored: readonly unknown[]): PageReading[] =>
  stored.flatMap((reading) => {
    const { data } = PageReading.safeParse(reading);
    return data === undefined ? [] : [data];
  });

/** Which pages are read from their pictures: `scans` are those without a usable text; `all` also includes pictures next to text. */
export const OcrMode = z.enum(['scans', 'all']);
export type OcrMode = z.infer<typeof OcrMode>;

/** What a parser needs to know: which pages to report, and what has been read from them so far. */
export type OcrRequest = { mode: OcrMode; readings: readonly PageReading[] };

/** A picture with one byte per pixel, row by row; 0 is black. */
export type GreyPicture = { width: number; height: number; grey: Uint8Array };

/** Reads text in pictures. Each engine is one file that creates one of these. */
export type OcrEngine = {
  /** The names of the engine and its languages: what another engine has read is read again. */
  name: string;
  /** Fails with a parse failure if the picture is at fault, with `server_busy`, or with the signal's reason. */
  read: (
    picture: GreyPicture,
    options: { areas?: readonly PictureArea[] | undefined; signal: AbortSignal },
  ) => Promise<ReadText>;
  close: () => Promise<void>;
};
