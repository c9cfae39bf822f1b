/** The registry of formats: each export is named as its `DocumentFormat`. */
export { csv } from './csv.js';
export { docx } from './docx/index.js';
export { eml } from './eml.js';
export { html } from './html.js';
export { json } from './json.js';
export { markdown } from './markdown.js';
export { odp } from './odf/odp.js';
export { ods } from './odf/ods.js';
export { odt } from './odf/odt.js';
export { pdf } from './pdf/index.js';
export { pptx } from './pptx.js';
export { rtf } from './rtf/index.js';
export { text } from './text.js';
export { xlsx } from './xlsx/index.js';
