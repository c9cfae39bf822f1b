import {
  alternativesOf,
  allWordsOf,
  analyzeQueryWords,
  byLanguage,
  findGrouped,
  toMonth,
  toUnit,
  toWeekday,
  wordSetsOf,
} from '../../language/index.js';
import { isCode, isVersion, toCodeText, trimCode } from './codes.js';

/**
 * Something that a question is about and that has only one wording, so that a text without it is about something else. `numbered` is a
 * small number after the word for what it numbers, as in "gate 9". `written` is the form in the question, `initials` are those of a name
 * with several words.
 */
export type NamedThing = { written: string } & (
  | { kind: 'address' | 'code' | 'version' }
  | { kind: 'number' | 'grouped' }
  | { kind: 'numbered'; label: string }
  | { kind: 'name'; initials: string }
);

/** Longer messages contain pasted text, whose names are not the subject of the question. */
const MAX_CHARS = 600;
const MAX_THINGS = 12;

/** The codes, long numbers and names of a question, recognized by their form; names are recognized only if capital letters mark them. */
export const findNamedThings = (question: string, language: string): NamedThing[] => {
  if (question.length > MAX_CHARS) return [];
  const found: NamedThing[] = [];
  let rest = toCodeText(question);
  const take = (kind: 'address' | 'grouped', written: readonly string[]): void => {
    for (const one of written) {
      rest = rest.replace(one, (text) => ' '.repeat(text.length));
      found.push({ kind, written: one });
    }
  };
  take('address', rest.match(ADDRESS) ?? []);
  take('grouped', findGrouped(rest));
  const tokens = toTokens(rest);
  for (let at = 0; at < tokens.length;) {
    const { things, length } = thingsAt(tokens, at, language);
    found.push(...things);
    at += length;
  }
  found.push(...findNames(rest, language));
  return [...new Map(found.map((thing) => [thing.written, thing])).values()].slice(0, MAX_THINGS);
};

const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;

type Token = { text: string; before: string; after: string };

const toTokens = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    text: token,
    before: text.slice(Math.max(0, index - 2), index),
    after: text.slice(index + token.length, index + token.length + 2),
  }));

/**
 * Words of alphabets with capital letters, and numbers. In Korean and Chinese text, no blank separates these from the surrounding words.
 */
const TOKEN =
  /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}\p{M}]+(?:[-_/.][\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}\p{M}]+)*/gu;

/** The named things that begin at a token, and how many tokens they span. */
const thingsAt = (
  tokens: readonly Token[],
  at: number,
  language: string,
): { things: NamedThing[]; length: number } => {
  const written = trimCode(tokens[at]?.text ?? '');
  if (isVersion(written)) return { things: [{ kind: 'version', written }], length: 1 };
  const groups = isCode(written) ? [] : findGroups(tokens, at);
  if (groups.length > 0 || isCode(written)) {
    const code = [written, ...groups].join(' ');
    return { things: [{ kind: 'code', written: code }], length: 1 + groups.length };
  }
  const isNumber = PLAIN_NUMBER.test(written);
  return { things: isNumber ? findNumber(tokens, at, { written, language }) : [], length: 1 };
};

