import { analyze, analyzeQueryWords, splitWords } from '../../language/index.js';
import { isCode, toCodeText, trimCode } from './codes.js';
import { INFLECTS_NAMES, NAME_ENDINGS, type NamedThing } from './named-things.js';

/** A passage that may contain the thing asked about, with its headings and its document's title. */
export type Told = { content: string; language: string; documentId: string | null };

type Asked = {
  /** The language of the question, and the languages of the tenant's index. */
  language: string;
  languages: readonly string[];
};

/**
 * The codes, numbers and names of a question, as written there, that occur neither in the quoted passages nor in other found passages of
 * the same documents, such as the first page of a contract. If a quoted passage has another code of the same kind, only that passage is
 * searched.
 */
export const findMissing = (
  things: readonly NamedThing[],
  { quoted, found, ...asked }: Asked & { quoted: readonly Told[]; found: readonly Told[] },
): string[] => {
  if (things.length === 0 || quoted.length === 0) return [];
  const own = quoted.map(toText);
  const lacking = things.filter((thing) => !own.some((text) => has(text, thing, asked)));
  if (lacking.length === 0) return [];
  const documents = new Set(quoted.flatMap(({ documentId }) => documentId ?? []));
  const beside = found
    .filter(({ documentId }) => documentId !== null && documents.has(documentId))
    .map(toText);
  const isNowhere = (thing: NamedThing): boolean =>
    // A small number counts as missing only if the passages have another number in its place.
    thing.kind !== 'numbered' && !beside.some((text) => has(text, thing, asked));
  return lacking
    .filter((thing) => hasLike(own, thing, asked) || isNowhere(thing))
    .map(({ written }) => written);
};

type Text = {
  /** The text in lower case without diacritics. */
  plain: string;
  lower: string;
  language: string;
  /** Only the letters and digits of `plain`; `places` contains the position of each in `plain`. */
  squashed: string;
  places: readonly number[];
  tokens: readonly string[];
  terms: () => ReadonlySet<string>;
};

const toText = ({ content, language }: Told): Text => {
  const plain = foldMarks(toCodeText(content).slice(0, MAX_CHARS));
  const lower = plain.toLowerCase();
  const places: number[] = [];
  let squashed = '';
  for (let at = 0; at < plain.length; at += 1) {
    if (!ALPHANUMERIC.test(plain.charAt(at))) continue;
    squashed += plain.charAt(at).toLowerCase().charAt(0);
    places.push(at);
  }
  let terms: ReadonlySet<string> | null = null;
  return {
    plain,
    lower,
    language,
    squashed,
    places,
    tokens: lower.match(TOKEN) ?? [],
    terms: () => (terms ??= new Set(analyze(content, { languages: [language] }))),
  };
};

/** No passage is longer than this. */
const MAX_CHARS = 20_000;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const TOKEN = /[\p{L}\p{M}]+|[0-9]+(?:[.,:][0-9]+)*/gu;

const foldMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');

const fold = (text: string): string => foldMarks(text).toLowerCase();

const has = (text: Text, thing: NamedThing, asked: Asked): boolean => {
  const written = fold(thing.written);
  switch (thing.kind) {
    case 'address':
      return text.lower.includes(written);
    case 'code':
    case 'number':
      return stands(text, squash(written));
    case 'version':
      return standsWhole(text.lower, written.replace(/^v(?=\d)/, ''));
    case 'grouped':
      return /^\p{L}/u.test(written)
        ? text.squashed.includes(squash(written))
        : hasDial(text.plain, written);
    case 'numbered':
      return text.tokens.includes(written);
    case 'name':
      return hasName(text, thing, asked);
  }
};

const squash = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Signs that may separate the parts of a code if it is spelled differently. */
const INSIDE = /^[-_/.\s()·]{0,3}$/u;

/** True if the text contains the code, and not only as part of a longer code. */
const stands = ({ plain, squashed, places }: Text, code: string): boolean => {
  for (let from = squashed.indexOf(code); from !== -1; from = squashed.indexOf(code, from + 1)) {
    const last = from + code.length - 1;
    const isWhole = places
      .slice(from + 1, last + 1)
      .every((place, at) => INSIDE.test(plain.slice((places[from + at] ?? 0) + 1, place)));
    const before = plain.slice(Math.max(0, (places[from] ?? 0) - 8), places[from]);
    const after = plain.slice((places[last] ?? 0) + 1, (places[last] ?? 0) + 9);
    if (isWhole && !goesOnBefore(before, code) && !goesOnBehind(after, code)) return true;
  }
  return false;
};

const goesOnBefore = (before: string, code: string): boolean =>
  /^[0-9]+$/.test(code)
    ? /[0-9][-/.]?$/.test(before)
    : /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}0-9]$|[0-9][-/_.]$/u.test(before);

