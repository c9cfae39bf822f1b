import { isNegation, splitWords } from './analyzer.js';

const ENGLISH_CONTRACTION = /n['’]t\b/g;

/** How many negations a text holds; 0 in a language without a word list. */
export const countNegations = (text: string, language: string): number => {
  const lower = text.toLowerCase();
  const words = splitWords(text).filter((word) => isNegation(word, language)).length;
  const contracted = language === 'en' ? (lower.match(ENGLISH_CONTRACTION)?.length ?? 0) : 0;
  return words + contracted + countInside(lower, language);
};

/** Where negation is a part of words: longer first, and what only looks like one is taken out before. */
const INSIDE_WORDS: Readonly<Record<string, { harmless?: RegExp; negation: RegExp }>> = {
  // No segmenter splits it off reliably. 不仅 and 不同 negate nothing.
  zh: {
    harmless: /不仅|不但|不同|不断|不过|不管|不论|不久|无论|非常|除非|没问题|未来|特别/g,
    negation: /禁止|严禁|不得|没有|[不没无未非勿莫别]/g,
  },
  ja: {
    harmless: /なければなら(?:ない|ず)|少ない|危ない|間違いな[いく]|非常/g,
    negation: /禁止|ません|ませんでした|な(?:い|かった|く|ければ)|[不無未非]/g,
  },
  ko: {
    harmless: /없이는|못지않/g,
    negation: /금지|없|않|아니|못(?=\s|하|할|합|한)|(?<![\p{L}])안(?=\s)/gu,
  },
  th: { negation: /ห้าม|ไม่|มิได้|ปราศจาก/g },
  // Turkish negates inside the verb: gelir and gelmez, geliyor and gelmiyor.
  tr: {
    harmless: /(?<!\p{L})(?:namaz|temmuz|elmas|dolmuş|yılmaz)\p{L}{0,4}/gu,
    negation:
      /(?<=\p{L}{2})m(?:[ae]z(?:lar|ler|sa|se|d[ıi]|s[ıi]n\p{L}{0,3})?|[ıiuü]yor\p{L}{0,6}|[ae]d[ıi](?:k|lar|ler|m|n|n[ıi]z)?|[ae]m[ıi]ş(?:t[ıi]r)?|[ae]yaca[kğ]\p{L}{0,5}|[ae]yece[kğ]\p{L}{0,5}|[ae]m[ae](?:l[ıi](?:d[ıi]r)?|k|s[ıi]\p{L}{0,4})|[ae]yan\p{L}{0,3}|[ae]yen\p{L}{0,3})(?!\p{L})/gu,
  },
  fa: { negation: /(?<!\p{L})ن(?:می|خواهد|باید|یست|ه(?!\p{L}))|بدون|ممنوع/gu },
};

const countInside = (text: string, language: string): number => {
  const { harmless, negation } = INSIDE_WORDS[language] ?? {};
  const plain = harmless === undefined ? text : text.replace(harmless, ' ');
  return negation === undefined ? 0 : (plain.match(negation)?.length ?? 0);
};

/** Prefixes that negate a word, and the words that they negate: "in" is a syllable of many others. */
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
  const source = new Set(splitWords(content));
  return splitWords(claim).some(
    (word) => !source.has(word) && oppositesOf(word, language).some((form) => source.has(form)),
  );
};

const oppositesOf = (word: string, language: string): string[] =>
  (PREFIXES[language] ?? []).flatMap(([prefix, base]) => {
    const rest = word.slice(prefix.length);
    const isPrefixed = word.startsWith(prefix) && base.test(rest);
    return [...(base.test(word) ? [prefix + word] : []), ...(isPrefixed ? [rest] : [])];
  });

/** A sentence in clauses, by punctuation and the language's words of contrast. */
export const splitClauses = (sentence: string, language: string): string[] =>
  sentence.split(boundaryOf(language)).filter((clause) => clause.trim() !== '');

/** Words that open a clause of their own, so that "on Mondays but not on Fridays" is two statements. */
const CONTRASTS: Readonly<Record<string, string>> = {
  en: 'but|however|whereas|although|while',
  hu: 'de|viszont|hanem|azonban|bár',
  de: 'aber|sondern|jedoch|obwohl',
  fr: 'mais|cependant|tandis',
  es: 'pero|sino|aunque',
  vi: 'nhưng|tuy',
};

const PUNCTUATION = String.raw`[,;:](?=\s)|[，；：、—]|\s[-–]\s`;
const HAN_CONTRAST = '但是|但|而是|然而';

const boundaryOf = (language: string): RegExp => {
  const words = CONTRASTS[language];
  if (language === 'zh') return new RegExp(`${PUNCTUATION}|(?=${HAN_CONTRAST})`, 'gu');
  const contrast = words === undefined ? '' : String.raw`|\s(?=(?:${words})\s)`;
  return new RegExp(PUNCTUATION + contrast, 'giu');
};
