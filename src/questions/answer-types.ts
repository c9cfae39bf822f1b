import {
  alternativesOf,
  analyzeQueryWords,
  hasDate,
  phrasesOf,
  toUnit,
  type AnswerType,
  type QueryWord,
} from '../language/index.js';
import { TUNING } from './tuning.js';

export type { AnswerType };

/** The order in which the answer types are checked if a question asks for several. */
const TYPES: readonly AnswerType[] = [
  ...(['comparison', 'quantity', 'price', 'age', 'weight', 'day', 'date'] as const),
  ...(['address', 'phone', 'person', 'definition', 'list', 'steps'] as const),
];

// Letters of any script continue a word; \\b only knows ASCII letters.
const QUESTIONS = TYPES.map((type): [AnswerType, RegExp] => {
  const { words, parts } = phrasesOf(({ answerTypes }) => answerTypes?.[type]);
  return [
    type,
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])|${parts}`, 'iu'),
  ];
});

/** Answer types whose values have a recognizable form, so that no particular word is needed. */
const SHAPED: ReadonlySet<AnswerType> = new Set([
  ...(['weight', 'day', 'date', 'address', 'phone'] as const),
]);

const PHRASES = QUESTIONS.filter(([type]) => SHAPED.has(type)).map(
  ([, { source }]) => new RegExp(source, 'giu'),
);

/**
 * Returns the words of a question and marks those that only name the requested type of answer: the "day" of "which day", "how heavy", a
 * "phone number".
 */
export const analyzeQuestion = (
  question: string,
  options: { languages: readonly string[] },
): QueryWord[] => {
  const phrases = PHRASES.flatMap((phrase) => question.match(phrase) ?? []).filter(
    (phrase) => phrase.trim().split(/\s+/u).length <= TUNING.maxWordsOfPhrase,
  );
  const words = analyzeQueryWords(question, options);
  if (phrases.length === 0) return words;
  const asking = new Set(
    analyzeQueryWords(phrases.join(' '), options).map(({ forms }) => forms.join(' ')),
  );
  return words.map((word) =>
    asking.has(word.forms.join(' ')) ? { ...word, isAsking: true } : word,
  );
};

/** All answer types that a question asks for: "who decides, and when" asks for two. */
export const findAnswerTypes = (question: string): ReadonlySet<AnswerType> =>
  new Set(QUESTIONS.filter(([, phrases]) => phrases.test(question)).map(([kind]) => kind));

const COUNTS = phrasesOf(({ counts }) => counts);
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])\p{N}|(?<![\p{L}\p{N}])(?:${COUNTS.words})(?![\p{L}\p{N}])|${COUNTS.parts}`,
  'iu',
);
const COUNTING = new RegExp(
  String.raw`(?<!\p{L})(?:${alternativesOf(({ countQuestions }) => countQuestions)})(?!\p{L})`,
  'iu',
);

/**
 * What a question wants counted, with the rest: "guests may I bring?" for "How many guests may I bring?"; null if the question does not ask
 * how many.
 */
export const findCounted = (question: string): string | null => {
  const found = COUNTING.exec(question);
  return found && question.slice(found.index + found[0].length);
};

/** In some languages an article is also the word for "one". */
const ARTICLE = new RegExp(`^(?:${alternativesOf(({ articleForOne }) => articleForOne)})$`, 'iu');

/** True for a word that states a quantity, in digits or letters. */
export const isCount = (word: string): boolean => !ARTICLE.test(word) && QUANTITY.test(word);

const PRICES = phrasesOf(({ prices }) => prices);
/** Amounts of money, or words for costing nothing. */
const PRICE = new RegExp(
  String.raw`[€$£¥₩₽₹₺₫₴฿]|(?<!\p{L})(?:EUR|USD|GBP|CHF|HUF|PLN|CZK|RON|SEK|NOK|DKK|RUB|TRY|JPY|CNY|KRW|VND|${PRICES.words})(?!\p{L})|${PRICES.parts}`,
  'iu',
);

const AGES = phrasesOf(({ ages }) => ages);
const AGE = new RegExp(String.raw`(?<!\p{L})(?:${AGES.words})(?!\p{L})|${AGES.parts}`, 'iu');

/** Units of age and of weight; "pound" is also a currency. */
const MEASURED = { age: ['year'], weight: ['gram', 'kilogram', 'tonne', 'gbp'] } as const;

const WORD_OR_NUMBER = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+/gu;

/** True for a number with a unit of the requested kind: "34 years", "twelve years". */
const isMeasured = (said: string, kind: keyof typeof MEASURED): boolean => {
  const words = said.toLowerCase().match(WORD_OR_NUMBER) ?? [];
  const units: readonly string[] = MEASURED[kind];
  return words.some(
    (word, at) => isCount(word) && units.includes(toUnit(words[at + 1] ?? '') ?? ''),
  );
};

/** The number of a list item, which does not count as a number. */
const LIST_NUMBER = /^\s*(?:[([]?\p{N}{1,3}[.)\]]|[A-Z]?\p{N}+(?:\.\p{N}+)+\.?)\s+/u;

const TIMES = phrasesOf(({ times }) => times);
/** Matches a time of day, a period, or a deadline. */
const DATE = new RegExp(
  String.raw`\p{N}{1,2}:\p{N}{2}|(?<!\p{L})(?:${TIMES.words})(?!\p{L})|${TIMES.parts}`,
  'iu',
);

const PHONE = /\+?\p{N}[\p{N}\s()/-]{6,}\p{N}/u;
const ADDRESS = /[^\s@]@[^\s@]|https?:\/\/|www\./iu;
/** Matches a street with a number before or after its name. The name is matched from its end, so that long lines are read only once. */
const STREET =
  / (?<=\p{Lu}[\p{L}'’]{2,}\.? )\p{N}{1,4}\b|\b\p{N}{1,4}[a-z]?,? (?:[\p{L}'’]+ ){0,3}\p{Lu}\p{Ll}{2}|\p{sc=Han}\p{N}+\p{sc=Han}/u;
const PERSON = /\p{Lu}\p{Ll}+|[\p{sc=Han}\p{sc=Katakana}]{2}/u;

/** True for a sentence that contains the requested type of answer, as far as its form shows; null if the form cannot show it. */
export const hasAnswerType = (sentence: string, kind: AnswerType): boolean | null => {
  const said = sentence.replace(LIST_NUMBER, '');
  switch (kind) {
    case 'quantity':
      return QUANTITY.test(said);
    case 'price':
      return PRICE.test(said);
    case 'age':
      return isMeasured(said, kind) || (AGE.test(said) && /\p{N}/u.test(said));
    case 'weight':
      return isMeasured(said, kind);
    case 'date':
      return DATE.test(said) || hasDate(said);
    case 'day':
      return hasDate(said);
    case 'address':
      return ADDRESS.test(said) || STREET.test(said);
    case 'phone':
      return PHONE.test(said);
    case 'person':
      return PERSON.test(said.slice(1));
    case 'steps':
    case 'list':
    case 'definition':
    case 'comparison':
      return null;
  }
};
