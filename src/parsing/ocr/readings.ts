import type { PageReading, ReadText } from './schema.js';

/** A page that was read, with its text. */
export type ReadPage = PageReading & { text: ReadText };

/** The pages that were read, by their numbers. */
export type Readings = ReadonlyMap<number, ReadPage>;

/** Leaves out pages that could not be read, and uncertain readings of pages that have a text of their own. */
export const toReadings = (readings: readonly PageReading[]): Readings =>
  new Map(
    readings
      .filter(isReadPage)
      .filter(isBetter)
      .map((reading) => [reading.page, reading] as const),
  );

const isReadPage = (reading: PageReading): reading is ReadPage => reading.text !== null;

/** The confidence that an engine needs to replace a text in the file. */
const SURE = 70;

const isBetter = ({ hasText, text }: ReadPage): boolean =>
  hasText !== true || text.confidence >= SURE;
