import { alternativesOf, contentWords, phrasesOf, wordSetsOf } from '../language/index.js';

const REFERENCES = wordSetsOf(({ references }) => references);

/** More in one message are a questionnaire: it is searched as a whole. */
const MAX_PARTS = 3;
const MAX_CHARS = 400;

const JOINED_BY = alternativesOf(({ and }) => and);
const { words, parts } = phrasesOf(({ asks }) => asks);
/** The word that asks, in any language; a short word may stand before it: "and at what price". */
const ASKS = String.raw`(?:\p{L}{1,6}\s)?(?:${words})(?!\p{L})`;

const BETWEEN = new RegExp(
  String.raw`[?？;；]\s*|,?\s+(?:${JOINED_BY})\s+(?=${ASKS})|[，,]\s*(?=[^，,]*(?:${parts}))`,
  'iu',
);

/**
 * The questions that one message asks, each to be answered from its own passage: "What is the rent, and when is it due?" Empty where
 * it asks one thing, where a part says nothing without the others ("and how long is it?"), or where it asks too many.
 */
export const splitQuestion = (question: string, language: string): string[] => {
  if (question.length > MAX_CHARS) return [];
  const [first = '', ...others] = question
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const parts = [first, ...others.map((part) => complete(part, first))];
  const standsAlone = (part: string, at: number): boolean => {
    const words = contentWords(part, language);
    const refersBack = at > 0 && words.length < 3 && refers(part, language);
    return words.length > 0 && !refersBack;
  };
  return parts.length > 1 && parts.length <= MAX_PARTS && parts.every(standsAlone) ? parts : [];
};

const refers = (part: string, language: string): boolean =>
  part
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => REFERENCES.get(language)?.has(word) === true);

/** "Where do I report bugs in fetchmail, and where in KeePassXC?": what begins alike goes on from the word that both have. */
const complete = (part: string, first: string): string => {
  const [asked, model] = [part.split(/\s+/), first.split(/\s+/)];
  const same = asked.findIndex((word, at) => !isSameWord(word, model[at]));
  const joint = asked[same];
  if (same < 1 || joint === undefined) return part;
  const from = model.findLastIndex((word, at) => at > same && isSameWord(word, joint));
  return from === -1 ? part : [...model.slice(0, from), ...asked.slice(same)].join(' ');
};

const isSameWord = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();
