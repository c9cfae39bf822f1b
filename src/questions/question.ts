import {
  detectLanguage,
  SUPPORTED_LANGUAGES,
  alternativesOf,
  contentWords,
  phrasesOf,
  wordSetsOf,
} from '../language/index.js';
import { findAnswerTypes, findCounted, type AnswerType } from './answer-types.js';
import { findCollectionQuestion, type CollectionQuestion } from './collection-questions.js';
import {
  classifyComplexity,
  classifyIntent,
  kindOfSmallTalk,
  languageOfSmallTalk,
  type QueryComplexity,
  type QueryIntent,
  type SmallTalk,
} from './question-kind.js';
import { findRequestedFact, type RequestedFact } from './stated-facts.js';
import { TUNING } from './tuning.js';

/** One of several things that a question asks. */
export type QuestionPart = {
  text: string;
  answerTypes: readonly AnswerType[];
  /** The words after "how many"; null if the question does not ask how many. */
  counted: string | null;
};

/** A question as interpreted for the whole turn. It is plain data, because the state of a turn is stored. */
export type Question = QuestionPart & {
  /** ISO 639-1 code of a language that the index or the user suggests, unless the words rule it out. */
  language: string;
  /** The language detected from the words alone, among all supported languages; equals `language` if they are inconclusive. */
  writtenIn: string;
  intent: QueryIntent;
  complexity: QueryComplexity;
  /** The parts of the question; empty if it asks only one thing. */
  parts: readonly QuestionPart[];
  smallTalk: SmallTalk | null;
  /** An expression for the calculator, if the whole question is a calculation. */
  calculation: string | null;
  /** The fact that the message asks to remember, if it asks for nothing else. */
  remembers: RequestedFact | null;
  /** Set if the question is about the documents themselves, not about their contents. */
  collection: CollectionQuestion | null;
};

/** Interprets a question by rules, once for all uses; `language` is the expected language. */
export const understandQuestion = (text: string, language: string): Question => {
  const calculation = findCalculation(text);
  const intent = calculation === null ? classifyIntent(text) : 'calculation';
  const remembers = findRequestedFact(text);
  const spoken = intent === 'smalltalk' ? languageOfSmallTalk(text, language) : language;
  return Object.freeze({
    ...toPart(text),
    // The words that a rule recognized say more about the language than the few letters of such a question.
    language: remembers?.language ?? spoken,
    writtenIn: detectLanguage(text, { candidates: SUPPORTED_LANGUAGES, fallback: language }),
    intent,
    complexity: classifyComplexity(text),
    parts: splitQuestion(text, language).map(toPart),
    smallTalk: intent === 'smalltalk' ? kindOfSmallTalk(text) : null,
    calculation,
    remembers,
    collection: findCollectionQuestion(text),
  });
};

/** One of several things that a message asks, or the whole message if it asks one. */
export const toPart = (text: string): QuestionPart => ({
  text,
  answerTypes: [...findAnswerTypes(text)],
  counted: findCounted(text),
});

/** True for a message that a rule understands completely, so that it needs neither earlier messages nor rewording. */
export const isRequest = ({ calculation, remembers }: Question): boolean =>
  calculation !== null || remembers !== null;

const REFERENCES = wordSetsOf(({ references }) => references);

const MAX_SPLIT_CHARS = 400;

const JOINED_BY = alternativesOf(({ and }) => and);
const { words, parts } = phrasesOf(({ asks }) => asks);
/** A question word in any language; a short word may precede it: "and at what price". */
const ASKS = String.raw`(?:\p{L}{1,6}\s)?(?:${words})(?!\p{L})`;

const BETWEEN = new RegExp(
  String.raw`[?？;；]\s*|,?\s+(?:${JOINED_BY})\s+(?=${ASKS})|[，,]\s*(?=[^，,]*(?:${parts}))`,
  'iu',
);

/**
 * Splits a message into its questions, each to be answered from its own passage: "What is the rent, and when is it due?" Empty if it asks
 * only one thing, if a part depends on the others ("and how long is it?"), or if there are too many questions.
 */
export const splitQuestion = (question: string, language: string): string[] => {
  if (question.length > MAX_SPLIT_CHARS) return [];
  const parts = question
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const standsAlone = (part: string, at: number): boolean => {
    const words = contentWords(part, language);
    const refersBack =
      at > 0 && words.length <= TUNING.maxEllipticContent && refers(part, language);
    return words.length > 0 && !refersBack;
  };
  return parts.length > 1 && parts.length <= TUNING.maxParts && parts.every(standsAlone)
    ? parts
    : [];
};

