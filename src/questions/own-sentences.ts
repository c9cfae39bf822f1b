import { alternativesOf, splitSentences } from '../language/index.js';

export type OwnSentence = {
  text: string;
  /** True if the sentence asks instead of stating, as far as its form shows. */
  isQuestion: boolean;
};

/** Longer messages are pasted texts. */
const MAX_OWN_CHARS = 2_000;

/**
 * Finds the complete sentences that the author of a message states themselves, as far as the form shows. Text that is quoted, listed,
 * forwarded, transcribed, code, or announced by a colon is left out, and so are parts of a sentence cut by a line break. Doubtful text is
 * left out as well: nothing counts from the first line that looks pasted.
 */
export const findOwnSentences = (message: string): OwnSentence[] => {
  if (message.length > MAX_OWN_CHARS) return [];
  const own = message.slice(0, findPaste(message));
  const isCut = own.length < message.length;
  const quoted = findQuotedSpan(own);
  const sentences = splitSentences(own);
  return sentences.flatMap(({ text, start, end }, index) => {
    const before = sentences[index - 1];
    const isLast = index === sentences.length - 1 && !isCut;
    const isWhole = (!before || isClosed(before.text)) && (isLast || isClosed(text));
    const isQuoted = quoted !== null && start < quoted.end && end > quoted.start;
    return isWhole && !isQuoted ? [{ text, isQuestion: isQuestion(text) }] : [];
  });
};

const END_MARK = /[.!?…。！？｡．؟۔।॥։][)\]]*$/u;
const ABBREVIATED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${alternativesOf(({ midAbbreviations }) => midAbbreviations)})\.$`,
  'iu',
);

const isClosed = (sentence: string): boolean =>
  END_MARK.test(sentence) && !ABBREVIATED.test(sentence);

/** The position at which the first line that looks pasted begins; the length of the message if there is none. */
const findPaste = (message: string): number => {
  const lines = toLines(message);
  const labelled = lines.filter(({ text }) => LABEL.test(text));
  // One labelled line may be the author's own; two lines are email headers, a form or a conversation.
  const transcript = labelled.length > 1 ? labelled[0] : undefined;
  const found = lines.find(
    (line, index) =>
      line === transcript ||
      PASTED.some((pattern) => pattern.test(line.text)) ||
      (index < lines.length - 1 && ANNOUNCING.some((pattern) => pattern.test(line.text))),
  );
  return found?.start ?? message.length;
};

type Line = { text: string; start: number };

/** Splits a message into lines, leaving out blank ones. */
const toLines = (message: string): Line[] =>
  [...message.matchAll(/[^\n\r\u2028\u2029]+/gu)]
    .map(({ 0: text, index }) => ({ text: text.trimEnd(), start: index }))
    .filter(({ text }) => text.trim() !== '');

/** Matches "From: …", "Bob: …", "[10:32] Bob: …". */
const LABEL =
  /^\s*(?:\[[^\]]{1,30}\]\s*)?\*{0,2}[\p{L}\p{N}][^\s:：][^:：.!?]{0,30}\*{0,2}[:：]\s*\S/u;

const MAIL_HEADERS = alternativesOf(({ mail }) => mail?.headers);
const FORWARDED = alternativesOf(({ mail }) => mail?.forwarded);
const WROTE = alternativesOf(({ mail }) => mail?.wrote);

const PASTED: readonly RegExp[] = [
  // Block quotes, code, tables and markup.
  /^\s*(?:[>|]|```|~~~|<\/?[a-z!?])/iu,
  /^(?: {4}|\t)/u,
  /\t|`|\|.*\|/u,
  // Lists.
  /^\s*(?:[-*+•‣◦–—·]\s|\(?(?:\d{1,3}|[a-z])[.)]\s)/iu,
  new RegExp(String.raw`^\s*\*{0,2}(?:${MAIL_HEADERS})\s?\*{0,2}[:：]`, 'iu'),
  /^\s*[-_=*]{3,}/u,
  new RegExp(String.raw`^\s*[^\n]{0,20}(?:${FORWARDED})`, 'iu'),
  new RegExp(String.raw`(?:${WROTE})\s*[:：]\s*$`, 'iu'),
];

const ANNOUNCING: readonly RegExp[] = [
  /[:：]\s*$/u,
  // The salutation or the closing of a letter with more text after it.
  /^\s*(?:\S+\s+){0,5}\S+[,，]\s*$/u,
];

const QUOTATION_MARK = /["“”„‟«»‹›「」『』《》〈〉＂]|''/gu;
/** The text before a quotation mark that opens a quotation. */
const OPENS = /(?:^|[\s([])$/u;

/** The span from the first quotation mark to the last, or to the end if a quotation stays open; marks in between do not matter. */
const findQuotedSpan = (text: string): { start: number; end: number } | null => {
  const marks = [...text.matchAll(QUOTATION_MARK), ...findSingleQuotes(text)].toSorted(
    (left, right) => left.index - right.index,
  );
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return null;
  const isOpen =
    marks.length === 1 ||
    (OPENS.test(text.slice(0, last.index)) && /^\S/u.test(text.slice(last.index + 1)));
  return { start: first.index, end: isOpen ? text.length : last.index + last[0].length };
};

const SINGLE_OPENING = /(?<![\p{L}\p{N}\p{M}.!?,])['‘‚](?=\S)/gu;
const SINGLE_CLOSING = /(?<=[\p{L}\p{N}\p{M}.!?,])['’‘](?![\p{L}\p{N}])/gu;

/** Finds quotations in single marks. An apostrophe does not count: there must be an opening mark and, later, a closing one. */
const findSingleQuotes = (text: string): RegExpExecArray[] => {
  const [opening] = text.matchAll(SINGLE_OPENING);
  const closing = [...text.matchAll(SINGLE_CLOSING)].at(-1);
  return opening && closing && opening.index < closing.index ? [opening, closing] : [];
};

/** Questions are often written without a question mark. */
const ASKS_FIRST = new RegExp(
  String.raw`^(?:${alternativesOf(({ unmarkedQuestions }) => unmarkedQuestions?.first)})(?![\p{L}\p{M}\p{N}])`,
  'iu',
);
const ASKS_LAST = new RegExp(
  String.raw`(?:${alternativesOf(({ unmarkedQuestions }) => unmarkedQuestions?.last)})[.。!！]?$`,
  'iu',
);
const ASKS_ANYWHERE = new RegExp(
  alternativesOf(({ unmarkedQuestions }) => unmarkedQuestions?.anywhere),
  'u',
);

const isQuestion = (sentence: string): boolean =>
  /[?？؟;][)\]]*$|^[¿]/u.test(sentence) ||
  ASKS_FIRST.test(sentence) ||
  ASKS_LAST.test(sentence) ||
  ASKS_ANYWHERE.test(sentence);
