import type { IconName } from '../ui/icons.js';

const ENDINGS: Readonly<Record<string, IconName>> = {
  xlsx: 'sheet',
  xls: 'sheet',
  ods: 'sheet',
  csv: 'sheet',
  tsv: 'sheet',
  pptx: 'slides',
  odp: 'slides',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  tif: 'picture',
  tiff: 'picture',
  webp: 'picture',
  eml: 'mail',
  msg: 'mail',
  mbox: 'mail',
  html: 'web',
  htm: 'web',
};

/** The drawing for a kind of file, told by the ending of its name; text is the usual kind. */
export const toFileIcon = (filename: string): IconName =>
  ENDINGS[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()] ?? 'text';
