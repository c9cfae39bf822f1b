import { detectLanguage, SUPPORTED_LANGUAGES } from '../language/index.js';
import { findAnswerTypes, findCounted, type AnswerType } from './answer-types.js';
import { findCalculation } from './calculations.js';
import { findCollectionQuestion, type CollectionQuestion } from './collection-questions.js';
import {
  classifyComplexity,
  classifyIntent,
  kindOfSmallTalk,
  type QueryComplexity,
  type QueryIntent,
  type SmallTalk,
} from './question-kind.js';
import { splitQuestion } from './split-question.js';
import { findRequestedFact, type RequestedFact } from './stated-facts.js';

/** One thing that is asked. */
export type QuestionPart = {
  text: string;
  answerTypes: readonly AnswerType[];
  /** The words after "how many"; null where nothing is to be counted. */
  counted: string | null;
};

/** A question as everything in a turn reads it. Plain data, for the state of a turn is stored. */
export type Question = QuestionPart & {
  /** ISO 639-1: one that the index or whoever asks leads to expect, unless the words rule it out. */
  language: string;
  /** Told from the words alone, among all languages that we know; that of `language` where they do not tell. */
  writtenIn: string;
  intent: QueryIntent;
  complexity: QueryComplexity;
  /** Empty where it asks one thing. */
  parts: readonly QuestionPart[];
  smallTalk: SmallTalk | null;
  /** An expression for the calculator, where the question is nothing else. */
  calculation: string | null;
  /** The fact that the message asks to have remembered, where it asks for nothing else. */
  remembers: RequestedFact | null;
  /** Asks about the documents themselves, and for nothing that one of them says. */
  collection: CollectionQuestion | null;
};

/** Understands a question by rules, once for all that reads it; `language` is the one that it is expected to be in. */
export const understandQuestion = (text: string, language: string): Question => {
  const calculation = findCalculation(text);
  const intent = calculation === null ? classifyIntent(text) : 'calculation';
  const remembers = findRequestedFact(text);
  return Object.freeze({
    ...toPart(text),
    // The words that a rule knows tell more than the few letters of such a question.
    language: remembers?.language ?? language,
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

/** One of several things that a message asks, or all of a message that asks one. */
export const toPart = (text: string): QuestionPart => ({
  text,
  answerTypes: [...findAnswerTypes(text)],
  counted: findCounted(text),
});

/** True for a message that a rule understands whole: it needs nothing of what was said before, and no other words. */
export const isRequest = ({ calculation, remembers }: Question): boolean =>
  calculation !== null || remembers !== null;