const PLAIN_NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;
const MIN_DIGITS = 5;
const NUMBER_SIGN = /[#№]\s?$/u;
const MONEY = /[$€£¥₫₽₺₹₩%°]\s?$|^\s?[$€£¥₫₽₺₹₩%°]/u;

/** An amount has a unit or a counted noun next to it; a number that identifies something follows the noun. */
const findNumber = (
  tokens: readonly Token[],
  at: number,
  { written, language }: { written: string; language: string },
): NamedThing[] => {
  const { before = '', after = '' } = tokens[at] ?? {};
  const next = tokens[at + 1]?.text.toLowerCase() ?? '';
  const isNextBeside = /^\s/.test(after) && next !== '';
  const isAmount =
    MONEY.test(before) ||
    MONEY.test(after) ||
    /^[:,]\d/.test(after) ||
    /\d[:,]$/.test(before) ||
    (isNextBeside &&
      (toUnit(next) !== undefined || toMonth(next, { besideNumber: true }) !== undefined));
  if (isAmount) return [];
  const label =
    before.endsWith(' ') || NUMBER_SIGN.test(before) ? (tokens[at - 1]?.text ?? '') : '';
  const isLabelled =
    isContent(label, language) &&
    toMonth(label.toLowerCase(), { besideNumber: true }) === undefined;
  const isLong = written.length >= MIN_DIGITS && !written.includes('.') && !written.endsWith('000');
  if (isLong && (isLabelled || !isNextBeside || !isContent(next, language))) {
    return [{ kind: 'number', written }];
  }
  return isLabelled ? [{ kind: 'numbered', written, label }] : [];
};

const isContent = (word: string, language: string): boolean =>
  /^[\p{L}\p{M}]{2,}$/u.test(word) &&
  toUnit(word.toLowerCase()) === undefined &&
  analyzeQueryWords(word, { languages: [language] }).some(({ isFunctionWord }) => !isFunctionWord);

/** The groups of digits after the capitals in "PX 4410" and "AX 77 2219"; at least one group must be longer than a small number. */
const findGroups = (tokens: readonly Token[], at: number): string[] => {
  const head = tokens[at]?.text ?? '';
  const isHead = CAPITALS.test(head) || (NO_VOWEL.test(head) && toUnit(head) === undefined);
  if (!isHead || ABBREVIATIONS.has(head.toLowerCase())) return [];
  const groups: string[] = [];
  for (let next = at + 1; next <= at + MAX_GROUPS; next += 1) {
    const { text = '', before = '' } = tokens[next] ?? {};
    if (!GROUP.test(text) || !/\S\s$/.test(before)) break;
    groups.push(text);
  }
  const isYear = groups.length === 1 && /^(?:19|20)\d\d$/.test(groups.join());
  const behind = tokens[at + groups.length + 1]?.text.toLowerCase() ?? '';
  const isTelling = groups.some(({ length }) => length >= MIN_GROUP) && !isYear;
  return isTelling && toUnit(behind) === undefined ? groups : [];
};

const MIN_GROUP = 3;
const CAPITALS = /^\p{Lu}{2,5}$/u;
const NO_VOWEL = /^[b-df-hj-np-tv-xz]{2,3}$/;
const GROUP = /^[0-9]{1,6}[A-Z]?$/;
const MAX_GROUPS = 5;
const ABBREVIATIONS = allWordsOf(({ abbreviationsBeforeNumber }) => abbreviationsBeforeNumber);

/** In German every noun is capitalized, so a name is only recognized after "Herr" and "Frau". */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);
const PERSON_TITLES = allWordsOf(({ personTitles }) => personTitles);
const WORDS_OF_PARTS = new RegExp(
  `^(?:${[
    alternativesOf(({ titles }) => titles?.chapters),
    alternativesOf(({ titles }) => titles?.largeParts),
    alternativesOf(({ titles }) => titles?.smallParts),
  ].join('|')})s?$`,
  'iu',
);
const GREETINGS = new RegExp(
  String.raw`^\W*(?:${alternativesOf(({ smallTalk }) => smallTalk?.phrases)}|${alternativesOf(({ introductions }) => introductions)})(?![\p{L}\p{M}])`,
  'iu',
);
const INTRODUCES_BEHIND = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${alternativesOf(({ introductionsBehind }) => introductionsBehind)})\s*$`,
  'iu',
);
const CLAUSE_ENDS = /(?<=[,;:.!?…。！？])\s+|\n+/u;
const SENTENCE_ENDS = /[:.!?…]["')\]]*$/;

/**
 * Finds names: capitalized words that do not begin a sentence. Names of the asker or of someone who is greeted are left out, and so are
 * texts in which all words are capitalized.
 */
const findNames = (text: string, language: string): NamedThing[] => {
  const clauses = text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== '');
  const lastAsked = clauses.findLastIndex((clause) => clause.trimEnd().endsWith('?'));
  const kept = lastAsked === -1 ? clauses : clauses.slice(0, lastAsked + 1);
  if (areAllCapitals(text)) return [];
  return kept.flatMap((clause, at) => {
    const isOpening = at === 0 || SENTENCE_ENDS.test(kept[at - 1]?.trimEnd() ?? '');
    const isOfPerson =
      kept.length > 1 &&
      !clause.endsWith('?') &&
      (GREETINGS.test(clause) || INTRODUCES_BEHIND.test(clause.replace(/[,;:.!?…]+$/u, '')));
    return isOfPerson ? [] : namesIn(clause, { isOpening, language });
  });
};

const namesIn = (
  clause: string,
  { isOpening, language }: { isOpening: boolean; language: string },
): NamedThing[] => {
  const words = (clause.match(NAME_TOKEN) ?? []).map((word) => word.replace(/['’].*$/u, ''));
  const isNameAt = words.map((word, at) => {
    const isTitled = PERSON_TITLES.has((words[at - 1] ?? '').replace(/\.$/, '').toLowerCase());
    const isExplained = (at === 0 && isOpening) || CAPITALISES_NOUNS.has(language);
    return NAME.test(word) && (!isExplained || isTitled) && !isCommon(word, language);
  });
  return words.flatMap((written, at) => {
    if (isNameAt[at] !== true) return [];
    const start = isNameAt.lastIndexOf(false, at) + 1;
    const end = isNameAt.indexOf(false, at);
    const run = words.slice(start, end === -1 ? undefined : end);
    const initials = run.map((word) => word.charAt(0)).join('');
    return [{ kind: 'name' as const, written, initials }];
  });
};

const NAME_TOKEN = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu;
/** A word in capitals only is an abbreviation, which the document may spell out. */
const NAME = /^\p{Lu}[\p{L}\p{M}-]*\p{Ll}[\p{L}\p{M}-]*$/u;

const isCommon = (written: string, language: string): boolean => {
  const word = written.toLowerCase();
  return (
    word.length < 3 ||
    PERSON_TITLES.has(word) ||
    WORDS_OF_PARTS.test(word) ||
    toMonth(word, { besideNumber: true }) !== undefined ||
    toWeekday(word) !== undefined ||
    toUnit(word) !== undefined ||
    analyzeQueryWords(word, { languages: [language] }).every(({ isFunctionWord }) => isFunctionWord)
  );
};

const areAllCapitals = (text: string): boolean => {
  const [, ...words] = text.match(/\p{L}[\p{L}\p{M}]{2,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length >= 3 && capitals > words.length * MOST_CAPITALS;
};
const MOST_CAPITALS = 0.7;

/** Languages that inflect names. The other languages have only a few endings for things from a place. */
export const INFLECTS_NAMES = byLanguage(({ inflectsNames }) => inflectsNames);
export const NAME_ENDINGS = wordSetsOf(({ nameEndings }) => nameEndings);