const goesOnBehind = (after: string, code: string): boolean => {
  const isJoined = /[0-9]$/.test(code) ? /^[0-9]/.test(after) : CASED.test(after);
  // "PX-4410-2", "PX-4410-B" and "PX4410b" are different parts from "PX-4410", while "PX-4410-Serie" and "PX-4410/PX-4411" contain it.
  return isJoined || /^[-_/.][0-9]|^[a-z](?!\p{L})|^-?\p{Lu}(?!\p{Ll})/u.test(after);
};

const CASED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}0-9]/u;

const standsWhole = (plain: string, written: string): boolean => {
  for (let at = plain.indexOf(written); at !== -1; at = plain.indexOf(written, at + 1)) {
    const isPart =
      /[0-9]\.?$/.test(plain.slice(0, at)) || /^\.?[0-9]/.test(plain.slice(at + written.length));
    if (!isPart) return true;
  }
  return false;
};

/** A telephone number is the same with and without its country code, and an account number is the same in any grouping. */
const hasDial = (plain: string, written: string): boolean => {
  const asked = toDial(written);
  const runs = plain.match(RUN) ?? [];
  return runs.map(toDial).some((run) => {
    const [short, long] = run.length < asked.length ? [run, asked] : [asked, run];
    return short.length >= MIN_DIAL && long.endsWith(short);
  });
};

const RUN = /\+?[0-9(][0-9 ()/.\u00a0-]{4,40}[0-9]/g;
const MIN_DIAL = 6;

const toDial = (run: string): string =>
  run.replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '');

/** True if a passage has another number after the same word, or another code of the same form in a place where that word occurs. */
const hasLike = (texts: readonly Text[], thing: NamedThing, asked: Asked): boolean =>
  texts.some((text) => {
    if (thing.kind === 'code') {
      const shape = toShape(thing.written);
      return codesIn(text).some((code) => toShape(code) === shape);
    }
    return thing.kind === 'numbered' && hasOtherNumber(text, thing, asked);
  });

const toShape = (code: string): string =>
  squash(fold(code)).replace(/\p{L}/gu, 'a').replace(/[0-9]/g, '9');

const codesIn = ({ plain }: Text): string[] =>
  (plain.match(CODES) ?? []).map(trimCode).filter(isCode);

const CODES = /[\p{L}\p{N}]+(?:[-_/.][\p{L}\p{N}]+)*/gu;

const hasOtherNumber = (
  { tokens, language }: Text,
  { label, written }: { label: string; written: string },
  { languages }: Asked,
): boolean => {
  const forms = new Set(formsOf(label, [...languages, language]));
  const isLabel = (token: string): boolean =>
    analyze(token, { languages: [language] }).some((term) => forms.has(term));
  return tokens.some((token, at) => {
    const isNumber = /^[0-9]/.test(token) && token !== written;
    return isNumber && !/[:,]/.test(token) && isLabel(tokens[at - 1] ?? '');
  });
};

const formsOf = (word: string, languages: readonly string[]): string[] =>
  analyzeQueryWords(word, { languages: [...new Set(languages)] }).flatMap(({ forms }) => forms);

/** True if a text has the name. It may be spelled differently in the languages of the question and the passage, like Moscow and Moskau. */
const hasName = (
  text: Text,
  { written: name, initials }: Extract<NamedThing, { kind: 'name' }>,
  { language, languages }: Asked,
): boolean => {
  if (text.language !== language) return true;
  const forms = formsOf(name, [...languages, text.language]);
  const terms = text.terms();
  if (forms.some((form) => terms.has(form)) || stands(text, squash(fold(name)))) return true;
  if (initials.length > 1 && abbreviationsIn(text).includes(initials)) return true;
  const [inflected = ''] = splitWords(name);
  const most = INFLECTS_NAMES.has(language) ? MOST_INFLECTED : 0;
  const wanted = fold(inflected);
  return text.tokens.some((token) => {
    const begin = commonBeginning(token, wanted);
    if (begin < MIN_BEGINNING) return false;
    const [own, other] = [wanted.slice(begin), token.slice(begin)];
    const isForm = own.length <= most && other.length <= most;
    return isForm || (`${own}${other}` !== '' && isEnding(own, other, language));
  });
};

/** True if one word is the other with an ending, like "Germany" and "German". */
const isEnding = (own: string, other: string, language: string): boolean =>
  (own === '' || other === '') && NAME_ENDINGS.get(language)?.has(own + other) === true;

/** Abbreviations such as "US" and "U.S." in a text. */
const abbreviationsIn = ({ plain }: Text): string[] =>
  (plain.match(ABBREVIATION) ?? []).map((found) => found.replaceAll('.', ''));

const ABBREVIATION = /(?<!\p{L})(?:\p{Lu}\.?){2,6}(?!\p{L})/gu;

const MOST_INFLECTED = 3;
const MIN_BEGINNING = 4;

const commonBeginning = (left: string, right: string): number => {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
};
