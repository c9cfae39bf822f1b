import { alternativesOf, type Locale } from '../language/index.js';

type Part = keyof NonNullable<Locale['commands']>;

/** Words of these scripts match anywhere; those of others only after a blank or a sign. */
const UNSPACED: ReadonlySet<string | undefined> = new Set(['Han', 'Kana', 'Hangul']);

const wordsOf = (part: Part, more = '(?!)'): string => {
  const begun = alternativesOf(({ script, commands }) =>
    UNSPACED.has(script) ? undefined : commands?.[part],
  );
  const anywhere = alternativesOf(({ script, commands }) =>
    UNSPACED.has(script) ? commands?.[part] : undefined,
  );
  return String.raw`(?:(?<!\p{L})(?:${begun}|${more})|${anywhere})`;
};

const both = (verbs: string, nouns: string): RegExp =>
  new RegExp(String.raw`^(?=[\s\S]*${verbs})(?=[\s\S]*${nouns})`, 'iu');

/** "Save this as a file", in the languages of the answers. */
export const ASKS_FOR_FILE = both(
  wordsOf('write'),
  wordsOf('file', String.raw`\S{1,40}\.(?:txt|md|csv|json|html|py)`),
);

export const ASKS_FOR_PYTHON = both(wordsOf('run'), wordsOf('script', 'python'));
export const ASKS_FOR_SHELL = both(wordsOf('run'), wordsOf('shell', 'bash'));
