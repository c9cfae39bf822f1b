import { scoreOf, hasTerm, type Claim } from './compare.js';
import { isSameFigure } from './figure-check.js';
import type { SourceReading, SourceSentence } from './read-source.js';
import type { Reader } from './read-text.js';

export type Near = {
  /** The sentences around the words that the judge named. */
  around: readonly SourceSentence[];
  /** The sentences that share most with the statement, closest first. */
  window: readonly SourceSentence[];
  top: SourceSentence;
  /** True if source and statement are in different languages. */
  isForeign: boolean;
};

type Named = {
  reading: SourceReading;
  words: string;
  readers: { own: Reader; source: Reader };
};

const MOST_BESIDE = 2;
const MOST_OF_BLOCK = 8;
const MOST_SENTENCES = 4;
const FEWEST_GAINED = 2;

/**
 * Finds the sentences with which a statement is compared when a judge names words: those that share most words with it, and among equal
 * ones, those that contain the named words first. Null if the source has no sentence.
 */
export const findNear = (claim: Claim, { reading, words, readers }: Named): Near | null => {
  const { sentences } = reading;
  const isForeign = readers.own.language !== readers.source.language;
  const place = findPlace(sentences, words);
  const named = sentences[place];
  const isOwn = (sentence: SourceSentence): boolean =>
    isForeign || isOwnRow(sentence, claim, readers.own);
  const around = sentences.filter((sentence, at) => {
    if (sentence === named) return true;
    const far = Math.abs(at - place);
    const isBeside = sentence.block === named?.block ? far <= MOST_OF_BLOCK : far <= MOST_BESIDE;
    return isBeside && isOwn(sentence);
  });
  const pool = isForeign ? around : sentences.filter((one) => around.includes(one) || isOwn(one));
  const scored = pool
    .map((sentence) => {
      const shared = isForeign
        ? sharedFigures(claim, sentence).length
        : scoreOf(claim, sentence, readers.own);
      const nearness = (sentence === named ? 2 : 0) + (around.includes(sentence) ? 1 : 0);
      return { sentence, score: shared * MOST_SENTENCES + nearness };
    })
    .sort((left, right) => right.score - left.score)
    .map(({ sentence }) => sentence);
  const [top] = scored;
  if (top === undefined) return null;
  return {
    around,
    window: takeGaining(claim, scored, isForeign ? null : readers.own),
    top,
    isForeign,
  };
};

/** The share of a statement's words that occur in sentences of its own language, 0..1. */
export const shareOf = (
  claim: Claim,
  sentences: readonly SourceSentence[],
  { isForeign, reader }: { isForeign: boolean; reader: Reader },
): number => {
  if (isForeign || claim.terms.size === 0) return 0;
  const held = [...claim.terms].filter((term) =>
    sentences.some(({ terms }) => hasTerm(terms, term, reader)),
  );
  return held.length / claim.terms.size;
};

const findPlace = (sentences: readonly SourceSentence[], words: string): number => {
  const named = toPlain(words);
  const place = sentences.findIndex(({ text }) => {
    const plain = toPlain(text);
    return plain.includes(named) || named.includes(plain);
  });
  return Math.max(place, 0);
};

const toPlain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** A table row is about the thing that its first cell names. */
const isOwnRow = ({ isRow, clauses }: SourceSentence, claim: Claim, reader: Reader): boolean => {
  const name = clauses[0]?.terms ?? [];
  if (!isRow || name.length === 0) return true;
  const words = new Set([...claim.terms, ...claim.lead.terms]);
  return name.some((term) => hasTerm(words, term, reader));
};

const sharedFigures = ({ figures }: Claim, sentence: SourceSentence): string[] =>
  figures
    .filter((figure) => sentence.figures.some((other) => isSameFigure(figure, other)))
    .map(({ written }) => written);

/** Takes the first sentence, and each later one that adds a figure or several words of the statement. */
const takeGaining = (
  claim: Claim,
  sentences: readonly SourceSentence[],
  reader: Reader | null,
): SourceSentence[] => {
  const known = new Set<string>();
  const taken: SourceSentence[] = [];
  for (const sentence of sentences) {
    const figures = sharedFigures(claim, sentence).map((written) => `figure ${written}`);
    const terms =
      reader === null
        ? []
        : [...claim.terms].filter((term) => hasTerm(sentence.terms, term, reader));
    const gained = [...figures, ...terms].filter((one) => !known.has(one));
    const isGain =
      gained.length >= FEWEST_GAINED || figures.some((figure) => gained.includes(figure));
    if (taken.length > 0 && (taken.length >= MOST_SENTENCES || !isGain)) continue;
    taken.push(sentence);
    for (const one of gained) known.add(one);
  }
  return taken;
};
