import { z } from 'zod';
import { splitWords } from './split-words.js';
import { allQuestionWords } from './question-words.js';

export const QueryComplexity = z.enum(['simple', 'moderate', 'complex']);
export type QueryComplexity = z.infer<typeof QueryComplexity>;

const MAX_SIMPLE_WORDS = 12;
const MIN_COMPLEX_WORDS = 40;
const QUESTION_MARK = /[?？؟]/g;
const CLAUSE_BREAK = /[,;:](?=\s)|[，；：、]/g;
const COMPARISON =
  /\b(?:compare|compared|comparison|difference|differences|versus|vs|vergleich\w*|unterschied\w*|différence\w*|diferencia\w*)\b|hasonlít|összehasonl|különbség|\bcompar|so sánh|khác nhau|khác biệt|比较|对比|区别|不同|差异/iu;

const CONJUNCTIONS = new Set(allQuestionWords.flatMap(({ conjunctions }) => [...conjunctions]));

/**
 * How much a question asks at once, for any script: words are counted by the analyzer, which finds them in Chinese too.
 * complex: at least two questions, a comparison, or 40 words. moderate: more than 12 words, or at least two joints
 * (conjunctions and clause breaks). simple: the rest.
 */
export const classifyComplexity = (question: string): QueryComplexity => {
  const words = splitWords(question);
  const questions = count(question.trim(), QUESTION_MARK);
  if (questions >= 2 || words.length >= MIN_COMPLEX_WORDS || COMPARISON.test(question)) {
    return 'complex';
  }
  const joints =
    words.filter((word) => CONJUNCTIONS.has(word)).length + count(question, CLAUSE_BREAK);
  return words.length > MAX_SIMPLE_WORDS || joints >= 2 ? 'moderate' : 'simple';
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
