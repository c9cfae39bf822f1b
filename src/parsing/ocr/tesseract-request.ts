import type { GreyPicture, PictureArea } from './schema.js';

/** The files of the engine on this machine: its program, and the data of each language. */
export type TesseractFiles = {
  core: string;
  languages: readonly { name: string; path: string }[];
};

/** The requests to the engine's process: first to start, then to read one picture after the other. */
export type TesseractRequest =
  | { kind: 'start'; files: TesseractFiles }
  | { kind: 'read'; picture: GreyPicture; areas: readonly PictureArea[] };
