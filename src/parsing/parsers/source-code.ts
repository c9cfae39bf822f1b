import { readText } from '../decode-text.js';
import type { Parser, TextFile } from '../parser.js';

const ENDINGS = [
  '.sql .py .pyi .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .java .kt .kts .scala .groovy .gradle',
  '.c .h .cc .cpp .cxx .hpp .hh .cs .fs .vb .vbs .bas .cls .go .rs .swift .m .mm .dart .rb .php .pl .pm .lua .r .jl',
  '.ex .exs .erl .hs .clj .lisp .el .f90 .pas .asm .s .sh .bash .zsh .fish .ps1 .psm1 .bat .cmd .awk .sed',
  '.css .scss .sass .less .graphql .gql .proto .tf .hcl .nix .cmake .mk .dockerfile .diff .patch',
  '.yaml .yml .toml .ini .cfg .conf .config .cnf .properties .env .editorconfig .service .reg',
];

/** Programs, queries and settings, by file extension: line by line, with their indentation. */
export const sourceCode: Parser = {
  name: 'code',
  mimeType: 'text/x-source',
  label: 'source code',
  extensions: ENDINGS.flatMap((endings) => endings.split(' ')),
  isPlainText: true,
  recognises: { text: (file) => isSourceCode(file) },
  read: async ({ bytes }) => {
    const { toCodeBlocks } = await import('../code-blocks.js');
    const { text, warnings } = readText(bytes);
    return { blocks: toCodeBlocks(text), pageCount: null, warnings };
  },
};

/** Pages and other XML are read by their tags, whatever their names are. */
const MARKUP = /^\s*<(?:!doctype|html|head|body|\?xml)\b/iu;

const isSourceCode = ({ sample, extension }: TextFile): boolean =>
  sourceCode.extensions.includes(extension) && !MARKUP.test(sample);
