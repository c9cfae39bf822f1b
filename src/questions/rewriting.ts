import {
  CONTENT_LANGUAGES,
  contentTerms,
  contentWords,
  countEmptyWords,
  splitWords,
  detectScript,
  byLanguage,
  wordSetsOf,
} from '../language/index.js';
import type { Question } from './question.js';
import { TUNING } from './tuning.js';

type Reason = 'reference' | 'ellipsis' | 'keywords' | 'complex' | 'none';

type RewritingNeed = {
  rewrite: boolean;
  /** True if the question needs earlier messages. Only then may the rewrite use the history, and only then is the context extended. */
  dependsOnHistory: boolean;
  reason: Reason;
};

type Asked = {
  question: Question;
  /** The texts of the messages before this turn. */
  history: readonly string[];
};

const SYLLABLES_PER_WORD = byLanguage(({ syllablesPerWord }) => syllablesPerWord);
const REFERENCES = wordSetsOf(({ references }) => references);
const INTERROGATIVES = wordSetsOf(({ interrogatives }) => interrogatives);
const CONTINUATIONS = byLanguage(({ continuations }) => continuations);
const UNSPACED = byLanguage(({ isUnspaced }) => isUnspaced);
const JOINED_ENDINGS = byLanguage(({ joinedEndings }) => joinedEndings);
const NEUTRAL = wordSetsOf(({ neutralWords }) => neutralWords);

/**
 * Decides by rules whether a question should be rewritten: because it depends on the history, is a bare list of keywords, or is complex.
 */
export const needsRewriting = (asked: Asked): RewritingNeed => {
  const reason = reasonFor(asked);
  const dependsOnHistory = reason === 'reference' || reason === 'ellipsis';
  return { rewrite: reason !== 'none', dependsOnHistory, reason };
};

const reasonFor = ({ question: asked, history }: Asked): Reason => {
  const { text: question, language, complexity } = asked;
  if (asked.intent === 'smalltalk') return 'none';
  if (history.length > 0) {
    const references = REFERENCES.get(language);
    if (splitWords(question).some((word) => references?.has(word))) return 'reference';
    if (opensLikeContinuation(question, language)) return 'ellipsis';
    if (isElliptic(question, language)) return 'ellipsis';
  }
  if (isKeywordList(question, language)) return 'keywords';
  return complexity === 'complex' ? 'complex' : 'none';
};

const opensLikeContinuation = (question: string, language: string): boolean => {
  const text = question.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '');
  return (CONTINUATIONS.get(language)?.split('|') ?? []).some(
    (opening) =>
      text.startsWith(opening) &&
      (UNSPACED.has(language) || !/[\p{L}\p{N}]/u.test(text.charAt(opening.length))),
  );
};

const isElliptic = (question: string, language: string): boolean =>
  contentWords(question, language).length <=
  TUNING.maxEllipticContent * (SYLLABLES_PER_WORD.get(language) ?? 1);

const SENTENCE_MARK = /[?？!！.。…]\s*$/u;

const isKeywordList = (question: string, language: string): boolean => {
  const words = splitWords(question);
  const interrogatives = INTERROGATIVES.get(language);
  return (
    words.length >= 1 &&
    words.length <= TUNING.maxKeywords * (SYLLABLES_PER_WORD.get(language) ?? 1) &&
    !SENTENCE_MARK.test(question) &&
    !words.some((word) => interrogatives?.has(word))
  );
};

type Fault = 'empty' | 'too_long' | 'language' | 'added_facts' | 'other_question';

type RewriteVerdict = { accepted: true; rewritten: string } | { accepted: false; reason: Fault };

type Rewriting = {
  original: string;
  rewritten: string;
  /** The texts of earlier messages that the rewriting model saw; empty if it must not use them. */
  history: readonly string[];
  language: string;
};

const MIN_LIMIT_CHARS = 300;
const MAX_GROWTH = 4;

/** Accepts a rewrite only if it keeps the language and the subject, and adds nothing that neither question nor history contains. */
export const acceptRewrite = (rewriting: Rewriting): RewriteVerdict => {
  const rewritten = rewriting.rewritten.replace(/\s+/g, ' ').trim();
  const reason = findFault({ ...rewriting, rewritten });
  return reason === undefined ? { accepted: true, rewritten } : { accepted: false, reason };
};

const findFault = (rewriting: Rewriting): Fault | undefined => {
  const { original, rewritten } = rewriting;
  if (rewritten.length > Math.max(MIN_LIMIT_CHARS, MAX_GROWTH * original.length)) return 'too_long';
  if (!/[\p{L}\p{N}]/u.test(rewritten)) return 'empty';
  if (changesLanguage(rewriting)) return 'language';
  if (addsNumbers(rewriting) || addsTerms(rewriting)) return 'added_facts';
  return dropsSubject(rewriting) ? 'other_question' : undefined;
};

const changesLanguage = ({ original, rewritten, language }: Rewriting): boolean => {
  if (detectScript(original) !== detectScript(rewritten)) return true;
  const own = countEmptyWords(rewritten, language);
  return CONTENT_LANGUAGES.some((other) => countEmptyWords(rewritten, other) > own);
};

const addsNumbers = ({ original, rewritten, history }: Rewriting): boolean => {
  const known = new Set(extractNumbers([original, ...history].join('\n')));
  return extractNumbers(rewritten).some((number) => !known.has(number));
};

const extractNumbers = (text: string): string[] =>
  text.replace(RAISED_DIGIT, ' ').normalize('NFKC').match(/\d+/g) ?? [];

/** An exponent or a footnote mark, which NFKC would turn into digits of the preceding number. */
const RAISED_DIGIT = /[⁰¹²³⁴-⁹]/gu;

const addsTerms = ({ original, rewritten, history, language }: Rewriting): boolean =>
  saysMore(rewritten, { than: [original, ...history].join('\n'), language });

/** True if a word of the question's subject is missing, so that the rewrite asks something broader or different. */
const dropsSubject = ({ original, rewritten, language }: Rewriting): boolean => {
  const numbers = new Set(extractNumbers(rewritten));
  if (extractNumbers(original).some((number) => !numbers.has(number))) return true;
  const references = REFERENCES.get(language);
  const subject = splitWords(original.replace(RAISED_DIGIT, ' '));
  const asked = subject.filter((word) => references?.has(word) !== true).join(' ');
  return saysMore(asked, { than: rewritten, language });
};

/** True if a text has a content word that the other text does not contain in any form. */
const saysMore = (
  text: string,
  { than: knownText, language }: { than: string; language: string },
): boolean => {
  const known = contentTerms(knownText, language);
  const neutral = NEUTRAL.get(language);
  return contentWords(withoutJoinedEndings(text, language), language).some((word) => {
    if (neutral?.has(word) === true || isKnownHan(word, knownText)) return false;
    const terms = [...contentTerms(word, language)];
    return !terms.some(
      (term) => known.has(term) || [...known].some((other) => sharesPrefix(term, other)),
    );
  });
};

const withoutJoinedEndings = (text: string, language: string): string =>
  text.replace(JOINED_ENDINGS.get(language) ?? /(?!)/u, '');

// Chinese words are segmented differently in different contexts, so their characters are compared.
const isKnownHan = (word: string, known: string): boolean =>
  /^\p{sc=Han}+$/u.test(word) && Array.from(word).every((character) => known.includes(character));

const sharesPrefix = (left: string, right: string): boolean => {
  const longest = Math.max(left.length, right.length);
  let length = 0;
  while (length < longest && left.charAt(length) === right.charAt(length)) length += 1;
  return length / longest >= TUNING.minPrefixShare;
};
