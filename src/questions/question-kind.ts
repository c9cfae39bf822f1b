import { z } from 'zod';
import {
  allWordsOf,
  alternativesOf,
  byLanguage,
  splitSentences,
  splitWords,
  type Locale,
} from '../language/index.js';
import { EAST_ASIAN } from '../shared/scripts.js';
import { TUNING } from './tuning.js';

export const QueryComplexity = z.enum(['simple', 'moderate', 'complex']);
export type QueryComplexity = z.infer<typeof QueryComplexity>;

const QUESTION_MARK = /[?？؟]/g;
const CLAUSE_BREAK = /[,;:](?=\s)|[，；：、]/g;
/** Conjunctions of all languages, because the question's language does not matter here. */
const ALL_CONJUNCTIONS = allWordsOf(({ conjunctions }) => conjunctions);

/**
 * Classifies how much a question asks at once, in any script: words are counted by the analyzer, which also finds them in Chinese. complex:
 * at least two questions, a comparison, or 40 words. moderate: clauses joined by a conjunction or a comma. simple: all others.
 */
export const classifyComplexity = (question: string): QueryComplexity => {
  const words = splitWords(question);
  const questions = count(question.trim(), QUESTION_MARK);
  if (questions >= 2 || words.length >= TUNING.minComplexWords || COMPARISON.test(question)) {
    return 'complex';
  }
  const isJoined =
    words.some((word) => ALL_CONJUNCTIONS.has(word)) || count(question, CLAUSE_BREAK) > 0;
  return isJoined ? 'moderate' : 'simple';
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const QueryIntent = z.enum([
  'lookup',
  'summary',
  'comparison',
  'procedure',
  'calculation',
  'memory',
  'smalltalk',
  'other',
]);
export type QueryIntent = z.infer<typeof QueryIntent>;

type WordedIntent = keyof NonNullable<Locale['intents']>;

const patternOf = (intent: WordedIntent, signs = '(?!)'): RegExp =>
  new RegExp(`${signs}|${alternativesOf(({ intents }) => intents?.[intent])}`, 'iu');

const COMPARISON = patternOf('comparison');

/** The first rule that matches decides. */
const RULES: readonly (readonly [WordedIntent, RegExp])[] = [
  ['memory', patternOf('memory')],
  ['summary', patternOf('summary')],
  ['comparison', COMPARISON],
  ['calculation', patternOf('calculation', String.raw`\d\s{0,3}[-+*/×÷^]\s{0,3}\d`)],
  ['procedure', patternOf('procedure')],
];

/** Determines by rules what kind of answer a message asks for. */
export const classifyIntent = (message: string): QueryIntent => {
  if (isSmallTalk(message) || isAboutAssistant(message)) return 'smalltalk';
  if (!/[\p{L}\p{N}]/u.test(message)) return 'other';
  return RULES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'lookup';
};

const MAX_CHARS = 80;

const PHRASES = alternativesOf(({ smallTalk }) => smallTalk?.phrases).split('|');
const THANKS = new RegExp(
  alternativesOf(({ smallTalk }) => smallTalk?.thanks),
  'u',
);
const FAREWELL = new RegExp(
  alternativesOf(({ smallTalk }) => smallTalk?.farewells),
  'u',
);

export type SmallTalk = 'thanks' | 'farewell' | 'greeting';

/** Classifies small talk by the kind of reply that it needs. */
export const kindOfSmallTalk = (text: string): SmallTalk => {
  const normalized = normalize(text);
  if (THANKS.test(normalized)) return 'thanks';
  return FAREWELL.test(normalized) ? 'farewell' : 'greeting';
};

/**
 * The language of small talk: if a message of two or more words consists of phrases from only one language, that language; otherwise the
 * expected language, because "Merci" is used in several languages.
 */
export const languageOfSmallTalk = (text: string, expected: string): string => {
  const normalized = normalize(text).replace(BETWEEN_UNSPACED, '');
  if (!normalized.includes(' ')) return expected;
  const spoken = [...PHRASES_OF].flatMap(([language, phrases]) =>
    phrases.test(normalized) ? [language] : [],
  );
  const [only = expected, ...others] = spoken;
  return others.length > 0 ? expected : only;
};

const normalize = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    // Lower-casing turns the Turkish İ into an i followed by a combining dot.
    .replaceAll('i\u0307', 'i')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** True for a message that consists only of greetings, thanks and the like, in any supported language. */
export const isSmallTalk = (text: string): boolean => {
  if (text.length > MAX_CHARS) return false;
  const normalized = normalize(text);
  // A message with only an emoji or punctuation contains nothing to search for.
  if (normalized === '') return !/[\p{L}\p{N}]/u.test(text);
  return ONLY_PHRASES.test(normalized.replace(BETWEEN_UNSPACED, ''));
};

const UNBROKEN = `[${EAST_ASIAN}]`;
const BETWEEN_UNSPACED = new RegExp(`(?<=${UNBROKEN}) (?=${UNBROKEN})`, 'gu');

/**
 * Matches known phrases one after another; only Chinese and Japanese need no blank between them. Each phrase is listed once, because two
 * ways to match would double the time with each word.
 */
const toPhrases = (phrases: readonly string[], others = '(?!)'): RegExp =>
  new RegExp(
    String.raw`^(?:(?:${[...new Set(phrases.map(normalize)), others].join('|')})(?: |$|(?<=${UNBROKEN})))+$`,
    'u',
  );

const ONLY_PHRASES = toPhrases(PHRASES);
const PHRASES_OF = byLanguage(
  ({ smallTalk }) => smallTalk && toPhrases(smallTalk.phrases.split('|')),
);

const MOST_CHARS_ABOUT_ASSISTANT = 200;

/** True for a message that, apart from greetings, only asks who the assistant is, what it can do or what it knows. */
export const isAboutAssistant = (text: string): boolean => {
  if (text.length > MOST_CHARS_ABOUT_ASSISTANT) return false;
  const normalized = normalize(text).replace(BETWEEN_UNSPACED, '');
  return ONLY_ABOUT_ASSISTANT.test(normalized) && ASKS_ASSISTANT.test(normalized);
};

const ABOUT_ASSISTANT = alternativesOf(({ aboutAssistant }) => aboutAssistant);
const IS_ABOUT_ASSISTANT = new RegExp(`^(?:${ABOUT_ASSISTANT})$`, 'u');
/** Words that connect two questions. */
const JOINING = [
  ...ALL_CONJUNCTIONS,
  ...alternativesOf(({ and }) => and).split('|'),
  ...alternativesOf(({ joinsHalves }) => joinsHalves).split('|'),
];
const ASKS_ASSISTANT = new RegExp(
  `(?:^| |(?<=${UNBROKEN}))(?:${ABOUT_ASSISTANT})(?: |$|(?<=${UNBROKEN}))`,
  'u',
);
const ONLY_ABOUT_ASSISTANT = toPhrases(
  [...PHRASES.filter((phrase) => !IS_ABOUT_ASSISTANT.test(normalize(phrase))), ...JOINING],
  ABOUT_ASSISTANT,
);

const WRITING = new RegExp(
  alternativesOf(({ writing }) => writing),
  'iu',
);

/** True for a message that asks to write, reword or translate a letter, a poem or another text. */
export const asksForWriting = (text: string): boolean =>
  WRITING.test(text) || asksForInvention(text);

const INVENTION = new RegExp(
  alternativesOf(({ invention }) => invention),
  'iu',
);

const MOST_CHARS_ASKING_FOR_INVENTION = 200;

/** True for a message that asks only for a poem, a joke or a story, as far as its form shows. */
export const asksForInvention = (text: string): boolean => {
  if (text.length > MOST_CHARS_ASKING_FOR_INVENTION) return false;
  const sentences = splitSentences(text).map((sentence) => sentence.text);
  const [invention, ...others] = sentences.sort(
    (left, right) => Number(INVENTION.test(right)) - Number(INVENTION.test(left)),
  );
  return (
    invention !== undefined &&
    INVENTION.test(invention) &&
    !others.some((other) => /[?？؟]/u.test(other))
  );
};
