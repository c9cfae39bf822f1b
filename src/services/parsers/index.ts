/** The registry of formats: each export is named as its `DocumentFormat`. */
export { docx } from './docx.js';
export { html } from './html.js';
export { markdown } from './markdown.js';
export { pdf } from './pdf.js';
export { text } from './text.js';
