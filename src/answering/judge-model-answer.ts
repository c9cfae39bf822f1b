import { bestQuote, type CheckedClaim, type CitableSource } from '../citations/index.js';
import { createWordMatcher, type WordMatcher } from '../evidence/index.js';
import { analyze, analyzeQueryWords, splitSentences, type QueryWord } from '../language/index.js';
import { hasAnswerType, type AnswerType, type QuestionPart } from '../questions/index.js';
import type { Quoted } from './quote-sources.js';
import type { Source } from './sources.js';
import { TUNING } from './tuning.js';

type Claim = Pick<CheckedClaim, 'text' | 'verification' | 'sourceIndex' | 'isEchoed'>;
type Written = { sources: readonly Source[]; language: string };

/** `keep_and_quote`: below the model's answer stands the quotation that a rule would have given. */
type Verdict = 'keep' | 'keep_and_quote' | 'quote_instead';

/**
 * Judges a model's answer where facts must be grounded: docs/citations.md explains it. A quotation takes its place where no source carries
 * a claim of it; it is kept alone where its carried claims rest on lines as much to the point as those that the rule would quote, and say
 * what is asked; else the reader gets both. So nobody learns less with a model than without one.
 */
export const judgeModelAnswer = (
  claims: readonly Claim[],
  written: Written,
  { quoted, asked: questions }: { quoted: Quoted | null; asked: readonly QuestionPart[] },
): Verdict => {
  if (!isGrounded(claims, written)) {
    // Then a rule could quote no more than the same result.
    const isAllThereIs = quoted?.sources.every(({ citable }) => citable.isValue === true) ?? true;
    return isAllThereIs && claims.some(({ isEchoed }) => isEchoed) ? 'keep' : 'quote_instead';
  }
  if (quoted === null || claims.some((claim) => isCarriedByValue(claim, written))) return 'keep';
  const passages = quoted.said.citations.flatMap(({ quote, sourceIndex }) => {
    const source = quoted.sources[sourceIndex]?.citable;
    return source === undefined || source.isValue === true ? [] : [{ quote, source }];
  });
  const [best] = passages;
  if (best === undefined) return 'keep';
  const carried = claims.filter(({ verification }) => verification !== 'unsupported');
  const text = questions.map((question) => question.text).join('\n');
  const asked = createWordMatcher(substanceOf(text, best.source.language));
  const answerTypes = new Set(questions.flatMap((question) => question.answerTypes));
  const said: Said = { claims: carried, sources: written.sources };
  return isToThePoint(said, asked, passages) && saysWhatIsAsked(said, { answerTypes, asked, best })
    ? 'keep'
    : 'keep_and_quote';
};

/**
 * True where the wording of at least one source carries a claim of the answer. Wording cannot check a claim in another language than its
 * source: such a claim passes, its citation marked. So does one that a tool's result only repeats from what the model handed in, where
 * all sources are results of tools.
 */
export const isGrounded = (claims: readonly Claim[], { sources, language }: Written): boolean =>
  claims.some(({ verification, sourceIndex, isEchoed }) => {
    if (verification !== 'unsupported') return true;
    const { citable } = sources[sourceIndex] ?? {};
    if (citable?.basis?.content === '' || isEchoed === true) {
      return isEchoed === true && sources.every((one) => one.citable.isValue === true);
    }
    return citable?.language !== language;
  });

const isCarriedByValue = ({ verification, sourceIndex }: Claim, { sources }: Written): boolean =>
  verification !== 'unsupported' && sources[sourceIndex]?.citable.isValue === true;

type Quotation = { quote: string; source: CitableSource };
type Said = { claims: readonly Claim[]; sources: readonly Source[] };

/** True where the lines that the claims are based on contain as many of the question's words as any sentence that the rule would quote. */
const isToThePoint = (
  { claims, sources }: Said,
  asked: WordMatcher,
  passages: readonly Quotation[],
): boolean => {
  const resting = claims.flatMap(({ text, sourceIndex }) => {
    const source = sources[sourceIndex]?.citable;
    return source === undefined ? [] : [{ quote: bestQuote(text, source).quote, source }];
  });
  const quoted = passages.flatMap(({ quote, source }) =>
    splitSentences(quote).map(({ text }) => termsOf({ quote: text, source })),
  );
  const most = Math.max(...quoted.map((terms) => countMatched(terms, asked)));
  return countMatched(resting.flatMap(termsOf), asked) >= most;
};

/** The words of a text that carry its subject matter. */
const substanceOf = (text: string, language: string): QueryWord[] =>
  analyzeQueryWords(text, { languages: [language] }).filter(
    ({ isFunctionWord }) => !isFunctionWord,
  );

/** Returns the terms of a quotation; those of a list's item include the line that announces the list. */
const termsOf = ({ quote, source: { content, language } }: Quotation): string[] => {
  const before = content.slice(0, Math.max(0, content.indexOf(quote))).trimEnd();
  const announcing = ANNOUNCED.exec(before)?.[1] ?? '';
  return analyze(ITEM.test(quote) ? `${announcing} ${quote}` : quote, { languages: [language] });
};

const ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/u;
const ANNOUNCED = /([^\n]{1,500}[:：])\s*(?:\n\s*(?:[-*•–]|\d{1,3}[.)])\s[^\n]*)*$/u;

/** Adds up how well some terms match each of the words. */
const countMatched = (terms: readonly string[], { match }: WordMatcher): number =>
  match(terms).matchScores.reduce((sum, matchScore) => sum + matchScore, 0);

/** Something that the passage says and the question does not; and of the kind that is asked for, where the passage has it. */
const saysWhatIsAsked = (
  { claims }: Said,
  {
    answerTypes,
    asked,
    best,
  }: { answerTypes: ReadonlySet<AnswerType>; asked: WordMatcher; best: Quotation },
): boolean => {
  const { language } = best.source;
  const said = claims.map(({ text }) => text).join('\n');
  const terms = analyze(said, { languages: [language] });
  const newsOf = (text: string): QueryWord[] =>
    substanceOf(text, language).filter(({ forms }) =>
      forms.every((form) => asked.matchTerm(form).length === 0),
    );
  const countSaid = (words: readonly QueryWord[]): number =>
    countMatched(terms, createWordMatcher(words));
  const core = findCore(best, asked);
  const news = newsOf(core);
  if (news.length > 0 && countSaid(news) === 0) return false;
  return [...answerTypes].every((kind) => {
    if (kind === 'list' || kind === 'steps') {
      const items = newsOf(
        best.quote
          .split('\n')
          .filter((line) => ITEM.test(line))
          .join('\n'),
      );
      return countSaid(items) >= TUNING.half * items.length;
    }
    return hasAnswerType(core, kind) !== true || hasAnswerType(said, kind) === true;
  });
};

/** The sentence of a passage that holds most of the question's words, and the one after it. */
const findCore = ({ quote, source }: Quotation, asked: WordMatcher): string => {
  const sentences = splitSentences(quote);
  const shares = sentences.map(({ text }) =>
    countMatched(analyze(text, { languages: [source.language] }), asked),
  );
  const at = shares.indexOf(Math.max(...shares));
  return sentences
    .slice(at, at + 2)
    .map(({ text }) => text)
    .join('\n');
};
