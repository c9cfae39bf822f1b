import { contentWords } from './content-terms.js';
import { splitWords } from './split-words.js';
import type { QueryComplexity } from './complexity.js';
import { questionWordsOf } from './question-words.js';
import { isSmallTalk } from './small-talk.js';

export type RewritingNeed = {
  rewrite: boolean;
  /** Only then may the history enter the rewriting, and only then is the context enhanced. */
  dependsOnHistory: boolean;
  reason: 'reference' | 'ellipsis' | 'keywords' | 'complex' | 'none';
};

type Asked = {
  question: string;
  language: string;
  /** Contents of the messages before this turn. */
  history: readonly string[];
  complexity: QueryComplexity;
};

/** Vietnamese writes most words as two syllables, each counted as a word. */
const SYLLABLES_PER_WORD: Readonly<Record<string, number>> = { vi: 2 };

/** Whether a question is worth a rewriting, by rule: it leans on the history, is a bare list of keywords, or is complex. */
export const needsRewriting = ({
  question,
  language,
  history,
  complexity,
}: Asked): RewritingNeed => {
  if (isSmallTalk(question)) return need('none', false);
  if (history.length > 0) {
    const { references } = questionWordsOf(language);
    if (splitWords(question).some((word) => references.has(word))) return need('reference', true);
    if (opensLikeContinuation(question, language) || isElliptic(question, language)) {
      return need('ellipsis', true);
    }
  }
  if (isKeywordList(question, language)) return need('keywords', false);
  return complexity === 'complex' ? need('complex', false) : need('none', false);
};

const need = (reason: RewritingNeed['reason'], dependsOnHistory: boolean): RewritingNeed => ({
  rewrite: reason !== 'none',
  dependsOnHistory,
  reason,
});

const opensLikeContinuation = (question: string, language: string): boolean => {
  const text = question.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '');
  return questionWordsOf(language).continuations.some(
    (opening) =>
      text.startsWith(opening) &&
      (language === 'zh' || !/[\p{L}\p{N}]/u.test(text.charAt(opening.length))),
  );
};

/** "Mi a deadline?", "Since when?": so few words of content only mean something after something else. */
const MAX_ELLIPTIC_WORDS = 2;
const MAX_ELLIPTIC_TOTAL = 6;

const isElliptic = (question: string, language: string): boolean => {
  const scale = SYLLABLES_PER_WORD[language] ?? 1;
  return (
    contentWords(question, language).length <= MAX_ELLIPTIC_WORDS * scale &&
    splitWords(question).length <= MAX_ELLIPTIC_TOTAL * scale
  );
};

const MAX_KEYWORDS = 6;
const SENTENCE_MARK = /[?？!！.。…]\s*$/u;

const isKeywordList = (question: string, language: string): boolean => {
  const words = splitWords(question);
  const { interrogatives } = questionWordsOf(language);
  return (
    words.length >= 1 &&
    words.length <= MAX_KEYWORDS * (SYLLABLES_PER_WORD[language] ?? 1) &&
    !SENTENCE_MARK.test(question) &&
    !words.some((word) => interrogatives.has(word))
  );
};
