import { splitSentences } from '../language/index.js';

export type OwnSentence = {
  text: string;
  /** Asks instead of stating, as far as its form shows. */
  isQuestion: boolean;
};

/** Longer messages are texts from elsewhere. */
const MAX_OWN_CHARS = 2_000;

/**
 * The whole sentences that the writer of a message says themself, as far as its form shows: none of what is quoted, listed, forwarded,
 * transcribed, code, or announced by a colon, and no part of a sentence that a line break cuts. Whatever is in doubt is left out: from
 * the first line that looks pasted nothing counts.
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
/** Behind these a sentence mostly goes on, though a capital letter follows. */
const ABBREVIATED =
  /(?<![\p{L}\p{N}])(?:inc|corp|ltd|co|llc|plc|dept|est|etc|vs|resp|kft|zrt|nyrt|bt|ker|gmbh|ag|usw|bzw|ggf|evtl|cie|sté|sarl|cía|sa|sl)\.$/iu;

const isClosed = (sentence: string): boolean =>
  END_MARK.test(sentence) && !ABBREVIATED.test(sentence);

/** Where the first line begins that looks as if it came from elsewhere; the length of the message without one. */
const findPaste = (message: string): number => {
  const lines = toLines(message);
  const labelled = lines.filter(({ text }) => LABEL.test(text));
  // One such line may be the writer's own; two are mail headers, a form or a conversation.
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

/** Blank ones left out. */
const toLines = (message: string): Line[] =>
  [...message.matchAll(/[^\n\r\u2028\u2029]+/gu)]
    .map(({ 0: text, index }) => ({ text: text.trimEnd(), start: index }))
    .filter(({ text }) => text.trim() !== '');

/** "From: …", "Bob: …", "[10:32] Bob: …" */
const LABEL =
  /^\s*(?:\[[^\]]{1,30}\]\s*)?\*{0,2}[\p{L}\p{N}][^\s:：][^:：.!?]{0,30}\*{0,2}[:：]\s*\S/u;

const MAIL_HEADERS =
  'from|to|cc|bcc|subject|sent|date|reply-to|feladó|címzett|tárgy|elküldve|dátum|von|an|betreff|gesendet|datum|kopie|de|à|objet|envoyé|para|asunto|enviado|fecha|từ|gửi|tới|chủ đề|ngày|发件人|收件人|主题|日期|抄送|发送时间';

const PASTED: readonly RegExp[] = [
  // Block quotes, code, tables and markup.
  /^\s*(?:[>|]|```|~~~|<\/?[a-z!?])/iu,
  /^(?: {4}|\t)/u,
  /\t|`|\|.*\|/u,
  // Lists.
  /^\s*(?:[-*+•‣◦–—·]\s|\(?(?:\d{1,3}|[a-z])[.)]\s)/iu,
  new RegExp(String.raw`^\s*\*{0,2}(?:${MAIL_HEADERS})\s?\*{0,2}[:：]`, 'iu'),
  /^\s*[-_=*]{3,}/u,
  /^\s*[^\n]{0,20}(?:original message|forwarded message|eredeti üzenet|továbbított (?:üzenet|levél)|ursprüngliche nachricht|weitergeleitete nachricht|message (?:d'origine|transféré)|mensaje (?:original|reenviado)|thư (?:gốc|được chuyển tiếp)|原始邮件|转发的邮件)/iu,
  /(?:\bwrote|\bírta|\bschrieb\b.{0,60}|\ba écrit|\bescribió|đã viết|写道)\s*[:：]\s*$/iu,
];

const ANNOUNCING: readonly RegExp[] = [
  /[:：]\s*$/u,
  // The salutation or the close of a letter, with more below it.
  /^\s*(?:\S+\s+){0,5}\S+[,，]\s*$/u,
];

const QUOTATION_MARK = /["“”„‟«»‹›「」『』《》〈〉＂]|''/gu;
/** In front of these letters only an opening mark stands. */
const OPENS = /(?:^|[\s([])$/u;

/** From the first quotation mark to the last, or to the end where one stays open; marks within do not matter. */
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

/** An apostrophe is none: there must be one that opens and, later, one that closes. */
const findSingleQuotes = (text: string): RegExpExecArray[] => {
  const [opening] = text.matchAll(SINGLE_OPENING);
  const closing = [...text.matchAll(SINGLE_CLOSING)].at(-1);
  return opening && closing && opening.index < closing.index ? [opening, closing] : [];
};

/** Questions are often written without their mark. */
const ASKS_FIRST =
  /^(?:what|who|whom|whose|which|why|how|is|are|am|do|does|did|can|could|would|should|shall|(?:when|where) (?:is|are|was|were|do|does|did|can|will|should|has|have)|hol|mikor|miért|hogyan|hány|mennyi|melyik|hová|honnan|vajon|wer|wen|wem|wo|wann|wie|warum|wieso|weshalb|welche[rsmn]?|wohin|woher|ist|sind|kannst|kann|darf|pourquoi|comment|combien|où|quel(?:le)?s?|est-ce|qu'est-ce|qui est|qué|quién(?:es)?|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|por qué|ai|tại sao|vì sao|làm sao)(?![\p{L}\p{M}\p{N}])/iu;
const ASKS_LAST = /(?:[吗呢么]|(?<![\p{L}\p{M}])(?:không|chưa|gì|đâu|nào|sao|à|hả))[.。!！]?$/iu;
const ASKS_ANYWHERE = /什么|怎么|怎样|为什么|哪里|哪个|哪些|多少|是否|有没有|谁是|是谁/u;

const isQuestion = (sentence: string): boolean =>
  /[?？؟;][)\]]*$|^[¿]/u.test(sentence) ||
  ASKS_FIRST.test(sentence) ||
  ASKS_LAST.test(sentence) ||
  ASKS_ANYWHERE.test(sentence);