const refers = (part: string, language: string): boolean =>
  part
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => REFERENCES.get(language)?.has(word) === true);

/** No calculation typed by hand is longer. */
const MAX_SUM_CHARS = 160;

/**
 * The expression in the calculator's syntax, if a whole question is a calculation ("15 × 8 =", "12 % of 340"); null for any other question.
 * A question that merely contains numbers is not a calculation.
 */
export const findCalculation = (question: string): string | null => {
  if (question.length > MAX_SUM_CHARS) return null;
  const plain = toNarrow(question).replace(/[\s?。]+$/u, '');
  const expression = plain.replace(/\s*=\s*$/, '').trim();
  const tokens = toTokens(expression);
  const isAsked = expression !== plain.trim();
  return tokens !== null && isArithmetic(tokens) && !isDoubtful(tokens, isAsked)
    ? expression
    : null;
};

/** Converts full-width digits and signs, as typed with Chinese and Japanese keyboards. */
const toNarrow = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const NUMBER = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*`;
/** The signs that the calculator supports. `²` and `³` are powers; other raised digits are not supported. */
const TOKEN = new RegExp(
  String.raw`\s*(?:(${NUMBER})(?![⁰¹⁴-⁹])|(sqrt(?=\s*\()|√)|(%\s*of\b|[-−–+*×·⋅/÷^²³%()]))`,
  'uyi',
);
const MAX_TOKENS = 60;

type Token = { kind: 'number' | 'root' | 'sign'; text: string; isApart: boolean };

const toTokens = (text: string): Token[] | null => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [found, number, root, sign] = TOKEN.exec(text) ?? [];
    if (found === undefined || tokens.length >= MAX_TOKENS) return null;
    if (number !== undefined && isAmbiguous(number)) return null;
    at += found.length;
    const isApart = /^\s/.test(found) && /^\s/.test(text.slice(at, at + 1));
    const kind = number !== undefined ? 'number' : root !== undefined ? 'root' : 'sign';
    tokens.push({ kind, text: number ?? root ?? sign ?? '', isApart });
  }
  return tokens;
};

/** "1,234" and "1.234" may mean about a thousand or about one; a version ("1.2.3") and "007" are not numbers. */
const isAmbiguous = (number: string): boolean =>
  /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ||
  /^0\d/.test(number) ||
  (/[.,].*[.,]/.test(number) &&
    !/^\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/.test(number));

const OPERATOR = /^(?:[-−–+*×·⋅/÷^]|%\s*of)$/i;
const ENDING = /^[²³%]$/;

/** True if the tokens form one expression with at least one operation. */
const isArithmetic = (tokens: readonly Token[]): boolean => {
  let at = 0;
  let operations = 0;
  const take = (pattern: RegExp): boolean => {
    const isTaken = pattern.test(tokens[at]?.text ?? '');
    at += isTaken ? 1 : 0;
    return isTaken;
  };
  const isSum = (): boolean => {
    do if (!isOperand()) return false;
    while (take(OPERATOR) && (operations += 1) > 0);
    return true;
  };
  const isOperand = (): boolean => {
    take(/^[-−–]$/);
    const isRoot = take(/^(?:√|sqrt)$/i);
    const isNumber = take(/^\d/);
    if (!isNumber && !(take(/^\($/) && isSum() && take(/^\)$/))) return false;
    operations += isRoot || tokens[at]?.text === '²' || tokens[at]?.text === '³' ? 1 : 0;
    take(ENDING);
    return true;
  };
  return isSum() && at === tokens.length && operations > 0;
};

const YEAR = /^(?:19|20)\d\d$/;

/**
 * 9/11, 24/7 and 2024-2025 are not calculations. If there are no other signs, a calculation must have blanks around them, or "=" at the
 * end.
 */
const isDoubtful = (tokens: readonly Token[], isAsked: boolean): boolean => {
  const signs = tokens.filter(({ text }) => OPERATOR.test(text));
  const isOfDates =
    signs.length > 0 &&
    signs.every(({ text }) => /^[-−–/]$/.test(text)) &&
    tokens.every(({ kind }) => kind !== 'root');
  if (!isOfDates) return false;
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  if (numbers.every(({ text }) => YEAR.test(text))) return true;
  return !isAsked && !signs.every(({ isApart }) => isApart);
};
