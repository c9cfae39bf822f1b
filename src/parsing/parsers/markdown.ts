import { csv } from './csv.js';
import type { Parser, TextFile } from '../parser.js';

/** Markdown (CommonMark and tables) by its syntax tree; front matter comes first, as written. */
export const markdown: Parser = {
  name: 'markdown',
  mimeType: 'text/markdown',
  label: 'Markdown',
  extensions: ['.md', '.markdown'],
  isPlainText: true,
  recognises: { text: (file) => isMarkdown(file) },
  read: async (input) => (await import('./markdown/read-markdown.js')).read(input),
};

const SIGNS: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/mu,
  /^ {0,3}(?:```|~~~)/mu,
  /\[[^\]\n]{0,200}\]\([^()\s]{1,500}\)/u,
  /^\s{0,3}\|?\s*:?-{3,}:?\s*\|/mu,
  /(?:\*\*|__)\S[^*_\n]{0,200}(?:\*\*|__)/u,
  /^\s{0,3}[-*+] \S[^\n]*\n\s{0,3}[-*+] \S/mu,
  /^ {0,3}> \S/mu,
];

const isMarkdown = ({ sample, extension }: TextFile): boolean => {
  // The cells of a table may contain such signs, too.
  if (csv.extensions.includes(extension)) return false;
  const signs = SIGNS.filter((sign) => sign.test(sample)).length;
  if (signs !== 1) return signs > 1;
  return markdown.extensions.includes(extension);
};
