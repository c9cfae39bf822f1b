import { decodeText } from './decode-text.js';
import { htmlToBlocks } from './html-blocks.js';
import type { Parser } from './parser.js';

/** HTML by its headings, paragraphs, lists and tables, without scripts, styles, navigation and hidden parts. */
export const html: Parser = async ({ bytes }) => {
  const source = decodeText(bytes);
  const { blocks } = htmlToBlocks(source, { countPages: false });
  return {
    blocks: blocks.map(({ page: _page, ...block }) => block),
    pageCount: null,
    hasPictures: /<img[\s/>]/i.test(source),
  };
};
