import { createRandom, type Random } from './random.js';

const FREQUENT =
  'the of and to in a is for that be on with as are it this by not or from at may must which have has was will all can';
const USUAL =
  'staff leave office manager request days policy travel contract service training budget report safety equipment payment customer approval holiday invoice project meeting document period department security account expense insurance notice remote weekly annual written personal';
const ONSETS = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'pl', 'st', 'tr'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea'];
const ENDINGS = ['', 'n', 'r', 's', 'nt', 'tion', 'ment', 'ing', 'ed', 'er'];
const RARE_WORDS = 6000;
/** About 45 of 100 words are frequent ones and 15 usual ones, as in prose. */
const FREQUENT_SHARE = 0.45;
const USUAL_SHARE = 0.6;

export type Prose = {
  sentence(): string;
  paragraph(sentences: number): string;
  title(): string;
  /** Three rare words, two usual ones and the words that ask. */
  question(): string;
};

const pick = (random: Random, choices: readonly string[]): string =>
  choices[Math.floor(random() * choices.length)] ?? '';

const makeWord = (random: Random): string =>
  pick(random, ONSETS) +
  pick(random, VOWELS) +
  pick(random, ONSETS) +
  pick(random, VOWELS) +
  pick(random, ENDINGS);

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// The rare words are the same for every seed, so that questions of one seed meet texts of another.
const RARE = (() => {
  const random = createRandom(1);
  return Array.from({ length: RARE_WORDS }, () => makeWord(random));
})();

/** Meaningless text with the word frequencies of English: a few words everywhere, thousands here and there. */
export const createProse = (seed: number): Prose => {
  const random = createRandom(seed);
  const frequent = FREQUENT.split(' ');
  const usual = USUAL.split(' ');
  const rare = (): string => RARE[Math.floor(RARE.length * random() ** 2)] ?? '';
  const word = (): string => {
    const kind = random();
    if (kind < FREQUENT_SHARE) return pick(random, frequent);
    return kind < USUAL_SHARE ? pick(random, usual) : rare();
  };
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const sentence = (): string => `${capitalise(words(8 + Math.floor(random() * 14)))}.`;
  return {
    sentence,
    paragraph: (sentences) => Array.from({ length: sentences }, sentence).join(' '),
    title: () => capitalise(`${pick(random, usual)} ${rare()} ${rare()}`),
    question: () =>
      `How many ${rare()} ${pick(random, usual)} may the ${rare()} have in a ${rare()} ${pick(random, usual)}?`,
  };
};
