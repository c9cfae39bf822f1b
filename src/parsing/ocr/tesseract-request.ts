import type { GreyPicture, PictureArea } from './schema.js';

/** The files of the engine on this machine: its program, and the data of each language. */
export type TesseractFiles = {
  core: string;
  languages: readonly { name: string; path: string }[];
};

/** What the process of the engine is asked: first to start, then to read one picture after the other. */
export type TesseractRequest =
  | { kind: 'start'; files: TesseractFiles }
  | { kind: 'read'; picture: GreyPicture; areas: readonly PictureArea[] };
