import { calendar } from './calendar.js';
import { csv } from './csv.js';
import { docx } from './docx/index.js';
import { eml } from './eml/index.js';
import { html } from './html.js';
import { jpeg, png, tiff, webp } from './image/index.js';
import { json } from './json.js';
import { log } from './log.js';
import { markdown } from './markdown.js';
import { notebook } from './notebook.js';
import { odp, ods, odt } from './odf/index.js';
import { pdf } from './pdf/index.js';
import { pptx } from './pptx/index.js';
import { rtf } from './rtf/index.js';
import { sourceCode } from './source-code.js';
import { subtitles } from './subtitles.js';
import { text } from './text.js';
import { vcard } from './vcard.js';
import { xlsx } from './xlsx/index.js';

/** All parsers. A file is offered to them in this order, so the ones that accept any text come last. */
export const PARSERS = [
  pdf,
  png,
  jpeg,
  tiff,
  webp,
  docx,
  pptx,
  xlsx,
  odt,
  odp,
  ods,
  rtf,
  eml,
  calendar,
  vcard,
  subtitles,
  sourceCode,
  html,
  notebook,
  json,
  log,
  markdown,
  csv,
  text,
];
