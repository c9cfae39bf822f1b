import { alternativesOf, byLanguage, type CollectionWords } from '../language/index.js';

/** A question about the documents themselves: all of them, how many, the newest, those about a subject, or the text of one as a whole. */
export type CollectionQuestion =
  | { kind: 'list' | 'count' | 'newest' }
  | { kind: 'about' | 'contents' | 'summary'; subject: string };

/** Longer messages ask for more than a list of documents. */
const MAX_CHARS = 300;

/**
 * The question about the collection of documents that a whole message consists of, in any language with words for it; null for any other
 * message.
 */
export const findCollectionQuestion = (message: string): CollectionQuestion | null => {
  if (message.length > MAX_CHARS) return null;
  const text = toPlain(message);
  const kind = WITHOUT_SUBJECT.find(([, pattern]) => pattern.test(text))?.[0];
  if (kind !== undefined) return { kind };
  for (const [of, patterns] of WITH_SUBJECT) {
    const subject = findSubject(text, of, patterns);
    if (subject !== null) return { kind: of, subject };
  }
  return null;
};

/** The shortest subject that any language finds, because words for documents in another language are not part of the subject. */
const findSubject = (text: string, of: Kind, patterns: readonly RegExp[]): string | null => {
  const found = patterns.flatMap((pattern) => {
    const matched: readonly (string | undefined)[] = pattern.exec(text) ?? [];
    const [whole, ...groups] = matched;
    const group = groups.find((one) => one !== undefined);
    if (whole === undefined || group === undefined) return [];
    const subject = unquote(group);
    const isOfDocument = of !== 'contents' || subject !== group || isNamed(group, whole);
    return isOfDocument && isTelling(subject) ? [subject] : [];
  });
  return found.sort((one, other) => one.length - other.length)[0] ?? null;
};

type Kind = Exclude<keyof CollectionWords, 'documents' | 'texts' | 'here'>;

const toPlain = (message: string): string =>
  message.normalize('NFC').replaceAll('’', "'").replace(/\s+/gu, ' ').trim();

const SUBJECT = '(.{1,200}?)';

/**
 * Builds the pattern: `<d>` is a word for documents, `<h>` any number of words for where they are, `<H>` at least one of these, `{}` the
 * subject.
 */
const write = ({ documents, here, ...kinds }: CollectionWords, kind: Kind): string =>
  kinds[kind]
    .replaceAll('<d>', `(?:${documents})`)
    .replaceAll('<h>', `(?: ?(?:${here}))*`)
    .replaceAll('<H>', `(?: ?(?:${here}))+`)
    .replaceAll('{}', SUBJECT);

/** Duplicates between languages are removed: with two ways to match, every further word would double the time. */
const COURTESIES = [
  ...new Set(alternativesOf(({ remembering }) => remembering?.courtesies).split('|')),
].join('|');

const toPattern = (questions: string): RegExp =>
  new RegExp(
    String.raw`^[¿¡]?(?:(?:${COURTESIES})(?:[,!，！] ?| ))*(?:${questions})[\s?？؟.!。！]*$`,
    'iu',
  );

const WITHOUT_SUBJECT = (['count', 'newest', 'list'] as const).map((kind) => {
  const questions = alternativesOf(({ collection }) => collection && write(collection, kind));
  return [kind, toPattern(questions)] as const;
});
const WITH_SUBJECT = (['about', 'contents', 'summary'] as const).map((kind) => {
  const questions = byLanguage(({ collection }) => collection && write(collection, kind));
  return [kind, [...questions.values()].map(toPattern)] as const;
});

const QUOTED = /^["'“”„«»‹›「『《](.+)["'“”«»‹›」』》]$/u;

const unquote = (subject: string): string =>
  QUOTED.exec(subject.trim())?.[1]?.trim() ?? subject.trim();

const DOCUMENTS = new RegExp(
  alternativesOf(({ collection }) => collection?.documents),
  'iu',
);
const TEXTS = new RegExp(
  alternativesOf(({ collection }) => collection?.texts),
  'iu',
);
const FILE_NAME = /\.[a-z]{2,4}$/iu;

/** "What is in the box" asks for a fact, while "in the document", "in the manual" and "in plan.pdf" name a document. */
const isNamed = (subject: string, whole: string): boolean =>
  FILE_NAME.test(subject) || TEXTS.test(whole) || DOCUMENTS.test(whole.replace(subject, ' '));

const POINTERS = new Set(
  alternativesOf(({ references }) => references?.trim().replace(/\s+/gu, '|')).split('|'),
);

const isTelling = (subject: string): boolean => {
  const letters = subject.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length > 1 && !POINTERS.has(subject.toLowerCase());
};
