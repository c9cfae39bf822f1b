import { Converter } from 'opencc-js/t2cn';

const HAN = /\p{sc=Han}/gu;
/** Its own types name a file without an ending, which our resolution does not find. */
const convert = Converter({ from: 't', to: 'cn' }) as (text: string) => string;
const known = new Map<string, string>();

/** A word with each Chinese character in its simplified form: by single characters, so that a word is written one way in every context. */
export const toSimplified = (word: string): string =>
  word.replace(HAN, (character) => {
    const simplified = known.get(character) ?? convert(character);
    known.set(character, simplified);
    return simplified;
  });
