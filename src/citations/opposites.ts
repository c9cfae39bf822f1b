import { splitWords } from '../language/index.js';

/** What turns the word behind it around, and which words are turned: "in" is a syllable of many others. */
const PREFIXES: Readonly<Record<string, readonly (readonly [prefix: string, base: RegExp])[]>> = {
  en: [
    ['un', /^.{5}/u],
    ['non', /^.{4}/u],
    ['il', /^l.{4}/u],
    ['ir', /^r.{4}/u],
    ['im', /^[mp].{3,12}(?:[ai]ble|[ai]bly|ent|ect|ectly|al|er|erly)$/u],
    ['in', /^.{3,12}(?:[ai]ble|[ai]bly|ant|ent|ect|ectly|ete|id|ive|al)$/u],
  ],
  de: [['un', /^.{5}/u]],
  nl: [['on', /^.{6}/u]],
  ru: [['не', /^.{6}/u]],
  uk: [['не', /^.{6}/u]],
};

/** Whether the source has a word of the claim only as its opposite: "limited" where the claim says "unlimited". */
export const saysOpposite = (claim: string, content: string, language: string): boolean => {
  const prefixes = PREFIXES[language] ?? [];
  const source = new Set(prefixes.length === 0 ? [] : splitWords(content));
  return splitWords(claim).some(
    (word) =>
      !source.has(word) &&
      prefixes.some(([prefix, base]) =>
        turned(word, prefix, base).some((form) => source.has(form)),
      ),
  );
};

const turned = (word: string, prefix: string, base: RegExp): string[] => {
  const rest = word.slice(prefix.length);
  return [
    ...(base.test(word) ? [prefix + word] : []),
    ...(word.startsWith(prefix) && base.test(rest) ? [rest] : []),
  ];
};
