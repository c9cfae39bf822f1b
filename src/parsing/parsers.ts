/** The registry of formats: each export is named as its `DocumentFormat`. */
export { csv } from './csv.js';
export { docx } from './docx.js';
export { eml } from './eml.js';
export { html } from './html.js';
export { json } from './json.js';
export { markdown } from './markdown.js';
export { odp } from './odp.js';
export { ods } from './ods.js';
export { odt } from './odt.js';
export { pdf } from './pdf.js';
export { pptx } from './pptx.js';
export { rtf } from './rtf.js';
export { text } from './text.js';
export { xlsx } from './xlsx.js';
